import type { Behaviour } from '../../../provider/behaviour.ts'
import { callbackFor } from '../callback.ts'
import { isWell } from '../command.ts'
import type { GateOptions } from '../gate.ts'
import { runAttempt, type Traced } from './attempt.ts'
import type { Group, Trial } from './coping.ts'
import { type Effects, effectsOn, type Setting } from './effects.ts'

/** Ways to behave, such as late answers, that do not show where answers are made again in this process. */
const unseen: readonly (keyof Behaviour)[] = ['transport', 'latency', 'rate']

/**
 * Tells from the requests of the first run what other providers change of their answers: those of `unmet` answer what the command asks as the
 * right provider does, those of a group with the same bytes.
 */
export async function foresee(options: GateOptions, plain: Traced, trials: readonly Trial[], patience: number) {
  const effects = await effectsOf(options, plain, trials, patience)
  const unmet: Trial[] = []
  const groups = new Map<string, Group>()
  for (const trial of trials) {
    await new Promise((resolve) => setImmediate(resolve)) // lets an interruption through
    const known = isSeen(trial) ? effects.get(behaviourOf(trial)) : undefined
    const effect = known ? known.of(trial.provider) : trial.name
    const key = `${trial.kind} ${known !== undefined} ${effect}`
    const others = groups.get(key)
    if (effect === undefined) unmet.push(trial)
    else groups.set(key, others ? [...others, trial] : [trial])
  }
  return { unmet, groups: [...groups.values()] }
}

/** What a mutant needs to show; the command is run once with each such behaviour, since it asks otherwise then. */
function behaviourOf({ provider: { mutant } }: Trial): string {
  return JSON.stringify(mutant?.behaviour ?? {})
}

async function effectsOf(
  options: GateOptions,
  { gated, requests }: Traced,
  trials: readonly Trial[],
  patience: number,
): Promise<ReadonlyMap<string, Effects>> {
  const setting = answerSetting(options, gated.run.target.settings)
  const effects = new Map(requests.isWhole() ? [['{}', effectsOn(requests.all(), setting)]] : [])
  const behaviours = new Map(trials.map((trial) => [behaviourOf(trial), trial.provider.mutant?.behaviour]))
  for (const [key, behaviour] of behaviours) {
    if (!behaviour || options.signal?.aborted) continue
    const other = await runAttempt(options, { behaviour }, patience)
    if (isWell(other.ended) && other.requests.isWhole()) effects.set(key, effectsOn(other.requests.all(), setting))
  }
  return effects
}

function isSeen({ provider: { mutant, mutants: _, behaviour = {}, ...more } }: Trial): boolean {
  return mutant !== undefined || (Object.keys(more).length === 0 && unseen.every((name) => behaviour[name] === undefined))
}

export function answerSetting({ contract, callback: wanted }: GateOptions, settings: Setting['settings']): Setting {
  const callback = wanted && contract.callbacks[0]
  return { contract, settings, callback: callback && callbackFor(callback, settings, wanted) }
}
