import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { deriveOverlaid } from './overlaid.ts'

const folder = await mkdtemp(join(tmpdir(), 'assay-idle-'))
afterAll(() => rm(folder, { recursive: true }))

const schemas = '$.components.schemas'

it.each([
  [
    'null of what may be anything',
    `${schemas}.Coin.properties`,
    { more: { nullable: true } },
    /more has nullable, which nothing reads there/,
  ],
  [
    'what is sent of a setting',
    `${schemas}.WithdrawalRequest.properties.amount`,
    { 'x-sends': '9' },
    /amount has x-sends beside x-setting/,
  ],
  [
    'the address of a base',
    "$.paths['/v1/webservice/withdraw'].post.servers[0]",
    { url: 'https://a.example' },
    /post\/servers\/0\/url: the settings say where chain is, so that nothing reads https:\/\/a\.example/,
  ],
  ['a clause', `${schemas}.Coin`, { 'x-clause': true }, /x-clause: expected a clause, found true/],
] as const)('what something else decides is refused: %s', async (_, target, update, want) => {
  const file = join(folder, 'o.yaml')
  await writeFile(file, JSON.stringify({ overlay: '1.1.0', info: { title: 'T' }, actions: [{ target, update }] }))
  await expect(deriveOverlaid([file])).rejects.toThrow(want)
})
