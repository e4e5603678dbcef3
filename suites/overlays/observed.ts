import type { Contract } from '../../contracts/contract.ts'
import { isLike } from '../../contracts/wildcard.ts'
import { createCatalogue } from '../index.ts'

/** Open points that say they are observed by what no observation is called, one sentence each; those of `own` stand as they are. */
export function observedByNothing(contract: Contract, own: Contract): string[] {
  const stated = new Set(own.openPoints.flatMap(({ id, observedBy = [] }) => observedBy.map((pattern) => `${id} ${pattern}`)))
  const shown = createCatalogue(contract).observations.map(({ id }) => id)
  return contract.openPoints.flatMap(({ id, operation = '*', observedBy = [] }) =>
    observedBy
      .filter((pattern) => !stated.has(`${id} ${pattern}`) && !shown.some((name) => isLike(`${operation}.${pattern}`, name)))
      .map((pattern) => `The open point ${id} is observed-by ${pattern}, and no observation is called that.`),
  )
}
