import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import own from '../package.json' with { type: 'json' }

/** The suite that asks and judges: its package, its version, and the digest of the files that run. */
export interface Suite {
  readonly uri: string
  readonly version: string
  readonly sha256: string
}

const rooms = ['language', 'text', 'spec', 'contracts', 'engine', 'targets', 'suites', 'certificates']

let known: Suite | undefined

export function ownSuite(): Suite {
  known ??= readSuite()
  return known
}

function readSuite(): Suite {
  const hash = createHash('sha256')
  for (const room of rooms)
    for (const path of filesOf(room))
      hash
        .update(`${path}\0`)
        .update(readFileSync(join(root, path)))
        .update('\0')
  return { uri: `pkg:npm/assay@${own.version}`, version: own.version, sha256: hash.digest('hex') }
}

const root = join(import.meta.dirname, '..')

/** The files of a room that run: no tests, no types, nothing that only tests use. */
function filesOf(room: string): string[] {
  return readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
    .map((path) => join(room, path).replaceAll('\\', '/'))
    .filter((path) => /\.(ts|js|json|yaml)$/.test(path) && !/\.(test|suite|fixture|d)\.ts$|\/(hostile|fixtures)\//.test(path))
    .sort()
}
