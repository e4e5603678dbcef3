import type { Level } from '../../contracts/contract.ts'
import type { Finding } from '../../engine/judging/outcome.ts'
import { absent, shortened } from '../../text/excerpt.ts'
import { pointerStep } from '../../text/json/pointer.ts'

/** Where a consumer's pact departs from the document, or relies on more than it says. */
export interface PactFinding extends Pick<Finding, 'expected' | 'actual'> {
  /** `MUST` fails the pact; `SHOULD` is a warning. */
  readonly level: Level
  /** The place in the interaction: `request header x-timestamp`, `response body /data/0/rank`. */
  readonly at: string
}

export function must(at: string, expected: string, actual: string): PactFinding {
  return { level: 'MUST', at, expected, actual }
}

export function should(at: string, expected: string, actual: string): PactFinding {
  return { level: 'SHOULD', at, expected, actual }
}

/** A value as a finding shows it, cut to one line. */
export function findingValue(value: unknown): string {
  if (value === undefined) return absent
  return shortened(JSON.stringify(value) ?? String(value))
}

export function pointerOf(steps: readonly string[]): string {
  return steps.map((step) => `/${pointerStep(step)}`).join('')
}
