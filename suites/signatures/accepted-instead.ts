import type { Operation } from '../../contracts/contract.ts'
import { explain } from '../../contracts/mistakes/mistakes.ts'
import { isSigned, type SignedOperation } from '../../contracts/operation-kinds.ts'
import { signingInputs } from '../../engine/client/disclosure.ts'
import { classify } from '../../engine/evidence/classification.ts'
import { type Exchange, headerValue } from '../../engine/exchange.ts'
import { controlRoles } from '../../engine/probes/roles.ts'
import type { Target } from '../../engine/target.ts'
import { memoized } from '../../language/memoized.ts'
import { signedBehaviours } from '../behaviour/signed-behaviours.ts'
import { habitual } from './habits.ts'
import { explanationRole, formGroups } from './legal-forms/form-requests.ts'
import { possibleMistakes } from './legal-forms/legal-forms.ts'
import { chosenMistakes } from './mistakes/chosen.ts'
import { seldomSigned } from './mistakes/rare.ts'
import { wrongSignatures } from './variations.ts'

/** The wrong signatures that a target accepts for an operation, each as a sentence about the target; by its settings also those made in rare ways. */
export function acceptedInstead(operation: Operation, exchanges: Iterable<Exchange>, settings: Target['settings'] = {}): string[] {
  if (!isSigned(operation)) return []
  const accepted = [...exchanges].filter((each) => each.operation === operation.id && classify(operation, each) === 'accepted')
  const isRightAccepted = accepted.some(({ role }) => role === controlRoles.before)
  const open = isRightAccepted ? [] : signedBehaviours(operation)
  const said = accepted.flatMap((exchange, index) => {
    const { role } = exchange
    const own = acceptedMistake(operation, role) ?? open.find(({ id }) => id === role)?.instead
    const isTold = isRightAccepted || index >= mostExplained || (own !== undefined && !signedBySeed(operation).has(role))
    return (isTold ? undefined : signedInstead(operation, settings, exchange)) ?? own ?? []
  })
  return [...new Set(said)]
}

/** Each is looked for among all mistakes, and no more are named. */
const mostExplained = 5

/** The roles of requests whose sentence does not tell how they are signed, since the seed chooses the way. */
const signedBySeed = memoized(
  (operation: SignedOperation): ReadonlySet<string> =>
    new Set([...habitual(operation), ...seldomSigned(operation)].map(({ role }) => role)),
)

/** How a wrong signature was made; undefined where none stands in its place. */
function signedInstead(operation: SignedOperation, settings: Target['settings'], { request }: Exchange): string | undefined {
  const { construction, header } = operation.authentication.signature
  const [input] = signingInputs(operation, settings, request)
  const signature = headerValue(request.headers, header)
  const mistake = input && signature ? explain(construction, input, signature) : undefined
  return mistake && `it signs ${mistake.title}`
}

/** What a target does that accepts the role's wrong signature: `it signs seconds instead of milliseconds`. Undefined for other roles. */
export function acceptedMistake(operation: Operation, role: string): string | undefined {
  return isSigned(operation) ? sentences(operation).get(role) : undefined
}

/** By role; if one request stands for several wrong ones, mistakes of the catalogue say the most, and which of them it is cannot be told. */
const sentences = memoized((operation: SignedOperation): ReadonlyMap<string, string> => {
  const made = chosenMistakes(operation).filter(({ open }) => !open)
  const mistakes = new Map(made.map(({ id, title }) => [id, title]))
  const variations = wrongSignatures(operation)
  const standsFor = Map.groupBy(variations, ({ role, sentAs }) => sentAs ?? role)
  return new Map([
    ...variations.map(({ role, title }) => {
      const tried = new Set([role, ...(standsFor.get(role) ?? []).map((wrong) => wrong.role)])
      const signed = [...tried].flatMap((each) => mistakes.get(each) ?? [])
      return [role, signed.length > 0 ? `it signs ${signed.join(', or ')}` : `it takes a request ${title}`] as const
    }),
    ...formGroups(operation).flatMap(({ forms }) =>
      forms.flatMap((form) =>
        possibleMistakes(operation, form).map(({ id, title }) => [explanationRole(form.id, id), `it signs ${title}`] as const),
      ),
    ),
  ])
})
