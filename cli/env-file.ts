import { parseEnv } from 'node:util'
import { readText } from '../spec/text-file.ts'

/** The variables of a file. */
export function variablesIn(file: string): Record<string, string | undefined> {
  return parseEnv(readText(file))
}
