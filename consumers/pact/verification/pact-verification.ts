import type { Contract, Operation } from '../../../contracts/contract.ts'
import { settingsOf } from '../../../contracts/needed-settings.ts'
import { type Interaction, operationOfInteraction, pactConsumer, pacts } from '../../../contracts/pacts/pacts.ts'
import { validatorsFor } from '../../../contracts/schemas/validators.ts'
import { isSuccessful } from '../../../contracts/statuses.ts'
import { type Client, createClient } from '../../../engine/client/client.ts'
import { begun, type Clock, endAfter, systemClock } from '../../../engine/client/clock.ts'
import type { Journal } from '../../../engine/client/withdrawals/journal.ts'
import { keptBack } from '../../../engine/engine.ts'
import { jsonOf } from '../../../engine/evidence/body.ts'
import { classify } from '../../../engine/evidence/classification.ts'
import { describe } from '../../../engine/evidence/evidence.ts'
import { registeredId } from '../../../engine/evidence/identifier.ts'
import { createShapes, type Shapes } from '../../../engine/evidence/shape.ts'
import type { Exchange } from '../../../engine/exchange.ts'
import { doubtOfSettings } from '../../../engine/judging/doubts/doubtful-settings.ts'
import { type Finding, foundIn, merged, type Outcome, type Ruling, rulingOf, unlessDoubtful } from '../../../engine/judging/outcome.ts'
import { keepOfRight } from '../../../engine/probes/steps.ts'
import type { Run } from '../../../engine/run.ts'
import { type Admission, admit, type Candidate } from '../../../engine/selection.ts'
import { isLocal, type Target } from '../../../engine/target.ts'
import { defined } from '../../../language/defined.ts'
import { diagnose } from '../../../targets/diagnosis.ts'
import { valueAtPointer } from '../../../text/json/pointer.ts'
import { mostHanded } from './handed-answer.ts'
import { mismatchFindings } from './mismatches.ts'
import { interactionHeader, type PactProxy, startPactProxy } from './pact-proxy.ts'
import { type InteractionResult, VerifierError, verifyWithPact } from './pact-verifier.ts'

export interface PactVerificationOptions {
  readonly contract: Contract
  readonly target: Target
  /** The most that all of it may take, in milliseconds. */
  readonly deadline?: number
  /** The most that one request may take, in milliseconds. */
  readonly timeout?: number
  readonly signal?: AbortSignal
  readonly clock?: Clock
  readonly journal?: Journal
  /** The interactions to verify; by default those of the contract's pacts. */
  readonly interactions?: readonly Interaction[]
  readonly verify?: typeof verifyWithPact
}

export interface PlannedInteraction {
  readonly interaction: Interaction
  readonly operation: Operation
  readonly admission: Admission
}

const defaultDeadline = 120_000

/** Every interaction of the contract's pacts, and whether it may be sent to a target. */
export function planPacts(
  contract: Contract,
  target: Target,
  interactions: readonly Interaction[] = [...pacts(contract).values()].flatMap((pact) => pact.interactions),
): PlannedInteraction[] {
  return interactions.flatMap((interaction) => {
    const operation = operationOfInteraction(contract, interaction)
    return operation ? [{ interaction, operation, admission: admit(contract, target, {}, candidateOf(interaction, operation)) }] : []
  })
}

/** Runs Pact's own verifier against a target and gives one outcome for each interaction. Never throws for what a target does. */
export async function verifyPacts(options: PactVerificationOptions): Promise<Run> {
  const { contract, target, clock = systemClock, deadline: most = defaultDeadline } = options
  const deadline = most - keptBack(most)
  const planned = planPacts(contract, target, options.interactions)
  const { startedAt, finishedAt } = begun(clock)
  using end = endAfter(clock, deadline, options.signal)
  const { signal, timeLeft } = end
  const client = createClient({ ...options, signal, timeLeft })
  const verified = {
    ...(await verify(client, planned, { ...options, signal, deadline })),
    shapes: createShapes(await validatorsFor(contract)),
  }
  await client.close()
  const exchanges = [...verified.exchanges.values()]
  return {
    contract,
    target,
    startedAt,
    finishedAt: finishedAt(),
    timeLeft: signal.aborted ? 0 : Math.max(0, timeLeft()),
    complete: !signal.aborted,
    notes: [
      'Pact sees successes only: wrong credentials and signatures are judged by `assay run`.',
      ...noteOfShortened(verified),
      ...(signal.aborted ? ['The run was ended before it was done.'] : []),
    ],
    outcomes: unlessDoubtful(
      planned.map((each) => outcomeOf(each, verified)),
      [doubtOfSettings(contract.operations, exchanges, () => true)],
    ),
    observations: [],
    exchanges,
    unknownFate: client.spent().unknown,
    registered: planned.flatMap((each) => registeredIn(each, verified)),
    diagnoses: diagnose({ contract, target, exchanges }),
  }
}

interface Verification extends Pick<PactProxy, 'exchanges' | 'shortened' | 'failedStates'> {
  readonly results: readonly InteractionResult[]
  readonly problem?: string
}

interface Verified extends Verification {
  readonly shapes: Shapes
}

function noteOfShortened({ shortened }: Verification): string[] {
  const parts = [...shortened].flatMap(([key, most]) => (most > 0 ? [`${most} of ${key}`] : []))
  if (parts.length === 0) return []
  return [
    `Pact's verifier needs much memory for long answers, so it was given only the first elements of each list: ${parts.join(', ')}. ` +
      "Where it found nothing wrong, Assay's own validators judged the whole answer.",
  ]
}

