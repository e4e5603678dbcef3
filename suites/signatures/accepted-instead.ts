import type { Operation } from '../../contracts/contract.ts'
import { isSigned, type SignedOperation } from '../../contracts/operation-kinds.ts'
import { classify } from '../../engine/evidence/classification.ts'
import type { Exchange } from '../../engine/exchange.ts'
import { controlRoles } from '../../engine/probes/roles.ts'
import { memoized } from '../../language/memoized.ts'
import { signedBehaviours } from '../behaviour/signed-behaviours.ts'
import { explanationRole, formGroups } from './legal-forms/form-requests.ts'
import { possibleMistakes } from './legal-forms/legal-forms.ts'
import { chosenMistakes } from './mistakes/chosen.ts'
import { wrongSignatures } from './variations.ts'

/** The wrong signatures that a target accepts for an operation, each as a sentence about the target. */
export function acceptedInstead(operation: Operation, exchanges: Iterable<Exchange>): string[] {
  const accepted = [...exchanges].filter((each) => each.operation === operation.id && classify(operation, each) === 'accepted')
  const isRightAccepted = accepted.some(({ role }) => role === controlRoles.before)
  const open = isSigned(operation) && !isRightAccepted ? signedBehaviours(operation) : []
  const said = accepted.flatMap(({ role }) => acceptedMistake(operation, role) ?? open.find(({ id }) => id === role)?.instead ?? [])
  return [...new Set(said)]
}

/** What a target does that accepts the role's wrong signature: `it signs seconds instead of milliseconds`. Undefined for other roles. */
export function acceptedMistake(operation: Operation, role: string): string | undefined {
  return isSigned(operation) ? sentences(operation).get(role) : undefined
}

/** By role; if one request stands for several wrong ones, a mistake of the catalogue says the most. */
const sentences = memoized((operation: SignedOperation): ReadonlyMap<string, string> => {
  const made = chosenMistakes(operation).filter(({ open }) => !open)
  const mistaken = new Map(made.map(({ id, title }) => [id, `it signs ${title}`]))
  const variations = wrongSignatures(operation)
  const saying = (role: string, title: string) => mistaken.get(role) ?? `it takes a request ${title}`
  return new Map([
    ...variations.map(({ role, title }) => [role, saying(role, title)] as const),
    ...variations.flatMap(({ role, title, sentAs }) => (sentAs && !mistaken.has(sentAs) ? [[sentAs, saying(role, title)] as const] : [])),
    ...formGroups(operation).flatMap(({ forms }) =>
      forms.flatMap((form) =>
        possibleMistakes(operation, form).map(({ id, title }) => [explanationRole(form.id, id), `it signs ${title}`] as const),
      ),
    ),
  ])
})
