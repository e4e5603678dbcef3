import { expect, it } from 'vitest'
import { contract } from '../../../contracts/generated/contract.ts'
import { simulatedClient } from '../../../suites/access/simulation.ts'
import { listing, paged, signed, target } from '../../evidence/evidence.fixture.ts'
import { ordinaryRequest } from '../../probes/request.ts'
import type { Draft } from '../draft.ts'
import { interposedReads } from './interposed-reads.ts'

const draftOf = (operation: Draft['operation']): Draft => ({
  probe: 'probe',
  role: 'role',
  operation,
  build: () => ordinaryRequest(operation, simulatedClient(contract)),
})

/** Which operations are read for requests of these, all at once. */
async function readsFor(operations: readonly Draft['operation'][], asked = target): Promise<string[]> {
  const reads: string[] = []
  const interpose = interposedReads({ contract, target: asked }, async ({ operation }) => {
    reads.push(operation.id)
    if (operation === paged) throw new Error('the run is over')
  })
  await Promise.all(operations.map((operation) => interpose(draftOf(operation))))
  return reads
}

it.each([
  { what: 'its own operation, once for several at once', of: [paged, paged, paged], want: [paged.id] },
  { what: 'another at the host of one that moves money', of: [signed], want: [listing.id] },
  { what: 'nothing where the target claims no operation that reads', of: [signed], claimed: [signed.id], want: [] },
  { what: 'nothing of another host', of: [signed], claimed: [signed.id, listing.id], elsewhere: true, want: [] },
])('reads $what', async ({ of, claimed = target.operations, elsewhere = false, want }) => {
  const bases = elsewhere ? { ...target.bases, [listing.base]: 'http://127.0.0.1:2' } : target.bases
  expect(await readsFor(of, { ...target, bases, operations: claimed })).toEqual(want)
})

it('reads again once the one before is over', async () => {
  const reads: string[] = []
  const interpose = interposedReads({ contract, target }, async ({ operation }) => reads.push(operation.id))
  await interpose(draftOf(listing))
  await interpose(draftOf(listing))
  expect(reads).toEqual([listing.id, listing.id])
})
