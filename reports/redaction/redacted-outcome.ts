import type { Finding, Json, Outcome } from '../../engine/judging/outcome.ts'
import { defined } from '../../spec/defined.ts'
import type { Redaction } from './redaction.ts'

export function redactedOutcome(outcome: Outcome, redact: Redaction): Outcome {
  const findings = outcome.findings.map((finding) =>
    defined<Finding>({
      ...finding,
      at: redact(finding.at),
      expected: redact(finding.expected),
      actual: redact(finding.actual),
      places: finding.places?.map(redact),
    }),
  )
  return defined({ ...outcome, findings, reason: outcome.reason === undefined ? undefined : redact(outcome.reason) })
}

/** A value without secrets, also in the names of its members. */
export function redactedJson(value: Json, redact: Redaction): Json {
  if (typeof value === 'string') return redact(value)
  if (typeof value === 'number') return redact(String(value)) === String(value) ? value : redact(String(value))
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((element) => redactedJson(element, redact))
  return Object.fromEntries(Object.entries(value).map(([key, element]) => [redact(key), redactedJson(element, redact)]))
}
