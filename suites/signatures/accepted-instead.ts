import type { Operation } from '../../contracts/contract.ts'
import { classify } from '../../engine/evidence/classification.ts'
import type { Exchange } from '../../engine/exchange.ts'
import { isSigned } from '../../engine/request.ts'
import { chosenMistakes } from './chosen.ts'
import { wrongSignatures } from './variations.ts'

/** The wrong signatures that a target accepts of an operation's requests, each as a sentence about the target. */
export function acceptedInstead(operation: Operation, exchanges: Iterable<Exchange>): string[] {
  const said = [...exchanges].flatMap((exchange) => {
    if (exchange.operation !== operation.id || classify(operation, exchange) !== 'accepted') return []
    return wrongSignature(operation, exchange.role) ?? []
  })
  return [...new Set(said)]
}

/** What a target does that accepts the role's wrong signature: `it signs seconds instead of milliseconds`. Undefined for other roles. */
export function wrongSignature(operation: Operation, role: string): string | undefined {
  if (!isSigned(operation)) return undefined
  const titleOf = (name: string) =>
    chosenMistakes(operation).find(({ id, open }) => !open && (name === id || name.endsWith(`.${id}`)))?.title
  const all = wrongSignatures(operation)
  const variation = all.find(({ sentAs }) => sentAs === role) ?? all.find(({ id }) => id === role)
  const title = titleOf(role) ?? titleOf(variation?.id ?? role)
  return title === undefined ? variation && `it takes a request ${variation.title}` : `it signs ${title}`
}
