import { availableParallelism } from 'node:os'
import { endAfter, systemClock } from '../../../engine/client/clock.ts'
import { defined } from '../../../language/defined.ts'
import type { Behaviour } from '../../../provider/behaviour.ts'
import { type Ended, endingWords, isWell } from '../command.ts'
import type { GateOptions } from '../gate.ts'
import { parting, runAttempt, type Traced } from './attempt.ts'
import { type Batches, createBatches } from './batches.ts'
import { type Coping, type CopingOptions, type Group, inTurn, type Trial, type TrialResult, trialsOf } from './coping.ts'
import { effectsOn, type Requests, type Setting } from './effects.ts'
import { answerSetting, foresee } from './foresight.ts'

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
  using end = endAfter(systemClock, budget ?? Number.POSITIVE_INFINITY, options.signal)
  const { signal } = end
  const { unmet, groups } = await foresee({ ...options, signal }, plain, own, patienceWithVariants(plain))
  const results = await tried({ ...options, signal }, plain, wanted, inTurn(groups))
  const trials = [...unmet.map(untouched), ...results]
  return defined({
    ...part,
    isInterrupted: options.signal?.aborted || undefined,
    trials: trials.sort((one, other) => one.order - other.order),
  })
}

async function tried(
  options: GateOptions & { readonly signal: AbortSignal },
  plain: Traced,
  { jobs, onProgress }: CopingOptions,
  groups: readonly Group[],
): Promise<TrialResult[]> {
  const waiting = [...groups]
  const results = createResults(waiting)
  const batches = createBatches(options, plain)
  const together = async (batch: readonly [Group, ...Group[]]) => {
    const told = await batches.run(batch, patienceWithMutants(plain))
    for (const each of batch) {
      const ended = told.get(each[0])
      if (ended) results.add(each, mutantResult(each[0], ended))
      else if (each === batch[0]) waiting.unshift(each)
      else waiting.push(each) // first in the queue it would lead others, and have nobody to go with
    }
  }
  const worker = async () => {
    for (let group = waiting.shift(); group; group = waiting.shift()) {
      const [first] = group
      onProgress?.({ done: results.done(), total: groups.length, doing: first.name })
      const others = options.signal.aborted ? [] : batches.take(group, waiting)
      if (others.length > 0) await together([group, ...others])
      else if (options.signal.aborted) results.add(group, resultOf(first, 'not run'))
      else
        results.add(group, await (first.kind === 'variant' ? runVariant(options, plain, first) : runMutant(options, plain, first, batches)))
    }
  }
  await Promise.all(Array.from({ length: Math.max(1, jobs) }, worker))
  return results.all()
}

/** Collects results by group; each trial of a group that a command does not cope with goes back to those that wait. */
function createResults(waiting: Group[]) {
  const results: TrialResult[] = []
  let done = 0
  return {
    done: () => done,
    all: () => results,
    add: ([first, ...others]: Group, result: TrialResult) => {
      done += 1
      results.push(result)
      const { verdict, ending } = result
      // at which points each of the others differs is for its own run to tell
      if (verdict === 'failed') waiting.unshift(...others.map((trial): Group => [trial]))
      else results.push(...others.map((trial) => resultOf(trial, verdict, defined({ alike: first.name, ending }))))
    },
  }
}

/** The result of a trial; without requirements for a mutant that was never met. */
function resultOf(
  trial: Trial,
  verdict: TrialResult['verdict'],
  more: Pick<TrialResult, 'ending' | 'exchange' | 'alike'> = {},
): TrialResult {
  const { order, name, title, kind, openPoints } = trial
  const requirements = verdict === 'noticed' || verdict === 'survived' ? trial.requirements : []
  return { order, name, title, kind, requirements, openPoints, verdict, ...more }
}

/** A trial that answers what the command asks as the right provider does, so that nothing comes of it. */
function untouched(trial: Trial): TrialResult {
  return trial.kind === 'variant' ? resultOf(trial, 'passed', { alike: 'plain' }) : resultOf(trial, 'equivalent')
}

/** The most that a command may take where answers may be late, or be refused for a while. */
function patienceWithVariants({ gated: { ended, requests } }: Traced): number {
  return 15_000 + ended.durationMs * 10 + requests * 1_500
}

function patienceWithMutants({ gated: { ended } }: Traced): number {
  return 5_000 + ended.durationMs * 4
}

async function runVariant(options: GateOptions, plain: Traced, trial: Trial): Promise<TrialResult> {
  const { ended, steps } = await runAttempt(options, trial.provider, patienceWithVariants(plain))
  if (ended.reason === 'interrupted') return resultOf(trial, 'not run')
  if (isWell(ended)) return resultOf(trial, 'passed')
  const last = parting(plain.steps, steps)
  const exchange = last && { ...last, id: `${trial.name}/${last.id}`, probe: trial.name }
  const openPoints = await reliedOn(options, plain, trial)
  return { ...resultOf(trial, 'failed', defined({ ending: endingWords(ended), exchange })), openPoints }
}

/** Where a variant differs at several points, those at which the command fails when the provider differs there alone; else all. */
async function reliedOn(options: GateOptions, plain: Traced, { provider, openPoints }: Trial): Promise<readonly string[]> {
  const behaviours = Object.entries(provider.behaviour ?? {}).map((entry) => Object.fromEntries([entry]) as Behaviour)
  if (behaviours.length < 2) return openPoints
  const { openPointsOf } = await import('./open-points.ts')
  const points = new Set<string>()
  for (const behaviour of behaviours) {
    if (options.signal?.aborted) return openPoints
    const { ended } = await runAttempt(options, { behaviour }, patienceWithVariants(plain))
    if (!isWell(ended) && ended.reason !== 'interrupted')
      for (const point of openPointsOf(options.contract, { behaviour })) points.add(point)
  }
  return points.size > 0 ? [...points] : openPoints
}

async function runMutant(options: GateOptions, plain: Traced, trial: Trial, batches: Batches): Promise<TrialResult> {
  const alone = await runAttempt(options, trial.provider, patienceWithMutants(plain))
  const { ended, requests } = alone
  if (ended.reason === 'interrupted') return resultOf(trial, 'not run')
  if (!isMet(trial, plain, requests, answerSetting(options, plain.gated.run.target.settings))) return resultOf(trial, 'equivalent')
  batches.learn(trial, alone)
  return mutantResult(trial, ended)
}

function mutantResult(trial: Trial, ended: Ended): TrialResult {
  return isWell(ended) ? resultOf(trial, 'survived') : resultOf(trial, 'noticed', { ending: endingWords(ended) })
}

/** Whether a command met a fault that the requests of its first run could not show. */
function isMet({ provider }: Trial, plain: Traced, requests: Requests, setting: Setting): boolean {
  const isKnown = !provider.mutant?.behaviour && plain.requests.isWhole()
  return isKnown || !requests.isWhole() || effectsOn(requests.all(), setting).of(provider) !== undefined
}
