import { availableParallelism } from 'node:os'
import type { Contract } from '../../contracts/contract.ts'
import type { Exchange } from '../../engine/exchange.ts'
import type { Mutant } from '../../provider/mutant.ts'
import { defined } from '../../spec/defined.ts'
import { sizeOf } from '../traffic/keeping.ts'
import { callbackOf, notificationOf } from './callback.ts'
import { type Ended, endingWords } from './command.ts'
import { type Coping, type CopingOptions, type Trial, type TrialResult, trialsOf } from './coping.ts'
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
  const { shard } = wanted
  const part = shard && { shard: `${shard.part}/${shard.of}` }
  const { ended } = plain.gated
  if (!isWell(ended)) return { ...part, reason: `It fails at the plain provider already: ${endingWords(ended)}.`, trials: [] }
  const all = await trialsOf(options.contract, wanted, options.operations)
  const own = shard ? all.filter(({ order }) => order % shard.of === shard.part - 1) : all
  const work = createWork(options, plain, wanted, own.length)
  const waiting = [...own]
  const results: TrialResult[] = []
  const worker = async () => {
    for (let trial = waiting.shift(); trial; trial = waiting.shift()) results.push(await work(trial))
  }
  await Promise.all(Array.from({ length: Math.max(1, wanted.jobs) }, worker))
  return { ...part, trials: results.sort((one, other) => one.order - other.order) }
}

type Work = (trial: Trial) => Promise<TrialResult>

function createWork(options: GateOptions, plain: Traced, { budget, onProgress }: CopingOptions, total: number): Work {
  const started = performance.now()
  const effects = effectsOn(plain.requests.all(), settingOf(options, plain))
  const known = new Map<string, Promise<TrialResult>>()
  let done = 0
  const isOver = () => options.signal?.aborted === true || (budget !== undefined && performance.now() - started > budget)
  const run = async (trial: Trial) => {
    return trial.kind === 'variant' ? runVariant(options, plain, trial) : runMutant(options, plain, trial)
  }
  const decide = async (trial: Trial): Promise<TrialResult> => {
    await new Promise((resolve) => setImmediate(resolve)) // what is answered by looking alone lets the others work
    if (isOver()) return resultOf(trial, 'not run')
    const effect = effectOf(trial, plain, effects)
    if (effect === 'none') return resultOf(trial, 'equivalent')
    const alike = effect === 'unknown' ? undefined : known.get(effect)
    if (alike) return { ...resultOf(trial, (await alike).verdict), ...endingOf(await alike) }
    const running = run(trial)
    if (effect !== 'unknown') known.set(effect, running)
    return running
  }
  return async (trial) => {
    onProgress?.({ done, total, doing: trial.name })
    const result = await decide(trial)
    done += 1
    return result
  }
}

function endingOf({ ending }: TrialResult): Pick<TrialResult, 'ending'> {
  return ending === undefined ? {} : { ending }
}

function resultOf(trial: Trial, verdict: TrialResult['verdict'], more: Pick<TrialResult, 'ending' | 'exchange'> = {}): TrialResult {
  const { order, name, title, kind, requirements, openPoints } = trial
  return { order, name, title, kind, requirements, openPoints, verdict, ...more }
}

/** What a mutant changes of what the command was answered at the plain provider: nothing, something, or what looking cannot tell. */
function effectOf({ provider: { mutant } }: Trial, { requests }: Traced, effects: Effects): string {
  if (!mutant || mutant.behaviour || !requests.isWhole()) return 'unknown'
  return effects.of(mutant) ?? 'none'
}

async function runVariant(options: GateOptions, plain: Traced, trial: Trial): Promise<TrialResult> {
  const patience = 15_000 + plain.gated.ended.durationMs * 10 + plain.gated.requests * 1_500
  const { gated, steps } = await traced(trialOptions(options, trial, patience))
  if (isWell(gated.ended)) return resultOf(trial, 'passed')
  const exchange = parting(plain.steps, steps)
  return resultOf(trial, 'failed', defined({ ending: endingWords(gated.ended), exchange }))
}

async function runMutant(options: GateOptions, plain: Traced, trial: Trial): Promise<TrialResult> {
  const { gated, requests } = await traced(trialOptions(options, trial, 5_000 + plain.gated.ended.durationMs * 4))
  const isNoticed = !isWell(gated.ended)
  const { mutant } = trial.provider
  const isMet = !mutant || !requests.isWhole() || isChanged(mutant, requests, settingOf(options, plain))
  if (!isMet) return resultOf(trial, 'equivalent')
  return isNoticed ? resultOf(trial, 'noticed', { ending: endingWords(gated.ended) }) : resultOf(trial, 'survived')
}

function isChanged(mutant: Mutant, requests: Requests, setting: Setting): boolean {
  return effectsOn(requests.all(), setting).of(mutant) !== undefined
}

function settingOf({ contract, callback: wanted }: GateOptions, { gated }: Traced): Setting {
  const { settings } = gated.run.target
  return { contract, settings, ...(wanted && notification(contract, settings, wanted)) }
}

function notification(contract: Contract, settings: Setting['settings'], wanted: NonNullable<GateOptions['callback']>) {
  const callback = callbackOf(contract)
  return callback && { callback: notificationOf(callback, settings, wanted) }
}

function trialOptions({ onOutput: _, ...options }: GateOptions, { provider }: Trial, patience: number): GateOptions {
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
