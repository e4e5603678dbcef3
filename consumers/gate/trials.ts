import { availableParallelism } from 'node:os'
import type { Contract } from '../../contracts/contract.ts'
import type { Exchange } from '../../engine/exchange.ts'
import type { Behaviour } from '../../provider/behaviour.ts'
import { defined } from '../../spec/defined.ts'
import { sizeOf } from '../traffic/keeping.ts'
import { callbackOf, notificationOf } from './callback.ts'
import { type Ended, endingWords } from './command.ts'
import { type Coping, type CopingOptions, type Group, inTurn, type Trial, type TrialResult, trialsOf } from './coping.ts'
import { type Effects, effectsOn, keepRequests, type Requests, type Setting } from './effects.ts'
import { type Gated, type GateOptions, gate } from './gate.ts'

/** A run of the command, and what it asked and was answered, in its order. */
export interface Traced {
  readonly gated: Gated
  readonly requests: Requests
  readonly steps: readonly Exchange[]
}

const mostSteps = 1_000
const mostBytes = 16 << 20

/** Runs the command and keeps what it asks, so that it can be told what another provider would have answered. */
export async function traced(options: GateOptions): Promise<Traced> {
  const requests = keepRequests()
  const steps: Exchange[] = []
  let bytes = 0
  const gated = await gate({
    ...options,
    onServed: (served) => requests.add(served),
    onSent: ({ exchange }) => {
      bytes += sizeOf(exchange)
      if (steps.length < mostSteps && bytes < mostBytes) steps.push(exchange)
    },
  })
  return { gated, requests, steps }
}

/** How many commands run side by side unless it is said. */
export const defaultJobs = availableParallelism()

/** Runs the command again against conforming variants and against mutants, those with most news first. */
export async function cope(options: GateOptions, plain: Traced, wanted: CopingOptions): Promise<Coping> {
  const { shard, budget } = wanted
  const part = shard && { shard: `${shard.part}/${shard.of}` }
  const { ended } = plain.gated
  if (!isWell(ended)) return { ...part, reason: `It already fails with the plain provider: ${endingWords(ended)}.`, trials: [] }
  const all = await trialsOf(options.contract, wanted, options.operations)
  const own = shard ? all.filter(({ order }) => order % shard.of === shard.part - 1) : all
  const signal = endOf(options.signal, budget)
  const { unmet, groups } = await grouped(own, plain, settingOf(options, plain))
  const trials = [...unmet.map((trial) => resultOf(trial, 'equivalent')), ...(await tried({ ...options, signal }, plain, wanted, groups))]
  return {
    ...part,
    ...(options.signal?.aborted && { isInterrupted: true }),
    trials: trials.sort((one, other) => one.order - other.order),
  }
}

/** Aborted once no further trial may run: on an interruption, or when time is up. */
function endOf(signal: AbortSignal | undefined, budget: number | undefined): AbortSignal {
  const timed = budget === undefined ? [] : [budget > 0 ? AbortSignal.timeout(Math.min(budget, 2 ** 31 - 1)) : AbortSignal.abort()]
  return AbortSignal.any([...(signal ? [signal] : []), ...timed])
}

/** What the requests of the first run tell of a trial, before anything is run again. */
async function grouped(trials: readonly Trial[], plain: Traced, setting: Setting): Promise<{ unmet: Trial[]; groups: Group[] }> {
  const effects = effectsOn(plain.requests.all(), setting)
  const unmet: Trial[] = []
  const groups = new Map<string, Group>()
  for (const trial of trials) {
    await new Promise((resolve) => setImmediate(resolve))
    const effect = effectOf(trial, plain, effects)
    const others = groups.get(effect)
    if (effect === 'none') unmet.push(trial)
    else groups.set(effect, others ? [...others, trial] : [trial])
  }
  return { unmet, groups: inTurn([...groups.values()]) }
}

async function tried(
  options: GateOptions & { readonly signal: AbortSignal },
  plain: Traced,
  { jobs, onProgress }: CopingOptions,
  groups: readonly Group[],
): Promise<TrialResult[]> {
  const results: TrialResult[] = []
  const waiting = [...groups]
  const worker = async () => {
    for (let group = waiting.shift(); group; group = waiting.shift()) {
      const [first, ...others] = group
      onProgress?.({ done: groups.length - waiting.length - 1, total: groups.length, doing: first.name })
      const result = options.signal.aborted ? resultOf(first, 'not run') : await run(options, plain, first)
      const { verdict, ending } = result
      results.push(result, ...others.map((trial) => resultOf(trial, verdict, defined({ alike: first.name, ending }))))
    }
  }
  await Promise.all(Array.from({ length: Math.max(1, jobs) }, worker))
  return results
}

function run(options: GateOptions, plain: Traced, trial: Trial): Promise<TrialResult> {
  return trial.kind === 'variant' ? runVariant(options, plain, trial) : runMutant(options, plain, trial)
}

