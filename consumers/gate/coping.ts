import type { Contract, Level } from '../../contracts/contract.ts'
import type { Exchange } from '../../engine/exchange.ts'
import type { ProviderOptions } from '../../provider/options.ts'

/** Another provider that a command is run against. */
export interface Trial {
  /** Its place in the order of all trials. */
  readonly order: number
  readonly name: string
  readonly title: string
  readonly kind: 'variant' | 'mutant'
  readonly provider: ProviderOptions
  /** Of a mutant: what it breaks. */
  readonly requirements: readonly string[]
  readonly level: Level
  /** Of a variant: the points that the source leaves open at which it differs, in words. */
  readonly openPoints: readonly string[]
}

/**
 * What came of a trial. A variant is borne (`passed`) or not (`failed`); of a mutant the command notices the fault or does not
 * (`survived`), or never meets it (`equivalent`).
 */
export interface TrialResult extends Pick<Trial, 'order' | 'name' | 'title' | 'kind' | 'requirements' | 'openPoints'> {
  readonly verdict: 'passed' | 'failed' | 'noticed' | 'survived' | 'equivalent' | 'not run'
  /** How the command ended, where that was not well. */
  readonly ending?: string
  /** The last exchange that went as at the plain provider, or the first that did not. */
  readonly exchange?: Exchange
}

/** How a command copes with other providers. */
export interface Coping {
  /** Which part of all trials this is, such as `2/8`. */
  readonly shard?: string
  /** Why nothing was tried. */
  readonly reason?: string
  readonly trials: readonly TrialResult[]
}

/** Which trials are made, and how. */
export interface CopingOptions {
  readonly variants: boolean
  readonly mutants: boolean
  /** How many commands run side by side. */
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

/** The share of the faults that a command met and noticed; undefined where it met none. */
export function scoreOf(trials: readonly Pick<TrialResult, 'verdict'>[]): { noticed: number; met: number; share: number } | undefined {
  const noticed = trials.filter(({ verdict }) => verdict === 'noticed').length
  const met = noticed + trials.filter(({ verdict }) => verdict === 'survived').length
  return met === 0 ? undefined : { noticed, met, share: noticed / met }
}

/** The trials of a contract in their order: variants, then mutants, of each requirement one before any has a second. */
export async function trialsOf(
  contract: Contract,
  { variants: withVariants, mutants: withMutants }: Pick<CopingOptions, 'variants' | 'mutants'>,
  operations: readonly string[],
): Promise<Trial[]> {
  const drafts = [...(withVariants ? await variantTrials(contract) : []), ...(withMutants ? await mutantTrials(contract, operations) : [])]
  return drafts.map((draft, order) => ({ ...draft, order }))
}

type Draft = Omit<Trial, 'order'>

async function variantTrials(contract: Contract): Promise<Draft[]> {
  const [{ variants }, { openPointsOf }] = await Promise.all([import('../../provider/variants.ts'), import('./open-points.ts')])
  return Object.entries(variants)
    .filter(([, { options }]) => Object.keys(options.behaviour ?? options).length > 0)
    .map(([name, { title, options }]) => ({
      name,
      title,
      kind: 'variant',
      provider: options,
      requirements: [],
      level: 'SHOULD',
      openPoints: openPointsOf(contract, options),
    }))
}

async function mutantTrials(contract: Contract, operations: readonly string[]): Promise<Draft[]> {
  const { mutants } = await import('../../suites/mutants.ts')
  const known = mutants(contract).filter(({ operation }) => operations.includes(operation))
  const groups = [...Map.groupBy(known, ({ requirements }) => requirements[0] ?? '').values()]
  const longest = Math.max(0, ...groups.map(({ length }) => length))
  const inTurn = Array.from({ length: longest }, (_, at) => groups.flatMap((group) => group[at] ?? [])).flat()
  return inTurn.map((mutant) => {
    const { name, title, level, requirements } = mutant
    return { name, title, kind: 'mutant', provider: { mutant }, requirements, level, openPoints: [] }
  })
}
