import crypto, { createHash } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

let drawn = 0

/** What a file of tests draws at random is the same each time it runs: seeds, challenges, the paths of receivers. */
function drawnBytes(size: number): Buffer {
  drawn += 1
  return createHash('shake256', { outputLength: size }).update(`${drawn}`).digest()
}

Object.assign(crypto, { randomBytes: drawnBytes })
syncBuiltinESMExports()
