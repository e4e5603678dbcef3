import type { Evidence } from './evidence/evidence.ts'
import type { Finding, Json } from './outcome.ts'
import type { Probe } from './probe.ts'

/** Judges a probe's evidence against one requirement. No finding: the target conforms. */
export interface Check {
  /** Stable, unique, never reused. */
  readonly id: string
  /** The id of the requirement, which has the level, the clause and the text. */
  readonly requirement: string
  readonly title: string
  readonly probe: Probe
  /** Other probes whose evidence it judges as well, as far as they were sent. */
  readonly beside?: readonly Probe[]
  /** The roles that it judges besides the controls; a narrowed run sends no others. */
  readonly roles: readonly string[]
  /** The version of Assay that it came with; none for what an overlay adds. */
  readonly since?: string
  /** `--quick` leaves it out: others judge its requirement as well. */
  readonly isExtended?: true
  /** @throws {Inconclusive} @throws {LeftOut} */
  judge(evidence: Evidence, beside?: readonly Evidence[]): Iterable<Finding>
  /** How much of what there is was judged, where that is not all. */
  extent?(evidence: Evidence): string | undefined
}

/** A check's sibling at an open point: says what the target does, never whether it should. */
export interface Observation {
  readonly id: string
  /** The id of the open point; none where the source is silent without saying so. */
  readonly about?: string
  readonly title: string
  readonly probe: Probe
  /** Undefined where the evidence shows nothing of it. */
  observe(evidence: Evidence): Json | undefined
}
