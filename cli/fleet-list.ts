import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { jsonText } from '../reports/text/json.ts'
import { type Written, writeFiles } from '../reports/write.ts'
import { readText } from '../spec/text-file.ts'
import { ConfigurationError } from '../targets/configuration/configuration.ts'

const file = 'fleet.json'

/** Writes beside the reports of a fleet, or of a part of one, which targets the whole has: of a part that died, others tell what is missing. */
export function writeFleetList(folder: string, targets: readonly string[]): Promise<Written> {
  return writeFiles(folder, { [file]: async () => jsonText({ targets }) })
}

/** The targets of the whole fleet of which a folder holds a part; none where nothing says so. @throws {ConfigurationError} */
export function fleetList(folder: string): readonly string[] {
  const path = join(folder, file)
  return existsSync(path) ? namesIn(path) : []
}

function namesIn(path: string): readonly string[] {
  try {
    const { targets } = JSON.parse(readText(path))
    if (Array.isArray(targets) && targets.every((name) => typeof name === 'string')) return targets
  } catch {
    // Told below, as what is JSON and no list is.
  }
  throw new ConfigurationError(`${path} does not hold the list of a fleet's targets: judge that part again.`)
}
