import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { gate } from '../gate/gate.ts'

/** What the clients ask for; an operation that the document gains is none of theirs. */
const operations = ['getCoinInformation', 'inquirePayments', 'requestWithdrawal']
const folder = new URL('./clients/', import.meta.url).pathname
const root = new URL('../..', import.meta.url).pathname

/** Whether a program runs here at all: without it its client is skipped, and the name says so. */
function works(name: string, ...words: string[]): boolean {
  return spawnSync(name, words, { cwd: root, stdio: 'ignore' }).status === 0
}

const node = process.execPath
const imports = (library: string) => works(node, '--input-type=module', '-e', `await import('${library}')`)

/** Compiled as the gate compiles its linter, which leaves the standard library behind: optimised, or with C, it takes half a minute. */
const go = ['env', 'CGO_ENABLED=0', 'go', 'run', '-gcflags=all=-N -l']

const clients: readonly (readonly [title: string, isThere: () => boolean, ...words: string[]])[] = [
  ['fetch of Node', () => true, node, `${folder}client.fixture.mjs`, 'fetch'],
  ['undici', () => imports('undici'), node, `${folder}client.fixture.mjs`, 'undici'],
  ['axios', () => imports('axios'), node, `${folder}client.fixture.mjs`, 'axios'],
  ['got', () => imports('got'), node, `${folder}client.fixture.mjs`, 'got'],
  ['node:http on one connection', () => true, node, `${folder}client.fixture.mjs`, 'http'],
  ['node:http with a connection each, and more headers', () => true, node, `${folder}client.fixture.mjs`, 'http-close'],
  ['node:http in chunks of a letter', () => true, node, `${folder}client.fixture.mjs`, 'http-chunked'],
  ['node:http that waits to be asked for its body', () => true, node, `${folder}client.fixture.mjs`, 'http-expect'],
  ['urllib of Python', () => works('python3', '--version'), 'python3', `${folder}client.fixture.py`, 'urllib'],
  ['requests of Python', () => works('python3', '-c', 'import requests'), 'python3', `${folder}client.fixture.py`, 'requests'],
  ['httpx of Python', () => works('python3', '-c', 'import httpx'), 'python3', `${folder}client.fixture.py`, 'httpx'],
  ['net/http of Go', () => works('go', 'version'), ...go, `${folder}client.fixture.go`],
  ['curl and openssl', () => works('curl', '--version') && works('openssl', 'version'), 'sh', `${folder}client.fixture.sh`],
  ['curl in chunks', () => works('curl', '--version') && works('openssl', 'version'), 'sh', `${folder}client.fixture.sh`, 'chunked'],
]

describe('right clients that differ in all that is free', { timeout: 120_000 }, () => {
  for (const [title, isThere, ...words] of clients) {
    const found = isThere()
    it.skipIf(!found)(`${title}${found ? '' : ' (not found here)'}`, async () => {
      const { run, ended } = await gate({ contract, words, operations })
      expect(ended.output.bytes.toString()).toBe('')
      expect(run.outcomes.filter(({ verdict }) => verdict === 'failed' || verdict === 'warned')).toEqual([])
      expect(run.outcomes.filter(({ verdict, level }) => verdict === 'inconclusive' && level === 'MUST')).toEqual([])
    })
  }

  it('are at least twelve', () => expect(clients.length).toBeGreaterThanOrEqual(12))
})
