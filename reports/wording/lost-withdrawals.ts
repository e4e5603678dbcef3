import { someOf } from '../../text/counted.ts'
import type { Report, ReportedWithdrawal } from '../report.ts'
import { cropped, firstLines, plain } from '../text/plain.ts'

/** Withdrawals whose registration or id is not known: what most of them say `alike`, once, then each by its time and what it adds. */
export function lostWithdrawals({ unknownFate: withdrawals = [], registered }: Pick<Report, 'unknownFate' | 'registered'>) {
  const usual = usualValues(withdrawals)
  const isGapless = registered.length > 2 && runsOf(registered).length === 1 && new Set(registered).size === registered.length
  const unlikely = isGapless ? '; the ids that are known have no gap, which speaks against it' : ''
  return {
    heading: `Withdrawals to look for (${withdrawals.length}): it is not known whether they were registered, or under which id${unlikely}`,
    alike: fieldsText(usual),
    lines: withdrawals
      .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
      .map(({ at, exchange, withdrawal }) => `${at}: ${differences(withdrawal, usual) || `sent as ${exchange}`}`),
  }
}

/** How many withdrawals to look for another tool is told; report.json holds them all. */
const mostLost = 50

/** The same for other tools, a line each; none where there are none. */
export function lostLines(report: Pick<Report, 'unknownFate' | 'registered'>): string[] {
  const { heading, alike, lines } = lostWithdrawals(report)
  if (lines.length === 0) return []
  return [`${heading}.`, ...(alike ? [`Unless stated otherwise: ${alike}`] : []), ...firstLines(lines, mostLost, String)]
}

/** Ids as a list, each once: numbers in their order, those that follow each other from and to; one that was given out again says how often. */
export function idsOf(registered: readonly string[], most = Number.POSITIVE_INFINITY): string {
  return someOf(runsOf(registered), most, runText)
}

function runsOf(registered: readonly string[]): readonly (readonly [Times, ...Times[]])[] {
  const numbers = registered.filter(isNumber).sort((one, other) => Number(one) - Number(other))
  const runs: [Times, ...Times[]][] = []
  for (const [id, { length: times }] of Map.groupBy([...numbers, ...registered.filter((each) => !isNumber(each))], (each) => each)) {
    const run = runs.at(-1)
    const last = run?.at(-1)
    if (last && last.times === 1 && times === 1 && isNumber(id) && Number(id) === Number(last.id) + 1) run?.push({ id, times })
    else runs.push([{ id, times }])
  }
  return runs
}

interface Times {
  readonly id: string
  readonly times: number
}

/** True for a number that no double rounds. */
function isNumber(id: string): boolean {
  return /^\d{1,15}$/.test(id)
}

function runText(run: readonly [Times, ...Times[]]): string {
  const [first, ...others] = run.map(({ id, times }) => `${cropped(plain(id), 40)}${times > 1 ? ` (${times} times)` : ''}`)
  return others.length > 1 ? `${first} to ${others.at(-1)}` : [first, ...others].join(', ')
}

type Stated = Readonly<Record<string, string>>

/** Of each field the value that more than half of the withdrawals have of which anything is known. */
function usualValues(withdrawals: readonly ReportedWithdrawal[]): Stated {
  const stated = withdrawals.map(({ withdrawal }) => Object.entries(withdrawal)).filter(({ length }) => length > 0)
  const fields = Map.groupBy(stated.flat(), ([name]) => name)
  return Object.fromEntries(
    [...fields].flatMap(([name, entries]) => {
      const values = [...Map.groupBy(entries, ([, value]) => value)]
      const [[value, { length }] = ['', []]] = values.toSorted(([, one], [, other]) => other.length - one.length)
      return length > 1 && length * 2 > stated.length ? [[name, value]] : []
    }),
  )
}

function differences(withdrawal: Stated, usual: Stated): string {
  if (Object.keys(withdrawal).length === 0) return ''
  const own = Object.entries(withdrawal).filter(([name, value]) => usual[name] !== value)
  const missing = Object.keys(usual).filter((name) => !(name in withdrawal))
  return [fieldsText(Object.fromEntries(own)), ...missing.map((name) => `no ${name}`)].filter((part) => part !== '').join(', ')
}

function fieldsText(withdrawal: Stated): string {
  return Object.entries(withdrawal)
    .map(([name, value]) => `${name} ${shown(cropped(plain(value), 60))}`)
    .join(', ')
}

/** A value whose blanks would not be seen stands in quotes. */
function shown(value: string): string {
  return value === '' || value !== value.trim() ? `"${value}"` : value
}
