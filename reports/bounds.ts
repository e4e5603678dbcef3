import type { Headers } from '../engine/exchange.ts'
import type { Finding, Outcome } from '../engine/outcome.ts'
import type { Run } from '../engine/run.ts'
import { defined } from '../spec/defined.ts'
import { grouped } from './plain.ts'

/** The parts of a report that a run can make too long for it. */
interface Bounded extends Pick<Run, 'outcomes' | 'registered'> {
  readonly exchanges: readonly {
    readonly request: { readonly headers: Headers }
    readonly response?: { readonly headers: Headers; readonly body?: string; readonly size: number }
  }[]
}

/** How much a report holds at most of what a target can make long, in characters. */
const most = { text: 2000, reason: 4000, fields: 8192, findings: 4 << 20, ids: 1000 } as const

/** A text that keeps to a length, and says how much is missing. Cut after the redaction, never before. */
export function cutTo(text: string, length: number = most.text): string {
  return text.length <= length ? text : `${text.slice(0, length).toWellFormed()}… (${grouped(text.length - length)} more characters)`
}

/** Header fields as long as there is room for them. */
export function boundedHeaders(headers: Headers): Headers {
  let left: number = most.fields
  return headers.flatMap(([name, value]) => {
    if (left <= 0) return []
    left -= name.length + value.length
    return [[cutTo(name, 200), cutTo(value, Math.max(200, left + value.length))] as const]
  })
}

/** Outcomes with as many findings as there is room for, the first of each in any case. */
export function boundedOutcomes<Kind extends Outcome>(outcomes: readonly Kind[]): Kind[] {
  let left: number = most.findings
  return outcomes.map((outcome) => {
    const findings = outcome.findings.map(boundedFinding).filter((finding, at) => {
      if (at > 0 && left <= 0) return false
      left -= JSON.stringify(finding).length
      return true
    })
    return defined({ ...outcome, findings, reason: outcome.reason === undefined ? undefined : cutTo(outcome.reason, most.reason) })
  })
}

/** Ids as many as there is room for, each of a length that can be read. */
export function boundedIds(ids: readonly string[]): string[] {
  return ids.slice(0, most.ids).map((id) => cutTo(id, 200))
}

function boundedFinding({ at, expected, actual, places, ...rest }: Finding): Finding {
  return defined({
    ...rest,
    at: cutTo(at),
    expected: cutTo(expected),
    actual: cutTo(actual),
    places: places?.slice(0, 10).map((place) => cutTo(place)),
  })
}

/** What a report leaves out of a run, in a sentence; nothing where it holds all of it. */
export function leftOutNotes(run: Run, report: Bounded): string[] {
  const findings = (outcomes: readonly Outcome[]) => outcomes.reduce((sum, outcome) => sum + outcome.findings.length, 0)
  const fields = (exchanges: readonly { request: { headers: Headers }; response?: { headers: Headers } }[]) =>
    exchanges.reduce((sum, { request, response }) => sum + request.headers.length + (response?.headers.length ?? 0), 0)
  const bodies = report.exchanges.filter(({ response }) => response && response.size > 0 && response.body === undefined)
  const counts = [
    [findings(run.outcomes) - findings(report.outcomes), 'findings'],
    [fields(run.exchanges) - fields(report.exchanges), 'header fields'],
    [bodies.length, 'bodies'],
    [run.registered.length - report.registered.length, 'ids of withdrawals'],
  ] as const
  const missing = counts.filter(([count]) => count > 0).map(([count, what]) => `${grouped(count)} ${what}`)
  return missing.length === 0 ? [] : [`The report leaves out what would make it too long: ${missing.join(', ')}.`]
}