type More = Pick<TrialResult, 'ending' | 'exchange' | 'alike'>

/** The result of a trial; without requirements for a mutant that was never met. */
function resultOf(trial: Trial, verdict: TrialResult['verdict'], more: More = {}): TrialResult {
  const { order, name, title, kind, openPoints } = trial
  const requirements = verdict === 'noticed' || verdict === 'survived' ? trial.requirements : []
  return { order, name, title, kind, requirements, openPoints, verdict, ...more }
}

/** What a mutant changes of what the command was answered at the plain provider: nothing, something, or what looking cannot tell. */
function effectOf({ name, provider: { mutant } }: Trial, { requests }: Traced, effects: Effects): string {
  if (!mutant || mutant.behaviour || !requests.isWhole()) return `unknown ${name}`
  return effects.of(mutant) ?? 'none'
}

async function runVariant(options: GateOptions, plain: Traced, trial: Trial): Promise<TrialResult> {
  const { gated, steps } = await traced(variantOptions(options, plain, trial))
  if (gated.ended.reason === 'interrupted') return resultOf(trial, 'not run')
  if (isWell(gated.ended)) return resultOf(trial, 'passed')
  const exchange = parting(plain.steps, steps)
  const openPoints = await reliedOn(options, plain, trial)
  return { ...resultOf(trial, 'failed', defined({ ending: endingWords(gated.ended), exchange })), openPoints }
}

function variantOptions(options: GateOptions, { gated: { ended, requests } }: Traced, trial: Pick<Trial, 'provider'>): GateOptions {
  return trialOptions(options, trial, 15_000 + ended.durationMs * 10 + requests * 1_500)
}

/** Where a variant differs at several points, those at which the command fails when the provider differs there alone; else all. */
async function reliedOn(options: GateOptions, plain: Traced, { provider, openPoints }: Trial): Promise<readonly string[]> {
  const behaviours = Object.entries(provider.behaviour ?? {}).map((entry) => Object.fromEntries([entry]) as Behaviour)
  if (behaviours.length < 2) return openPoints
  const { openPointsOf } = await import('./open-points.ts')
  const points = new Set<string>()
  for (const behaviour of behaviours) {
    if (options.signal?.aborted) return openPoints
    const { ended } = (await traced(variantOptions(options, plain, { provider: { behaviour } }))).gated
    if (!isWell(ended) && ended.reason !== 'interrupted')
      for (const point of openPointsOf(options.contract, { behaviour })) points.add(point)
  }
  return points.size > 0 ? [...points] : openPoints
}

async function runMutant(options: GateOptions, plain: Traced, trial: Trial): Promise<TrialResult> {
  const { gated, requests } = await traced(trialOptions(options, trial, 5_000 + plain.gated.ended.durationMs * 4))
  const { ended } = gated
  if (ended.reason === 'interrupted') return resultOf(trial, 'not run')
  if (!isMet(trial, plain, requests, settingOf(options, plain))) return resultOf(trial, 'equivalent')
  return isWell(ended) ? resultOf(trial, 'survived') : resultOf(trial, 'noticed', { ending: endingWords(ended) })
}

/** Whether a command met a fault that the requests of its first run could not show. */
function isMet({ provider: { mutant } }: Trial, plain: Traced, requests: Requests, setting: Setting): boolean {
  const isKnown = !mutant || (!mutant.behaviour && plain.requests.isWhole())
  return isKnown || !requests.isWhole() || effectsOn(requests.all(), setting).of(mutant) !== undefined
}

function settingOf({ contract, callback: wanted }: GateOptions, { gated }: Traced): Setting {
  const { settings } = gated.run.target
  return { contract, settings, ...(wanted && notification(contract, settings, wanted)) }
}

function notification(contract: Contract, settings: Setting['settings'], wanted: NonNullable<GateOptions['callback']>) {
  const callback = callbackOf(contract)
  return callback && { callback: notificationOf(callback, settings, wanted) }
}

function trialOptions({ onOutput: _, ...options }: GateOptions, { provider }: Pick<Trial, 'provider'>, patience: number): GateOptions {
  return { ...options, provider, timeout: Math.min(options.timeout ?? Number.POSITIVE_INFINITY, patience) }
}

function isWell({ exitCode, reason }: Ended): boolean {
  return exitCode === 0 && reason === 'ended'
}

/** The exchange after which a command went another way than at the plain provider: it did not cope with that answer. */
function parting(plain: readonly Exchange[], other: readonly Exchange[]): Exchange | undefined {
  const at = other.findIndex((exchange, index) => plain[index]?.operation !== exchange.operation)
  const end = at < 0 ? other.length : at
  const strange = other.slice(0, end).find(({ response }, index) => response?.status !== plain[index]?.response?.status)
  return strange ?? other[end - 1]
}
