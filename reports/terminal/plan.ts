import type { Exposure } from '../../engine/money/exposure.ts'
import type { Plan, PlannedProbe } from '../../engine/plan.ts'
import type { Cost } from '../../engine/probes/probe.ts'
import type { Admission } from '../../engine/selection.ts'
import type { Target } from '../../engine/target.ts'
import { counted } from '../../text/counted.ts'
import { unjudgedHeadings } from '../conclusions/conclusion.ts'
import { hanging, type TerminalStyle } from '../text/lines.ts'
import { plain } from '../text/plain.ts'

interface PlanStyle extends TerminalStyle {
  readonly verbose: boolean
  /** What all withdrawals may cost, where a run stops before they cost more. */
  readonly exposure?: string
}

/** What a run would send, for people: every probe with its requests, what it may register, and what is left out. */
export function planSummary(
  { probes, cost, admissions, checks, observations }: Plan,
  target: Pick<Target, 'name'>,
  options: PlanStyle & { readonly deadline: number },
): string {
  const judged = [...admissions.values()].filter(({ verdict }) => verdict === 'judged').length
  const lines = [
    ...hanging(
      '',
      `A run against ${plain(target.name)} would send ${requestsOf(cost)}${cost.signed > 0 ? `, ${cost.signed} of them signed` : ''}`,
      options,
      'bold',
    ),
    '  At most: where lists are long or answers unclear.',
    ...(options.exposure === undefined ? [] : hanging('  ', `Withdrawals: ${options.exposure}.`, options)),
    ...probes.flatMap((planned) => probeLines(planned, observations, options)),
    ...(options.verbose ? [] : ['  --verbose names each request.']),
    ...hanging('  ', `The longest chain of requests that wait for one another: ${cost.chain}.`, options),
    ...hanging('  ', `${judged} of ${checks.length} checks would be judged, within ${options.deadline} s.`, options),
    ...[...Map.groupBy(admissions.values(), (admission) => ('reason' in admission ? admission.reason : ''))]
      .filter(([reason]) => reason !== '')
      .flatMap(([reason, group]) => hanging('  ', `${headingOf(group)} (${group.length}): ${reason}`, options)),
  ]
  return `${lines.join('\n')}\n`
}

function headingOf([first]: readonly Admission[]): string {
  return first?.verdict === 'inapplicable' ? unjudgedHeadings.inapplicable : unjudgedHeadings.inconclusive
}

function requestsOf({ requests, ordinary = requests }: Cost): string {
  return `about ${counted(ordinary, 'request')}${ordinary < requests ? ` (at most ${requests})` : ''}`
}

/** What a run may cost, in words: the withdrawals, and what is configured of each. */
export function exposureText({ most, amount, token, wallet, others }: Exposure): string {
  const more = Object.entries(others).map(([name, value]) => `, ${name} ${value}`)
  return plain(`at most ${most} × ${amount} ${token} to ${wallet}${more.join('')}`)
}

/** A probe with what it sends: the roles that its checks judge, or what it observes, around right requests. */
function probeLines({ probe, wanted, cost }: PlannedProbe, observations: Plan['observations'], options: PlanStyle): string[] {
  const { signed, registers, mayRegister } = cost
  const right = `; registers ${registers === 0 ? 'no withdrawals' : counted(registers, 'withdrawal')}`
  const isBounded = options.exposure !== undefined
  const most = mayRegister > registers && !isBounded ? ` if the target conforms, about ${mayRegister} if it accepts everything` : ''
  const money = mayRegister > 0 ? right + most : ''
  const line = hanging('  ', `${probe.id}: ${requestsOf(cost)}${signed > 0 ? ', signed' : ''}${money}`, options)
  if (!options.verbose) return line
  const own = observations.filter((observation) => observation.probe.id === probe.id).map(({ id }) => id.slice(id.indexOf('.') + 1))
  const roles = wanted.size > 0 ? [...wanted].filter((role) => !isForm(role, wanted)) : probe.phase === 'judging' ? [] : own
  return [...line, ...hanging('      ', ['right requests', ...roles].join(', '), options, 'dim')]
}

/** True for a role that is another's wrong request over again, in another form: `none.again` beside `none`. */
function isForm(role: string, roles: ReadonlySet<string>): boolean {
  return roles.has(role.slice(0, Math.max(0, role.lastIndexOf('.'))))
}
