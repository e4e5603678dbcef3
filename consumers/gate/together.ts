import type { Exchange } from '../../engine/exchange.ts'
import { attempt, isWell, type Traced } from './attempt.ts'
import type { Ended } from './command.ts'
import type { Group, Trial, TrialResult } from './coping.ts'
import { effectsOn, type KeptRequest, type Setting } from './effects.ts'
import { settingOf } from './foresight.ts'
import type { GateOptions } from './gate.ts'

/** Groups of trials that are run at once, and what comes of it. */
export interface Company {
  /** Takes out of those that wait what may be run together with a group. */
  take(leader: Group, waiting: Group[]): Group[]
  /** Runs the first trial of each group at once, and says how the command ended for each trial of which that tells. */
  run(groups: readonly Group[], patience: number): Promise<ReadonlyMap<Trial, Ended>>
  /** Learns how a trial ended. */
  learn(group: Group, verdict: TrialResult['verdict']): void
}

/** So many runs may tell less than they cost, before no more are tried. */
const mostInVain = 8

/**
 * Runs faults of different operations at once, where they are likely to survive. It tells of a fault only what a run of it alone would
 * tell: all survive where the command ends well, asks what it asked at the plain provider, and was given every altered answer; one is
 * noticed where no other altered answer was given.
 */
export function createCompany(options: GateOptions, plain: Traced): Company {
  const turns = turnsOf(plain.steps)
  const asked = fingerprint(plain.requests.all())
  const setting = settingOf(options, plain.gated.run.target.settings)
  const [alone, forecast] = [new Set<Group>(), new Map<string, number>()]
  let vain = 0
  const isOpen = (group: Group) => !alone.has(group) && isApart(group[0], options, setting.settings)
  const turnOf = ([{ provider }]: Group) => turns.get(provider.mutant?.operation ?? '') ?? Number.POSITIVE_INFINITY
  return {
    take: (leader, waiting) => {
      if (!plain.requests.isWhole() || vain >= mostInVain || !isOpen(leader)) return []
      const taken: Group[] = []
      for (const [operation, turn] of turns) {
        if (turn <= turnOf(leader)) continue
        const at = waiting.findIndex(
          (group) => group[0].provider.mutant?.operation === operation && (forecast.get(subject(group)) ?? 0) > 0 && isOpen(group),
        )
        if (at >= 0) taken.push(...waiting.splice(at, 1))
      }
      return taken
    },
    run: async (groups, patience) => {
      const mutants = groups.flatMap(([{ provider }]) => provider.mutant ?? [])
      const { ended, requests } = await attempt(options, { mutants }, patience)
      const effects = effectsOn(requests.all(), setting)
      const met = groups.map(([trial]) => trial).filter(({ provider }) => effects.of(provider) !== undefined)
      const isTold = isWell(ended)
        ? met.length === groups.length && requests.isWhole() && fingerprint(requests.all()) === asked
        : met.length === 1 && requests.isWhole()
      if (!isTold) for (const group of groups) alone.add(group)
      vain = Math.max(0, vain + (isTold ? -1 : 1))
      if (ended.reason === 'interrupted' || !isTold) return new Map()
      return new Map(met.map((trial) => [trial, ended]))
    },
    learn: (group, verdict) => {
      forecast.set(subject(group), (forecast.get(subject(group)) ?? 0) + (verdict === 'survived' ? 1 : -2))
    },
  }
}

/** Faults of one requirement are likely to be noticed alike. */
function subject([{ requirements }]: Group): string {
  return requirements[0] ?? ''
}

/** True for a fault that changes nothing but answers of its own operation. */
function isApart({ provider: { mutant } }: Trial, { contract, callback }: GateOptions, settings: Setting['settings']): boolean {
  const operation = contract.operations.find(({ id }) => id === mutant?.operation)
  if (!mutant || !operation || mutant.behaviour) return false
  const { route, notify } = mutant.hooks({ contract, operation, settings })
  return route === undefined && (notify === undefined || callback === undefined)
}

/** The operations in the order in which a command first asks for them. */
function turnsOf(steps: readonly Exchange[]): ReadonlyMap<string, number> {
  const operations = [...new Set(steps.map(({ operation }) => operation))].filter((operation) => operation !== '')
  return new Map(operations.map((operation, turn) => [operation, turn]))
}

/** What was asked, but for its headers, which hold times; in no order, since several may be asked at once. */
function fingerprint(requests: readonly KeptRequest[]): string {
  const all = requests.map(({ request: { method, path, query, body } }) => [method, path, `${query}`, body.toString('base64')])
  return JSON.stringify(all.map((each) => each.join(' ')).sort())
}
