import type { Callback, Contract, Operation } from '../contracts/contract.ts'
import { hasScheme, isPaged, isSigned } from '../contracts/operation-kinds.ts'
import type { Validators } from '../contracts/schemas/validator.ts'
import { validatorsFor } from '../contracts/schemas/validators.ts'
import { createShapes, type Shapes } from '../engine/evidence/shape.ts'
import type { Catalogue, Check, Observation } from '../engine/judging/check.ts'
import type { Probe } from '../engine/probes/probe.ts'
import { memoized } from '../language/memoized.ts'
import { acceptedCheck, preferenceChecks } from './answers/accepted.ts'
import { answerChecks, toldSecretChecks } from './answers/checks.ts'
import { preferenceProbes } from './answers/probe.ts'
import type { Senders } from './answers/right-requests.ts'
import { uniqueChecks } from './answers/uniques.ts'
import { askedForChecks } from './asked-for/checks.ts'
import { askedObservations, freeObservations, signedObservations } from './behaviour/observations.ts'
import { behaviourProbe } from './behaviour/probe.ts'
import { futureProbe, signedBehaviourProbe } from './behaviour/signed-probe.ts'
import { callbackChecks } from './callbacks/checks.ts'
import { callbackObservations } from './callbacks/observations.ts'
import { callbackProbe } from './callbacks/probe.ts'
import { credentialChecks } from './credentials/checks.ts'
import { credentialProbe } from './credentials/probe.ts'
import { lateCredential } from './credentials/wrong-credentials.ts'
import { fieldChecks } from './fields/checks.ts'
import { inputChecks } from './inputs/checks.ts'
import { inputsProbe } from './inputs/probe.ts'
import { pageChecks } from './pages/checks.ts'
import { pagesProbe } from './pages/probe.ts'
import { refusalChecks } from './refusals/checks.ts'
import { sinceOf } from './releases.ts'
import { robustnessChecks } from './robustness/checks.ts'
import { malformedRequests, robustnessProbe } from './robustness/probe.ts'
import { signatureChecks } from './signatures/checks.ts'
import { signatureProbe } from './signatures/probe.ts'

/** The catalogue of a contract: the committed one, or one that an overlay changed. Planning, judging and judging again need the same. */
export const catalogueOf: (contract: Contract) => Promise<Catalogue> = memoized(async (contract: Contract) =>
  createCatalogue(contract, await validatorsFor(contract)),
)

/** The catalogue without a cache. Without validators it knows what to ask, but cannot judge. */
export function createCatalogue(contract: Contract, validators: Validators = new Map()): Catalogue {
  const shapes = createShapes(validators)
  const asked = contract.operations.map((operation) => ({ operation, probes: probesOf(contract, operation) }))
  const everyone = asked.flatMap(({ probes }) => sendersOf(probes))
  const parts = [
    ...asked.map(({ operation, probes }) => ({
      checks: [...checksOf(contract, operation, probes, shapes), ...toldSecretChecks(operation, startingWith(probes.access, everyone))],
      observations: observationsOf(contract, operation, probes),
    })),
    ...contract.callbacks.map((callback) => callbackCatalogue(contract, callback)),
  ]
  const checks = parts.flatMap((part) => part.checks.map((check) => ({ ...check, ...sinceOf(check.id) })))
  return { checks, observations: parts.flatMap(({ observations }) => observations) }
}

interface Probes {
  readonly access: Probe
  readonly pages: Probe | undefined
  readonly inputs: Probe
  readonly behaviour: Probe
  readonly robustness: Probe
  readonly preferences: ReturnType<typeof preferenceProbes>
  /** Those whose right requests have to be accepted, and whose answers are judged for that. */
  readonly rightSenders: Senders
}

function probesOf(contract: Contract, operation: Operation): Probes {
  const access = isSigned(operation) ? signatureProbe(contract, operation) : credentialProbe(contract, operation)
  // Its pages are many requests, and each might cost money.
  const pages = isPaged(operation) && !operation.movesMoney ? pagesProbe(operation) : undefined
  const inputs = inputsProbe(operation)
  const [behaviour, robustness] = observingProbes(operation)
  const others = new Set([...(pages ? [pages] : []), inputs, behaviour, robustness, ...listeningProbes(contract, operation)])
  return { access, pages, inputs, behaviour, robustness, preferences: preferenceProbes(operation), rightSenders: [access, ...others] }
}

function checksOf(contract: Contract, operation: Operation, probes: Probes, shapes: Shapes): Check[] {
  const { access, pages, inputs, behaviour, robustness, preferences, rightSenders } = probes
  const senders = startingWith(pages ?? access, sendersOf(probes))
  return [
    acceptedCheck(operation, rightSenders, Object.values(preferences)),
    ...answerChecks(operation, senders),
    ...fieldChecks(operation, senders, shapes),
    ...credentialChecks(contract, operation, access, behaviour),
    ...(isSigned(operation) ? signatureChecks(contract, operation, access, robustness) : []),
    ...(isPaged(operation) && pages ? pageChecks(operation, senders) : []),
    ...uniqueChecks(operation, senders),
    ...inputChecks(operation, inputs),
    ...askedForChecks(operation, startingWith(inputs, senders)),
    ...refusalChecks(operation, access, inputs, shapes),
    ...preferenceChecks(operation, preferences, access),
    ...robustnessChecks(operation, robustness, behaviour, access),
  ]
}

/** Those whose answers are judged as those to right requests. */
function sendersOf({ rightSenders, preferences }: Probes): Probe[] {
  return [...rightSenders, ...Object.values(preferences)]
}

function startingWith(first: Probe, probes: readonly Probe[]): Senders {
  return [first, ...probes.filter((probe) => probe !== first)]
}

function observationsOf(contract: Contract, operation: Operation, { access, pages, behaviour }: Probes): Observation[] {
  const asked = isSigned(operation)
    ? signedObservations(contract, operation, behaviour, futureProbe(operation))
    : askedObservations(contract, operation, behaviour)
  return [...freeObservations(contract, operation, access, pages), ...asked]
}

/** Behaviour and robustness share one probe, unless requests for the latter are signed wrongly on purpose or may move money. */
function observingProbes(operation: Operation): [behaviour: Probe, robustness: Probe] {
  if (isSigned(operation)) return [signedBehaviourProbe(operation), robustnessProbe(operation)]
  if (operation.movesMoney) return [behaviourProbe(operation), robustnessProbe(operation)]
  const both = behaviourProbe(operation, malformedRequests(operation), hasScheme(operation) ? [lateCredential(operation)] : [])
  return [both, both]
}

/** The requests before and after a callback are right ones too, so the checks of answers judge them. */
function listeningProbes({ callbacks }: Contract, operation: Operation): Probe[] {
  return callbacks.filter(({ followedBy }) => followedBy === operation.id).map((callback) => callbackProbe(callback, operation))
}

function callbackCatalogue(contract: Contract, callback: Callback): Catalogue {
  const operation = contract.operations.find(({ id }) => id === callback.followedBy)
  if (!operation) return { checks: [], observations: [] }
  const probe = callbackProbe(callback, operation)
  return { checks: callbackChecks(callback, operation, probe), observations: callbackObservations(contract, callback, probe) }
}
