import { memoized } from '../../../language/memoized.ts'
import { hooksOf } from '../../../provider/mutant.ts'
import type { ProviderOptions } from '../../../provider/options.ts'
import { type Ended, isWell } from '../command.ts'
import type { GateOptions } from '../gate.ts'
import { type Attempt, runAttempt, type Traced } from './attempt.ts'
import type { Group, Trial } from './coping.ts'
import { areApart, effectsOn, isSumOf, type KeptRequest, type Setting } from './effects.ts'
import { answerSetting } from './foresight.ts'

export type Batches = ReturnType<typeof createBatches>

/** After so many runs that told less than they cost, no more are tried. */
const mostInVain = 8

/** How many trials are run at once; those of a run that told nothing are tried again in halves. */
const mostAtOnce = 12

/**
 * Runs faults at once where they are likely to survive: of different operations, or of different members of one answer. It tells of a
 * fault only what a run of it alone would tell: all survive where the command ends well, asks what it asked at the plain provider, and
 * was given every altered answer; one is noticed where no other altered answer was given.
 */
export function createBatches(options: GateOptions, plain: Traced) {
  const turns = [...new Set<string | undefined>(plain.steps.map(({ operation }) => operation))].filter((operation) => operation !== '')
  const asked = fingerprint(plain.requests.all())
  const setting = answerSetting(options, plain.gated.run.target.settings)
  const [limits, forecast] = [new Map<Group, number>(), createForecast()]
  let vain = 0
  const limitOf = (group: Group) => limits.get(group) ?? mostAtOnce
  const isOpen = (group: Group) => limitOf(group) > 1 && isApart(group[0], setting)
  const isAsUsual = ({ ended, requests }: Attempt) => isWell(ended) && requests.isWhole() && fingerprint(requests.all()) === asked
  const isJoined = joining(plain, setting)
  const learn = (trial: Trial, tried: Attempt) => forecast.learn(trial, isAsUsual(tried))
  return {
    /** Takes out of those that wait what may be run together with a group. */
    take: (leader: Group, waiting: Group[]): Group[] => {
      if (!plain.requests.isWhole() || vain >= mostInVain || !isOpen(leader)) return []
      const able = waiting.filter((group) => forecast.isLikely(group) && isOpen(group))
      const order = turns.slice(Math.max(0, turns.indexOf(operationOf(leader))))
      const own = forecast.isLikely(leader) ? order : order.filter((operation) => operation !== operationOf(leader))
      const taken = companions(leader, able, { operations: own, isJoined, limitOf })
      waiting.splice(0, waiting.length, ...waiting.filter((group) => !taken.includes(group)))
      return taken
    },
    /** Runs the first trial of each group at once, and says how the command ended for each trial of which that tells. */
    run: async (groups: readonly Group[], patience: number): Promise<ReadonlyMap<Trial, Ended>> => {
      const mutants = groups.flatMap(([{ provider }]) => provider.mutant ?? [])
      const tried = await runAttempt(options, { mutants }, patience)
      const { ended, requests } = tried
      const effects = effectsOn(requests.all(), setting)
      const met = groups.map(([trial]) => trial).filter(({ provider }) => effects.of(provider) !== undefined)
      const isTold = isWell(ended) ? met.length === groups.length && isAsUsual(tried) : met.length === 1 && requests.isWhole()
      if (!isTold) for (const group of groups) limits.set(group, Math.floor(groups.length / 2))
      vain = Math.max(0, vain + (isTold ? -1 : 1))
      if (ended.reason === 'interrupted' || !isTold) return new Map()
      for (const trial of met) learn(trial, tried)
      return new Map(met.map((trial) => [trial, ended]))
    },
    /** Learns from a run of one trial alone which others are likely to survive. */
    learn,
  }
}

/** Learns of requirements whether their faults mostly survive: those of one requirement are likely to be noticed alike. */
function createForecast() {
  const scores = new Map<string | undefined, number>()
  const scoreOf = ({ requirements: [first] }: Trial) => scores.get(first) ?? 0
  return {
    isLikely: ([trial]: Group) => scoreOf(trial) > 0,
    learn: (trial: Trial, hasSurvived: boolean) => void scores.set(trial.requirements[0], scoreOf(trial) + (hasSurvived ? 1 : -2)),
  }
}

interface Joining {
  readonly operations: readonly (string | undefined)[]
  readonly isJoined: (groups: readonly Group[]) => boolean
  readonly limitOf: (group: Group) => number
}

/** Those of several groups that may run together with a leader. */
function companions(leader: Group, able: readonly Group[], { operations, isJoined, limitOf }: Joining): Group[] {
  const taken: Group[] = []
  for (const operation of operations) {
    const together = operation === operationOf(leader) ? [leader] : []
    for (const group of able.filter((each) => operationOf(each) === operation)) {
      const isFull = Math.min(...[leader, group, ...taken].map(limitOf)) <= taken.length + 1
      if (isFull || !isJoined([...together, group])) continue
      together.push(group)
      taken.push(group)
    }
  }
  return taken
}

/** Tells whether groups of one operation may run at once: the answers then show what each of them changes, and nothing else. */
function joining(plain: Traced, setting: Setting): (groups: readonly Group[]) => boolean {
  const effects = effectsOn(plain.requests.all(), setting)
  const alone = memoized(({ provider }: Trial) => ({ members: isEdit(provider, setting) ? effects.members(provider) : undefined }))
  return (groups) => {
    if (groups.length === 1) return true
    const parts = groups.flatMap(([trial]) => alone(trial).members ?? [])
    if (parts.length < groups.length || !areApart(parts)) return false
    const whole = effects.members({ mutants: groups.flatMap(([{ provider }]) => provider.mutant ?? []) })
    return whole !== undefined && isSumOf(whole, parts)
  }
}

/** True for a mutant that changes the values of an answer, and no other place of a server. */
function isEdit({ mutant }: ProviderOptions, setting: Setting): boolean {
  return String(Object.keys(hooksOf(mutant, setting))) === 'answer'
}

function operationOf([{ provider }]: Group): string | undefined {
  return provider.mutant?.operation
}

/** True for a fault that changes nothing but answers of its own operation. */
function isApart({ provider: { mutant } }: Trial, setting: Setting): boolean {
  if (!mutant || mutant.behaviour) return false
  const { route, notify } = hooksOf(mutant, setting)
  return route === undefined && (notify === undefined || setting.callback === undefined)
}

/** What was asked, without headers, which hold times; in no particular order, since requests may run in parallel. */
function fingerprint(requests: readonly KeptRequest[]): string {
  const all = requests.map(({ request: { method, path, query, body } }) => [method, path, `${query}`, body.toString('base64')])
  return JSON.stringify(all.map((each) => each.join(' ')).sort())
}
