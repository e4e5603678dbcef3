import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { Node } from '../../text/json/node.ts'
import { deriveOverlaid } from '../overlays/overlaid.ts'

const folder = await mkdtemp(join(tmpdir(), 'assay-declared-signature-'))
afterAll(() => rm(folder, { recursive: true }))

const signature = "$.components.securitySchemes.withdrawalSignature['x-signature']"
const withdrawal = "$.paths['/v1/webservice/withdraw'].post"
const removed = (target: string) => ({ target, remove: true })
const signing = (...parts: readonly Node[]) => ({ target: signature, update: { parts } })

async function derived(...actions: readonly Node[]) {
  const file = join(folder, 'o.yaml')
  await writeFile(file, JSON.stringify({ overlay: '1.1.0', info: { title: 'T' }, actions }))
  return (await deriveOverlaid([file])).operations.find(({ movesMoney }) => movesMoney)
}

it.each<[what: string, actions: readonly Node[], want: RegExp]>([
  ['a part of two sources', [signing({ name: 'a', body: '/chain', setting: 'chain' })], /the part a has a body beside another source/],
  ['a key of no name', [{ target: signature, update: { key: '' } }], /key: expected a name of letters/],
  ['a part less', [removed(`${signature}.parts[3]`)], /its amount is signed, which no overlay takes back/],
  [
    'a part from elsewhere',
    [removed(`${signature}.parts[3]`), signing({ name: 'amount', setting: 'withdrawAmount' })],
    /its amount is signed, which no overlay takes back/,
  ],
  [
    'no signature',
    [
      removed(`${withdrawal}.security`),
      removed('$.components.securitySchemes[?@["x-timestamp"]]'),
      removed('$.components.securitySchemes[?@["x-signature"]]'),
      { target: withdrawal, update: { security: [{ apiToken: [] }] } },
    ],
    /its apiKey is signed, which no overlay takes back/,
  ],
])('a withdrawal with %s is refused', async (_, actions, want) => {
  await expect(derived(...actions)).rejects.toThrow(want)
})

it('a withdrawal may have more signed, in another order, and a field that its setting has to be', async () => {
  const operation = await derived(
    removed(`${signature}.parts[0]`),
    signing({ name: 'chain', body: '/chain' }, { name: 'apiKey', header: 'x-api-key' }),
    { target: '$.components.schemas.WithdrawalRequest.properties.chain', update: { const: 'BSC' } },
  )
  const { authentication } = operation ?? {}
  const parts = authentication?.kind === 'signed' ? authentication.signature.construction.parts.map(({ name }) => name) : []
  expect([operation?.unguarded, parts.slice(-2)]).toEqual([undefined, ['chain', 'apiKey']])
})
