import type { Operation } from '../../../contracts/contract.ts'
import { getOrInsert } from '../../../language/get-or-insert.ts'
import { addressOf, claimedReads } from '../../target.ts'
import type { Channel } from '../channel.ts'
import type { Draft } from '../draft.ts'

/** Sends a right request of the operation of another or, where that moves money, of one that reads at the same host, if there is any. */
export type Interpose = (draft: Draft) => Promise<void>

/** One that is asked for while another is under way is that. */
export function interposedReads(
  { contract, target }: Pick<Channel, 'contract' | 'target'>,
  read: (draft: Draft) => Promise<unknown>,
): Interpose {
  const underway = new Map<Operation, Promise<unknown>>()
  const originOf = (operation: Operation) => new URL(addressOf(target, operation)).origin
  return async (draft) => {
    const there = claimedReads(contract, target).filter((each) => originOf(each) === originOf(draft.operation))
    const operation = there.find((each) => each === draft.operation) ?? there[0]
    if (!operation) return
    await getOrInsert(underway, operation, () =>
      read({ ...draft, operation })
        .catch(() => undefined)
        .finally(() => underway.delete(operation)),
    )
  }
}
