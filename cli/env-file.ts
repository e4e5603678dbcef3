import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

/** The variables of a file, in UTF-8 or, as some shells write it, in UTF-16; a byte order mark belongs to no name. */
export function variablesIn(file: string): Record<string, string | undefined> {
  const bytes = readFileSync(file)
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe
  return parseEnv(new TextDecoder(isWide ? 'utf-16le' : 'utf-8').decode(bytes))
}