async function verify(
  client: Client,
  planned: readonly PlannedInteraction[],
  { deadline = defaultDeadline, signal, verify: run = verifyWithPact }: PactVerificationOptions,
): Promise<Verification> {
  const admitted = planned.filter(({ admission }) => admission.verdict === 'judged')
  if (admitted.length === 0) return { results: [], exchanges: new Map(), shortened: new Map(), failedStates: [] }
  const proxy = await startPactProxy(client, new Map(admitted.map(({ interaction, operation }) => [interaction.key, operation])))
  const pact = marked(admitted.map(({ interaction }) => interaction))
  const { url, statesUrl, exchanges, shortened, failedStates } = proxy
  try {
    const results = await run(defined({ pact, url, statesUrl, patience: deadline, signal }))
    return { results, exchanges, shortened, failedStates }
  } catch (error) {
    if (!(error instanceof VerifierError)) throw error
    return { results: [], exchanges, shortened, failedStates, problem: error.message }
  } finally {
    await proxy.close()
  }
}

/** One pact of all interactions, each of which tells the proxy its key. */
function marked(interactions: readonly Interaction[]) {
  return {
    consumer: { name: pactConsumer },
    provider: { name: 'target' },
    interactions: interactions.map((interaction) => {
      const { request, key } = interaction
      return { ...interaction, request: { ...request, headers: { ...request.headers, [interactionHeader]: [key] } } }
    }),
    metadata: { pactSpecification: { version: '4.0' } },
  }
}

/** What a run's guards are asked about an interaction. */
function candidateOf({ key }: Interaction, operation: Operation): Candidate {
  const probe = { operation, phase: 'judging', needs: settingsOf(operation) } as const
  return { id: `pact.${key}`, requirement: `${operation.id}.accepted`, probe }
}

function outcomeOf({ interaction, operation, admission }: PlannedInteraction, verified: Verified): Outcome {
  const exchange = verified.exchanges.get(interaction.key)
  const { id, requirement } = candidateOf(interaction, operation)
  return {
    check: id,
    requirement,
    level: 'MUST',
    clause: operation.clause,
    operation: operation.id,
    title: interaction.description,
    ...(admission.verdict === 'judged' ? judge(interaction, operation, exchange, verified) : { ...admission, findings: [] }),
    evidence: exchange ? [exchange.id] : [],
  }
}

const tooLong =
  `The answer is longer than what Pact's verifier is given (${keepOfRight >> 20} MB, ` +
  `or ${mostHanded >> 10} KB with one element of each list): \`assay run\` judges long ones.`

/** Nothing counts as passed but a result that says so, of an answer that came from the target and showed what the pact is about. */
function judge(interaction: Interaction, operation: Operation, exchange: Exchange | undefined, verified: Verified): Ruling {
  const results = verified.results.filter(({ interactionKey }) => interactionKey === interaction.key)
  const [result] = results
  const unknown = (reason: string): Ruling => ({ verdict: 'inconclusive', findings: [], reason })
  if (verified.failedStates.length > 0) return unknown(`A provider state could not be set up. ${verified.failedStates[0]}`)
  if (!result || results.length > 1)
    return unknown(verified.problem ?? `Pact's verifier gave ${results.length} results for it instead of one.`)
  if (!exchange) return unknown("Pact's verifier sent no request for it.")
  const classification = classify(operation, exchange)
  if (classification === 'unanswered' && !isSuccessful(exchange.response?.status))
    return unknown(`A right request was not answered: ${describe(operation, exchange, classification)}.`)
  if (exchange.response?.truncated) return unknown(tooLong)
  const most = verified.shortened.get(interaction.key)
  const inWhole = most === undefined ? [] : findingsOfWhole(operation, exchange, verified.shapes)
  if (most === 0) return rulingOf('MUST', inWhole, unknown(tooLong))
  if (result.result !== 'OK') return { verdict: 'failed', findings: mismatchFindings(result, exchange.id) }
  if (showsNothing(interaction, operation, exchange))
    return unknown('The list in the answer is empty, which proves nothing of the records in it.')
  return rulingOf('MUST', inWhole, { verdict: 'passed', findings: [] })
}

/** What Assay's own validators find in an answer, of which Pact's verifier saw the beginnings of its lists. */
function findingsOfWhole(operation: Operation, { id, response }: Exchange, shapes: Shapes): Finding[] {
  const form = { id: operation.id, ...operation.success }
  const findings = response ? form.fields.flatMap((field) => shapes(form, field, response).findings) : []
  return merged(foundIn(id, findings))
}

/** True if the pact's example holds records and the answer none. */
function showsNothing({ response }: Interaction, { payload }: Operation, exchange: Exchange): boolean {
  if (!payload.record.endsWith('/*') || !exchange.response) return false
  const list = payload.record.slice(0, -2)
  const [expected, actual] = [valueAtPointer(response.body?.content, list), valueAtPointer(jsonOf(exchange.response).value, list)]
  return Array.isArray(expected) && expected.length > 0 && Array.isArray(actual) && actual.length === 0
}

function registeredIn({ interaction, operation }: PlannedInteraction, { exchanges }: Verified): string[] {
  const exchange = exchanges.get(interaction.key)
  if (!operation.movesMoney || !exchange || classify(operation, exchange) !== 'accepted') return []
  return [registeredId(operation, exchange) ?? 'without an id']
}

/** How many withdrawals a verification may register, where that is more than play: on this machine nothing moves. */
export function withdrawalsOf(planned: readonly PlannedInteraction[], target: Target): number {
  return planned.filter(({ operation, admission }) => {
    return operation.movesMoney && admission.verdict === 'judged' && !isLocal(target, operation)
  }).length
}
