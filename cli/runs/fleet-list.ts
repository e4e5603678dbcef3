import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import schema from '../../reports/fleet.schema.json' with { type: 'json' }
import { jsonText } from '../../reports/text/json.ts'
import { type Written, writeFiles } from '../../reports/write.ts'
import { readText } from '../../spec/files/text-file.ts'
import { ConfigurationError } from '../../targets/configuration/configuration.ts'

const file = 'fleet.json'

/** Writes beside the reports of a fleet, or of a part of one, which targets the whole has: of a part that died, others tell what is missing. */
export function writeFleetList(folder: string, targets: readonly string[]): Promise<Written> {
  return writeFiles(folder, { [file]: async () => jsonText({ schema: schema.properties.schema.const, targets }) })
}

/** The targets of the whole fleet of which a folder holds a part; none where nothing says so. @throws {ConfigurationError} */
export function fleetList(folder: string): readonly string[] {
  const path = join(folder, file)
  return existsSync(path) ? namesIn(path) : []
}

function namesIn(path: string): readonly string[] {
  try {
    const found: unknown = JSON.parse(readText(path))
    if (new Ajv2020().compile<{ targets: string[] }>(schema)(found)) return found.targets
  } catch {
    // Told below, as what is JSON and no list is.
  }
  throw new ConfigurationError(`${path} does not hold the list of a fleet's targets (reports/fleet.schema.json): judge that part again.`)
}
