import type { Operation } from '../../contracts/contract.ts'
import { answer, type ServedAnswer, type Stock } from '../answers.ts'
import type { Hooks } from '../mutant.ts'
import type { Received } from '../received.ts'
import { credentialProblem } from './credentials.ts'
import { inputs } from './inputs.ts'
import type { Refusal } from './refusals.ts'
import { type Accepted, type Explainer, headerProblem, orderProblem, signatureProblem } from './signature.ts'
import { type SentSecret, straySecret } from './stray-secrets.ts'
import { boundProblem } from './withdrawal-bounds.ts'

/** A request that reached an operation, and the mutant's hooks there. */
export interface Routed {
  readonly operation: Operation
  readonly path: Readonly<Record<string, string>>
  readonly request: Received
  readonly hooks: Hooks
}

export interface State extends Stock {
  /** What was accepted of the requests that a key signed. */
  readonly accepted: (key: string) => Accepted
  /** The secrets that requests are signed with, or present. */
  readonly secrets: readonly SentSecret[]
  readonly explainer: Explainer | undefined
}

/** Decides what a request gets: credentials first, then its inputs, and for a signed one the signature over them. */
export function judgeRequest({ operation, path, request, hooks }: Routed, state: State): ServedAnswer {
  const outset = presented(operation, request, state)
  // Another operation's credential in the place of the right one is told as a wrong one.
  const secrets = outset ? state.secrets.filter(({ owners }) => owners.length === 0) : state.secrets
  const stray = state.behaviour.sentSecret === 'refused' ? straySecret(request, operation, secrets) : undefined
  if (stray) return { refusal: stray }
  const decided = (decision: Refusal | undefined) => (hooks.authenticate ? hooks.authenticate(decision, request) : decision)
  const { authentication } = operation
  const signed = authentication.kind === 'signed'
  const early = signed ? undefined : decided(outset)
  if (early) return { refusal: early }
  const read = inputs(operation, request, path, state.behaviour)
  if ('refusal' in read) return { refusal: (signed ? outset : undefined) ?? read.refusal }
  const late = signed ? decided(outset ?? signatureProblem(authentication, request, state)) : undefined
  const accepted = signed && !late ? state.accepted(authentication.key.setting) : undefined
  const order = signed && accepted ? orderProblem(authentication, request, accepted, state.behaviour) : undefined
  const refused = late ?? order ?? (accepted && boundProblem(operation, read.values, state, accepted.withdrawals))
  if (refused) return { refusal: refused }
  return answer(operation, read.values, state, hooks)
}

/** The answer that a right request of these inputs would get, whatever its credentials: what a lax server gives away. */
export function unguardedAnswer({ operation, path, request, hooks }: Routed, state: State): ServedAnswer {
  const read = inputs(operation, request, path, state.behaviour)
  return answer(operation, 'values' in read ? read.values : {}, state, hooks)
}

function presented({ authentication }: Operation, request: Received, { settings, behaviour }: State): Refusal | undefined {
  if (authentication.kind === 'none') return undefined
  if (authentication.kind === 'signed') return headerProblem(authentication, settings, request, behaviour)
  return credentialProblem(authentication, settings, request, behaviour)
}
