import { type Exchange, isWebPage } from '../../engine/exchange.ts'
import { openingRole } from '../../engine/probes/roles.ts'
import type { Control, Examined } from '../examined.ts'
import { variablesOf } from './setting-variables.ts'

export type Hindered = ReturnType<typeof hinderedOf>

/**
 * Operations whose right requests met the same obstacle, the status of the first of their answers, where they were asked, and the variables of
 * what they need, empty if there are none; `accepted` are the right requests of other operations.
 */
export function hinderedOf(examined: Examined, refused: readonly [Control, ...Control[]], accepted: readonly Control[]) {
  const { contract, target } = examined
  const operations = refused.map(({ operation }) => operation)
  const addresses = [...new Set(operations.map(({ base }) => target.bases[base]))].join(' and ')
  const { status } = refused[0].exchange.response
  return { examined, refused, accepted, operations, status, addresses, ...variablesOf(contract, target, operations) }
}

/** True for a web page, unless others that accept their right requests refuse wrong ones so: then it is how the target refuses. */
export function isPageInPlace({ exchange: { response } }: Control, { examined: { exchanges }, accepted }: Hindered): boolean {
  const isAlike = ({ operation, role, response: other }: Exchange) =>
    role === openingRole &&
    other?.status === response.status &&
    isWebPage(other) &&
    accepted.some(({ operation: { id } }) => id === operation)
  return isWebPage(response) && !exchanges.some(isAlike)
}
