import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

/** What npm compiles, which is Node's own to keep. */
const compiledByOthers = 'node-compile-cache'

/** Gives all tests a temporary folder of their own, and fails where they, or what they started, left something in it. */
export default function setup({ config }: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'assay-tests-'))
  Object.assign(process.env, { TMPDIR: folder, TEMP: folder })
  return () => {
    const left = readdirSync(folder).filter((name) => name !== compiledByOthers)
    rmSync(folder, { recursive: true, force: true })
    // A file of which no test runs does not take away what it made while it was loaded.
    if (left.length > 0 && config.testNamePattern === undefined)
      throw new Error(`expected tests that take away what they write; found in the temporary folder: ${left.join(', ')}`)
  }
}
