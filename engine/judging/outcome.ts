import type { Level } from '../../contracts/contract.ts'

/** What became of a check: inconclusive where it could not be judged, inapplicable where it was left out on purpose. */
export type Verdict = 'passed' | 'warned' | 'failed' | 'inconclusive' | 'inapplicable'

/** Where a target departs from a requirement: what was expected there, and what was found. */
export interface Finding {
  /** A JSON pointer into the response's body, or `status`, `header <name>`, `body`. */
  readonly at: string
  readonly expected: string
  readonly actual: string
  /** How many places show it, if more than one; `places` names the first of them. */
  readonly count?: number
  readonly places?: readonly string[]
  readonly of?: number
  readonly exchange?: string
}

/** How many places of a finding are named. */
export const namedPlaces = 10

/** A finding in one place or several: it is at the first, and of several it says how many there are and names the first ten. */
export function findingAt(
  places: readonly string[],
  found: Omit<Finding, 'at' | 'count' | 'places'>,
  count: number = places.length,
): Finding {
  const [at] = places
  if (at === undefined) throw new Error(`A finding is in no place: expected ${found.expected}, found ${found.actual}.`)
  return count > 1 ? { at, ...found, count, places: places.slice(0, namedPlaces) } : { at, ...found }
}

/** Findings in the answer of an exchange. */
export function foundIn(exchange: string, findings: Iterable<Finding>): Finding[] {
  return [...findings].map((finding) => ({ ...finding, exchange }))
}

export interface Outcome {
  readonly check: string
  readonly requirement: string
  readonly level: Level
  readonly clause: string
  readonly operation: string
  readonly title: string
  readonly verdict: Verdict
  readonly findings: readonly Finding[]
  /** Why it is inconclusive or inapplicable, or what explains a failure. */
  readonly reason?: string
  /** Ids of the exchanges that were judged. */
  readonly evidence: readonly string[]
}

/** What is made of a check alone. */
export type Ruling = Pick<Outcome, 'verdict' | 'findings' | 'reason'>

/** What is found stands, whatever else could not be judged. */
export function rulingOf(level: Level, findings: readonly Finding[], otherwise: Ruling): Ruling {
  return findings.length > 0 ? { verdict: level === 'MUST' ? 'failed' : 'warned', findings } : otherwise
}

/** Why an outcome proves nothing of the target; undefined if it does. */
export type Doubt = (outcome: Outcome) => string | undefined

/** Outcomes without what was judged where there is a doubt: the first of each is its reason. */
export function unlessDoubtful(outcomes: readonly Outcome[], doubts: readonly Doubt[]): Outcome[] {
  return outcomes.map((outcome) => {
    const reason = doubts
      .values()
      .map((doubt) => doubt(outcome))
      .find((found) => found !== undefined)
    return reason === undefined ? outcome : { ...outcome, verdict: 'inconclusive', findings: [], reason }
  })
}

/** True for a failure of which nothing was found but in these exchanges. */
export function isFailureIn({ verdict, findings }: Outcome, exchanges: { has(id: string): boolean }): boolean {
  return verdict === 'failed' && findings.every(({ exchange = '' }) => exchanges.has(exchange))
}

/** What a target does at an open point. */
export interface Observed {
  readonly id: string
  /** The open point that it is about. */
  readonly about?: string
  readonly clause: string
  readonly title: string
  readonly value: Json
}

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

const most = 20

/** The first twenty findings that differ. */
export function merged(findings: Iterable<Finding>): Finding[] {
  return distinctFindings(findings).slice(0, most)
}

/** Merges findings that say the same into one, with the exchange of the first and the count of all. */
export function distinctFindings(findings: Iterable<Finding>): Finding[] {
  const groups = Map.groupBy(findings, ({ at, expected, actual }) => JSON.stringify([at, expected, actual]))
  return [...groups.values()].map((alike) => {
    const count = alike.reduce((sum, finding) => sum + (finding.count ?? 1), 0)
    return count > 1 ? { ...alike[0], count } : alike[0]
  })
}
