import { ownerOf, partsOf } from '../../contracts/fields.ts'
import type { Json, Observed } from '../../engine/judging/outcome.ts'
import { repeatedRoles } from '../../engine/probes/roles.ts'
import { memoized } from '../../language/memoized.ts'
import { refusalNames } from '../../suites/behaviour/observations.ts'
import { counted, someOf } from '../../text/counted.ts'
import type { LedgerOperation, Report } from '../report.ts'

export function valueText(value: Json): string {
  if (value === null) return 'none'
  if (typeof value !== 'object') return String(value)
  if (Array.isArray(value)) return listText(value)
  const members = value as Readonly<Record<string, Json>>
  if (typeof members['answer'] === 'string') return answerText(members)
  if ('acceptedSeconds' in members) return boundsText(members)
  const parts = Object.entries(members).map(([name, member]) => `${name}: ${valueText(member)}`)
  return parts.length === 0 ? 'none' : parts.join('; ')
}

/** A line each for what was done: requests that were refused are named by what was wrong with them. */
export function observedLines(report: Pick<Report, 'outcomes' | 'ledger'>, { id, value }: Pick<Observed, 'id' | 'value'>): string[] {
  const operation = isOfRefusals(id) ? report.ledger.operations.find((each) => each.id === ownerOf(id)) : undefined
  if (!operation || typeof value !== 'object' || value === null) return [valueText(value)]
  const titles = wrongRequests(report.outcomes)(operation)
  const named = (role: Json) => titles.get(String(role)) ?? role
  return Object.entries(value).map(([answer, roles]) =>
    Array.isArray(roles) ? `${answer}: ${listText(roles.map(named), '; ')}` : `${answer}: ${valueText(roles)}`,
  )
}

/** The same where it is not known what was wrong with which request: those that were refused are only counted. */
export function briefText({ id, value }: Pick<Observed, 'id' | 'value'>): string {
  if (!isOfRefusals(id) || typeof value !== 'object' || value === null) return valueText(value)
  const members = Object.entries(value).map(([answer, roles]) => {
    return `${answer}: ${Array.isArray(roles) ? counted(roles.length, 'request') : valueText(roles)}`
  })
  return members.join('; ')
}

function isOfRefusals(id: string): boolean {
  return Object.values(refusalNames).some((name) => id === `${ownerOf(id)}.${name}`)
}

const wrongRequests = memoized((outcomes: Report['outcomes']) =>
  memoized((operation: LedgerOperation): ReadonlyMap<string, string> => {
    const wrong = outcomes.flatMap(({ check, operation: id, title }) => {
      const [, words] = /^Refuses a request (.+)$/s.exec(title) ?? []
      if (id !== operation.id || words === undefined) return []
      const { name } = partsOf(operation, check)
      return [name, ...Object.values(repeatedRoles(name))].map((role) => [role, words] as const)
    })
    return new Map(wrong)
  }),
)

/** Values that differ are twenty at most; of more requests than that which did the same, some stand for all. */
function listText(values: readonly Json[], between = ', '): string {
  return values.length === 0 ? 'none' : someOf(values, values.length > 20 ? 5 : 20, valueText, between)
}

/** How one request was answered: `accepted (200), a page of 10`, or `accepted (200), 3 records on a page of 10`. */
function answerText({ answer, status, why, records, size, allow, ...others }: Readonly<Record<string, Json>>): string {
  const code = status === undefined ? '' : ` (${valueText(status)})`
  const held = records === undefined ? [] : [`${valueText(records)} records`]
  const page = typeof size === 'number' ? [[...held, `a page of ${size}`].join(' on ')] : held
  const more = Object.entries(others).map(([name, member]) => `${name} ${valueText(member)}`)
  return [
    `${valueText(answer ?? '')}${code}`,
    ...page,
    ...(why ? [valueText(why)] : []),
    ...(allow ? [`allows ${valueText(allow)}`] : []),
    ...more,
  ].join(', ')
}

function boundsText({ acceptedSeconds, refusedSeconds }: Readonly<Record<string, Json>>): string {
  const accepted = acceptedSeconds === null ? 'none was accepted' : `accepted up to ${valueText(acceptedSeconds ?? null)} s`
  const refused = refusedSeconds === null ? 'none was refused' : `refused from ${valueText(refusedSeconds ?? null)} s`
  return `${accepted}, ${refused}`
}
