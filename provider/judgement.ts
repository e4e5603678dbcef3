import type { Operation } from '../contracts/contract.ts'
import { type Answer, answer, type Stock } from './answers.ts'
import { credentialProblem } from './credentials.ts'
import { inputs } from './inputs.ts'
import type { Hooks } from './mutant.ts'
import type { Explain } from './options.ts'
import type { Received } from './received.ts'
import type { Refusal } from './refusals.ts'
import { type Accepted, headerProblem, orderProblem, signatureProblem } from './signature.ts'
import { type Secret, straySecret } from './stray-secrets.ts'

/** What a server decides from. */
export interface Bench extends Stock {
  /** What was accepted of the requests that a key signed. */
  readonly accepted: (key: string) => Accepted
  /** The secrets with which requests are signed: none of them is ever sent. */
  readonly secrets: readonly Secret[]
  readonly explain: Explain | undefined
}

/** Decides what a request gets: credentials first, then its inputs, and for a signed one the signature over them. */
export function judge(operation: Operation, path: Readonly<Record<string, string>>, request: Received, bench: Bench, hooks: Hooks): Answer {
  const stray = bench.behaviour.sentSecret === 'refused' ? straySecret(request, bench.secrets) : undefined
  if (stray) return { refusal: stray }
  const decided = (decision: Refusal | undefined) => (hooks.authenticate ? hooks.authenticate(decision, request) : decision)
  const { authentication } = operation
  const signed = authentication.kind === 'signed'
  const outset = presented(operation, request, bench)
  const early = signed ? undefined : decided(outset)
  if (early) return { refusal: early }
  const read = inputs(operation, request, path, bench.behaviour)
  if ('refusal' in read) return { refusal: (signed ? outset : undefined) ?? read.refusal }
  const late = signed
    ? decided(outset ?? signatureProblem(authentication, bench.settings, request, bench.behaviour, bench.explain))
    : undefined
  const order =
    signed && !late ? orderProblem(authentication, request, bench.accepted(authentication.key.setting), bench.behaviour) : undefined
  if (late ?? order) return { refusal: (late ?? order) as Refusal }
  return answer(operation, read.values, bench, hooks)
}

/** The answer that a right request of these inputs would get, whatever its credentials: what a lax server gives away. */
export function unguarded(
  operation: Operation,
  path: Readonly<Record<string, string>>,
  request: Received,
  bench: Bench,
  hooks: Hooks,
): Answer {
  const read = inputs(operation, request, path, bench.behaviour)
  return answer(operation, 'values' in read ? read.values : {}, bench, hooks)
}

function presented({ authentication }: Operation, request: Received, { settings, behaviour }: Bench): Refusal | undefined {
  if (authentication.kind === 'none') return undefined
  if (authentication.kind === 'signed') return headerProblem(authentication, settings, request, behaviour)
  return credentialProblem(authentication, settings, request, behaviour)
}
