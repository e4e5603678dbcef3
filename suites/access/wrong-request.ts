import type { Operation } from '../../contracts/contract.ts'
import type { RequirementId } from '../../contracts/generated/ids.ts'
import { exchangeOf, oneAcceptedOf } from '../../engine/evidence/evidence.ts'
import type { Exchange } from '../../engine/exchange.ts'
import type { Check } from '../../engine/judging/check.ts'
import { isAccepted, judgeNotGiven, judgeRefused, type Roles } from '../../engine/judging/refusal-judge.ts'
import type { Trial } from '../../engine/probes/controlled-plan.ts'
import type { Probe } from '../../engine/probes/probe.ts'
import { repeatedRoles } from '../../engine/probes/roles.ts'
import { defined } from '../../spec/defined.ts'
import { givenAway, strangerRoles } from './given-away.ts'

/** What stands after an area in the ids of its requirements: those of the document, and the parts that an overlay may sign. */
export type SuffixIn<Area extends string> = RequirementId extends infer Id
  ? Id extends `${string}.${Area}.${infer Suffix}`
    ? Suffix extends `covers.${string}`
      ? `covers.${string}`
      : Suffix
    : never
  : never

/** A request that is wrong by one thing; its role is the last part of its check's id. */
export interface WrongRequest<Suffix extends string = string> extends Trial {
  /** The requirement that it tries: the part of its id behind the area. */
  readonly requirement: Suffix
  /** What is sent, in words that finish "sent …". */
  readonly title: string
  /** The role of a request that lacks what this one has in the wrong place: if that is accepted too, it was not the place. */
  readonly without?: string
  /** The role of a request that holds this one with others: only where that is accepted is this one sent. */
  readonly within?: string
  /** Roles of right requests of which it reuses what was sent: one has to have been accepted. */
  readonly behind?: readonly string[]
  /** Takes note of its answer; true where `next` is to be asked. */
  readonly onAnswer?: (client: unknown, exchange: Exchange, sent: ReadonlyMap<string, Exchange>) => boolean
  /** It goes out after most others: their answers tell how a target refuses. */
  readonly isLate?: true
  /** `--quick` leaves it out: its requirement is tried by others. */
  readonly isExtended?: true
}

/** The check of a wrong request: it is refused, each time that it is sent. */
export function refusalCheck(operation: Operation, area: string, wrong: WrongRequest, probe: Probe, beside: readonly Probe[] = []): Check {
  const { role, requirement, title, without, within, isUnlisted, isExtended, behind, sentAs } = wrong
  const asked = sentAs ?? role
  const own: Roles = [asked, ...Object.values(repeatedRoles(asked))]
  return defined({
    id: `${operation.id}.${area}.${role}`,
    requirement: `${operation.id}.${area}.${requirement}`,
    title: `Refuses a request ${title}`,
    sent: { as: 'wrong', words: `a request ${title}` },
    probe,
    beside: beside.length > 0 ? beside : undefined,
    roles: [...own, ...[sentAs && role, without, within].filter((other) => other !== undefined)],
    isExtended,
    judge: function* (evidence, others = []) {
      if (evidence.leftOut.has(role)) exchangeOf(evidence, role)
      if (strangerRoles.includes(role)) yield* givenAway(evidence, own)
      if (behind) oneAcceptedOf(evidence, behind)
      const sent = within !== undefined && !evidence.exchanges.has(role) && !isAccepted(evidence, within) ? within : own
      yield* isUnlisted ? judgeNotGiven(evidence, sent, title, without) : judgeRefused(evidence, sent, title, { without, beside: others })
    },
  })
}
