import type { RequirementId } from '../../contracts/generated/ids.ts'
import { exchangeOf, oneAcceptedOf } from '../../engine/evidence/evidence.ts'
import type { Exchange } from '../../engine/exchange.ts'
import type { Check } from '../../engine/judging/check.ts'
import { isAccepted, judgeRefused, type Roles } from '../../engine/judging/refusal-judge.ts'
import type { ProbeRequest } from '../../engine/probes/controlled-plan.ts'
import type { Probe } from '../../engine/probes/probe.ts'
import { repeatedRoles } from '../../engine/probes/roles.ts'
import type { Target } from '../../engine/target.ts'
import { givenAway } from './given-away.ts'

/** What stands after an area in the ids of its requirements: those of the document, and the parts that an overlay may sign. */
export type SuffixIn<Area extends string> = RequirementId extends infer Id
  ? Id extends `${string}.${Area}.${infer Suffix}`
    ? Suffix extends `covers.${string}`
      ? `covers.${string}`
      : Suffix
    : never
  : never

/** A request that is wrong in a single respect; its role is the last part of its check's id. */
export interface WrongRequest<Suffix extends string = string> extends ProbeRequest {
  /** The requirement that it tests: the part of its id after the area. */
  readonly requirement: Suffix
  /** What is sent, in words that complete "sent …". */
  readonly title: string
  /** The same with ever less that is unusual, as each is sent if the one before seems to be refused for that. */
  readonly plainTitles?: readonly string[]
  /** The role of a request that lacks what this one has in the wrong place: if that is accepted too, the place is not the reason. */
  readonly without?: string
  /** The role of a request that combines this one with others: this one is sent only if that is accepted. */
  readonly within?: string
  /** Roles of right requests whose values it reuses: one of them has to have been accepted. */
  readonly behind?: readonly string[]
  /** Called with its answer; true if `next` is to be sent. */
  readonly onAnswer?: (exchange: Exchange, sent: ReadonlyMap<string, Exchange>) => boolean
  readonly next?: (target: Target, sent?: ReadonlyMap<string, Exchange>) => readonly WrongRequest[]
  /** True where others show that it is refused for what else is unusual in it. */
  readonly isVain?: ((target: Target, sent: ReadonlyMap<string, Exchange>) => boolean) | undefined
  /** True if it is sent after most others, whose answers tell how a target refuses. */
  readonly isLate?: true
  /** True if `--quick` leaves it out, because others test its requirement. */
  readonly isExtended?: boolean
}

/** The check of a wrong request: it is refused, each time that it is sent. */
export function refusalCheck(area: string, wrong: WrongRequest, probe: Probe, beside: readonly Probe[] = []): Check {
  const { operation } = probe
  const { role, requirement, title, plainTitles, without, within, isUnlisted, isExtended, behind, sentAs } = wrong
  const asked = sentAs ?? role
  const own: Roles = [asked, ...Object.values(repeatedRoles(asked))]
  return {
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
      yield* givenAway(evidence, role, own)
      if (behind) oneAcceptedOf(evidence, behind)
      const sent = within !== undefined && !evidence.exchanges.has(role) && !isAccepted(evidence, within) ? within : own
      yield* judgeRefused(evidence, sent, title, { plainly: plainTitles, without, beside: others, isUnlisted })
    },
  }
}
