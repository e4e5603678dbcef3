import type { Contract } from '../../../contracts/contract.ts'
import type { Exchange } from '../../../engine/exchange.ts'
import type { ProviderOptions } from '../../../provider/options.ts'

export interface Trial {
  readonly order: number
  readonly name: string
  readonly title: string
  readonly kind: 'variant' | 'mutant'
  readonly provider: ProviderOptions
  readonly requirements: readonly string[]
  /** Of a variant: the points that the source leaves open at which it differs, in words. */
  readonly openPoints: readonly string[]
}

/**
 * The result of a trial. A command copes with a variant (`passed`) or not (`failed`); of a mutant it notices the fault or not
 * (`survived`), or never meets it (`equivalent`).
 */
export interface TrialResult extends Pick<Trial, 'order' | 'name' | 'title' | 'kind' | 'requirements' | 'openPoints'> {
  readonly verdict: 'passed' | 'failed' | 'noticed' | 'survived' | 'equivalent' | 'not run'
  /** For a trial that was not run itself: the trial that was run in its place, since it answers the same bytes. */
  readonly alike?: string
  /** How the command ended, where that was not well. */
  readonly ending?: string
  /** The last exchange that went as at the plain provider, or the first that did not; its id begins with the name of the trial. */
  readonly exchange?: Exchange
}

export interface Coping {
  /** Which part of all trials this is, such as `2/8`. */
  readonly shard?: string
  readonly isInterrupted?: boolean
  readonly reason?: string
  readonly trials: readonly TrialResult[]
}

export interface CopingOptions {
  readonly variants: boolean
  readonly mutants: boolean
  readonly jobs: number
  /** The most that all of it may take, in milliseconds; what is left then is not run. */
  readonly budget?: number
  readonly shard?: Shard
  readonly onProgress?: (state: { readonly done: number; readonly total: number; readonly doing: string }) => void
}

/** One of several parts, counted from 1. */
export interface Shard {
  readonly part: number
  readonly of: number
}

/** The share of the faults that a command met and noticed; undefined if it met none. */
export function scoreOf(trials: readonly Pick<TrialResult, 'verdict'>[]): { noticed: number; met: number; share: number } | undefined {
  const noticed = trials.filter(({ verdict }) => verdict === 'noticed').length
  const met = noticed + trials.filter(({ verdict }) => verdict === 'survived').length
  return met === 0 ? undefined : { noticed, met, share: noticed / met }
}

/** The score in words: of all faults that a command meets only if every trial was made. */
export function scoreText(trials: readonly Pick<TrialResult, 'verdict'>[]): string | undefined {
  const score = scoreOf(trials)
  const faced = trials.some(({ verdict }) => verdict === 'not run') ? 'faults that were tried' : 'faults that they meet'
  return score && `notice ${Math.floor(score.share * 100)} % of the ${faced}: ${score.noticed} of ${score.met}`
}

/** Trials that answer what the command asks with the same bytes, so that one run tells the result of all. */
export type Group = readonly [Trial, ...Trial[]]

/** The trials of a contract, variants before mutants; each has the same place in every part of a gate. */
export async function trialsOf(
  contract: Contract,
  { variants, mutants }: Pick<CopingOptions, 'variants' | 'mutants'>,
  operations: readonly string[],
): Promise<Trial[]> {
  const borne = variants ? await variantTrials(contract) : []
  return [...borne, ...(mutants ? await mutantTrials(contract, operations, borne.length) : [])]
}

/** Orders trials by how much they tell: variants first, then one mutant of each requirement before any has a second. */
export function inTurn(groups: readonly Group[]): Group[] {
  const [variants, mutants] = [groups.filter(([{ kind }]) => kind === 'variant'), groups.filter(([{ kind }]) => kind === 'mutant')]
  const alike = [...Map.groupBy(mutants, ([{ requirements }]) => requirements[0] ?? '').values()]
  const ranked = alike.flatMap((each) => each.map((group, rank) => ({ group, rank })))
  return [...variants, ...ranked.sort((one, other) => one.rank - other.rank).map(({ group }) => group)]
}

async function variantTrials(contract: Contract): Promise<Trial[]> {
  const [{ variants }, { openPointsOf }] = await Promise.all([import('../../../provider/variants.ts'), import('./open-points.ts')])
  const all = Object.entries(variants).filter(([, { options }]) => Object.keys(options.behaviour ?? options).length > 0)
  return all.map(([name, { title, options }], order) => ({
    order,
    name,
    title,
    kind: 'variant',
    provider: options,
    requirements: [],
    openPoints: openPointsOf(contract, options),
  }))
}

/** Trials of all mutants; which requirements each breaks is computed on demand, since that takes long. */
async function mutantTrials(contract: Contract, operations: readonly string[], from: number): Promise<Trial[]> {
  const { mutants } = await import('../../../suites/mutants.ts')
  const known = mutants(contract).filter(({ operation }) => operations.includes(operation))
  return known.map((mutant, at) => ({
    order: from + at,
    name: mutant.name,
    title: mutant.title,
    kind: 'mutant',
    provider: { mutant },
    openPoints: [],
    get requirements() {
      return mutant.requirements
    },
  }))
}
