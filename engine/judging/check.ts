import type { Evidence } from '../evidence/evidence.ts'
import type { Probe } from '../probes/probe.ts'
import type { Finding, Json } from './outcome.ts'

/** Judges a probe's evidence against one requirement. No finding: the target conforms. */
export interface Check {
  /** Stable, unique, never reused. */
  readonly id: string
  /** The id of the requirement, which has the level, the clause and the text. */
  readonly requirement: string
  readonly title: string
  /** What it sends besides ordinary right requests: `wrong` is to be refused, `unusual` is right, `malformed` must break nothing down. */
  readonly sent?: { readonly as: 'wrong' | 'unusual' | 'malformed'; readonly words: string }
  readonly probe: Probe
  /** Other probes whose evidence it judges too, if they were sent. */
  readonly beside?: readonly Probe[] | undefined
  /** The roles that it judges besides the controls; a narrowed run sends no others. */
  readonly roles: readonly string[]
  /** The version of Assay that introduced it; undefined for a check that an overlay adds. */
  readonly since?: string
  /** `--quick` leaves it out, since other checks judge its requirement too. */
  readonly isExtended?: boolean | undefined
  /** @throws {Inconclusive} @throws {LeftOut} */
  judge(evidence: Evidence, beside?: readonly Evidence[]): Iterable<Finding>
  /** How much of the evidence was judged, unless all of it was. */
  extent?(evidence: Evidence): string | undefined
}

/** The counterpart of a check at an open point: it says what the target does, never whether it should. */
export interface Observation {
  readonly id: string
  /** The id of the open point; undefined if the source does not mention the matter at all. */
  readonly about?: string
  readonly title: string
  /** What a document would have to say about an input if the request of a role is refused. */
  readonly bound?: ObservedBound
  readonly probe: Probe
  /** Undefined if the evidence shows nothing about the open point. */
  observe(evidence: Evidence): Json | undefined
}

/** The request of a role that departs from what a document might demand of an input. */
export interface ObservedBound {
  readonly role: string
  readonly input: string
  readonly keyword: 'required' | 'minimum' | 'maximum'
  readonly value: true | number
}

/** Everything that can be asked of a target, derived from the contract. */
export interface Catalogue {
  readonly checks: readonly Check[]
  readonly observations: readonly Observation[]
}
