import type { Headers } from '../engine/exchange.ts'
import { type Finding, namedPlaces, type Outcome } from '../engine/judging/outcome.ts'
import type { Run } from '../engine/run.ts'
import { defined } from '../language/defined.ts'
import { grouped } from '../text/counted.ts'
import { unlessOverdue } from './redaction/search-time.ts'

/** The parts of a report that a run can make too long for it. */
interface Bounded extends Pick<Run, 'outcomes' | 'registered'> {
  readonly exchanges: readonly {
    readonly request: { readonly headers: Headers }
    readonly response?: { readonly headers: Headers; readonly body?: string; readonly size: number }
  }[]
}

/** How much a report holds at most of what a target can make long: of fields and findings in bytes as written, of others in characters. */
export const reportLimits = { text: 2000, reason: 4000, sentFields: 16_384, receivedFields: 8192, findings: 4 << 20, ids: 1000 } as const

/** A text that keeps to a length, and says how much is missing. Cut after the redaction, never before. */
export function cutTo(text: string, length: number = reportLimits.text): string {
  return text.length <= length ? text : `${text.slice(0, length).toWellFormed()}… (${grouped(text.length - length)} more characters)`
}

/** Header fields without secrets, as long as there is room and time to search them: those that are left out are not even searched. */
export function boundedHeaders(headers: Headers, redact: (text: string) => string, bytes: number): Headers {
  const kept: (readonly [string, string])[] = []
  let left = bytes
  for (const field of headers) {
    const redacted = left > 0 ? unlessOverdue(() => field.map(redact)) : undefined
    if (!redacted) break
    const [name = '', value = ''] = redacted
    const room = Math.max(200, left - written(name).bytes)
    const shown = [cutTo(name, 200), cutTo(value, written(value, room).length)] as const
    left -= written(shown.join('')).bytes
    kept.push(shown)
  }
  return kept
}

/** How many bytes a text takes in the format that writes it longest, and how many of its characters fit into a room. */
function written(text: string, room = Number.POSITIVE_INFINITY): { readonly bytes: number; readonly length: number } {
  let bytes = 0
  for (let at = 0; at < text.length; at++) {
    const next = bytes + (sizes[text.charCodeAt(at)] ?? 3)
    if (next > room) return { bytes, length: at }
    bytes = next
  }
  return { bytes, length: text.length }
}

/** How many bytes each character of Latin-1 takes: a page writes a quotation mark as `&quot;`, JSON a control as six characters. */
const sizes = Uint8Array.from({ length: 256 }, (_, code) => {
  if (code < 0x20 || (code >= 0x7f && code < 0xa0) || `"'&<>\\`.includes(String.fromCharCode(code))) return 6
  return code < 0x80 ? 1 : 3
})

/** Outcomes without secrets, with as many findings as there is room for, the first of each in any case. */
export function boundedOutcomes(outcomes: readonly Outcome[], redact: (text: string) => string): Outcome[] {
  const bounded = (text: string, length?: number) => cutTo(redact(text), length)
  let left: number = reportLimits.findings
  return outcomes.map(({ reason, ...outcome }) => {
    const findings = outcome.findings
      .map((finding) => boundedFinding(finding, bounded))
      .filter((finding, at) => {
        if (at > 0 && left <= 0) return false
        left -= bytesOf(finding)
        return true
      })
    return defined({ ...outcome, findings, reason: reason === undefined ? undefined : bounded(reason, reportLimits.reason) })
  })
}

/** Ids as many as there is room for, each of a length that can be read. */
export function boundedIds(ids: readonly string[]): string[] {
  return ids.slice(0, reportLimits.ids).map((id) => cutTo(id, 200))
}

/** The names of its members count as a little for all of them. */
function bytesOf({ at, expected, actual, places = [] }: Finding): number {
  return 100 + [at, expected, actual, ...places].reduce((sum, text) => sum + written(text).bytes, 0)
}

function boundedFinding({ at, expected, actual, places, ...rest }: Finding, bounded: (text: string) => string): Finding {
  const shown = places?.slice(0, namedPlaces).map((place) => bounded(place))
  return defined({ ...rest, at: bounded(at), expected: bounded(expected), actual: bounded(actual), places: shown })
}

/** What a report leaves out of a run, in a sentence; nothing if it holds all of it. */
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
