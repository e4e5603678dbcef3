import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { observedByNothing } from './observed.ts'
import { overlaidContract } from './overlaid-contract.ts'

const folder = await mkdtemp(join(tmpdir(), 'assay-observed-'))
afterAll(() => rm(folder, { recursive: true }))

it('every open point of the document is observed by what there is', () => {
  expect(observedByNothing(contract, { ...contract, openPoints: [] })).toEqual([])
})

it('refuses an open point that is observed by nothing, with the file and the action', async () => {
  await expect(withPoint('other.chain')).resolves.toBeDefined()
  await expect(withPoint('other.chian')).rejects.toThrow(
    /o\.yaml: \/actions\/1: The open point requestWithdrawal\.fees is observed-by other\.chian, and no observation is called that/,
  )
})

async function withPoint(observedBy: string): Promise<unknown> {
  const file = join(folder, 'o.yaml')
  const point = { id: 'requestWithdrawal.fees', clause: '4.3', text: 'Who pays fees: not shown.', 'observed-by': [observedBy] }
  const actions = [
    { target: '$.info', update: { title: 'T' } },
    { target: "$.paths['/v1/webservice/withdraw'].post", update: { 'x-open': [point] } },
  ]
  await writeFile(file, JSON.stringify({ overlay: '1.1.0', info: { title: 'T', version: '1' }, actions }))
  return overlaidContract([file])
}
