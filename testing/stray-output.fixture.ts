import { afterEach } from 'vitest'

/** What was written to the terminal of whoever runs the tests: it would stand among the lines of progress, and belongs to none of them. */
const strays: string[] = []

for (const stream of [process.stdout, process.stderr]) {
  stream.write = (chunk: Uint8Array | string, ...more: unknown[]) => {
    strays.push(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8'))
    const done = more.at(-1)
    if (typeof done === 'function') done()
    return true
  }
}

afterEach(() => {
  const found = strays.splice(0).join('')
  if (found !== '')
    throw new Error(
      `expected a test that writes nothing itself; found ${JSON.stringify(found)}: take what it says, as cli/command-line.fixture.ts does`,
    )
})
