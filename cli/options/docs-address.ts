import { Option } from 'commander'
import { UsageError } from '../../language/usage-error.ts'
import { isAddress } from '../../reports/documentation.ts'
import { readConfigurationFile } from '../../targets/configuration/configuration-file.ts'
import { contract } from './contract.ts'
import { environmentOf } from './target-options.ts'

const expected = 'expected an address that begins with https:// or http://, a folder seen from the reports, or none.'

export function docsOption(): Option {
  const option = new Option(
    '--docs <address>',
    'where the pages of the checks are that reports link to: an address, a folder beside the reports, or none',
  )
  return option.argParser((docs: string) => checked(docs, '--docs'))
}

/** Where the pages of the checks are, if a flag, the environment or the configuration file says so. @throws {UsageError} */
export async function docsFrom(options: {
  readonly docs?: string
  readonly config?: string
  readonly envFile?: string
}): Promise<{ readonly docs?: string }> {
  const stated = environmentOf(options.envFile)['ASSAY_DOCS'] || undefined
  const docs = options.docs ?? (stated && checked(stated, 'ASSAY_DOCS')) ?? (await readConfigurationFile(contract, options.config))?.docs
  return docs === undefined ? {} : { docs }
}

function checked(docs: string, source: string): string {
  if (docs === 'none' || isAddress(docs)) return docs
  throw new UsageError(`${source}: ${expected}`)
}
