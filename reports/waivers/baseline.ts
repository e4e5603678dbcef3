import { Document, isSeq, parseDocument } from 'yaml'
import type { Report, ReportedOutcome } from '../report.ts'
import { cropped, plain } from '../text/plain.ts'
import { findingWords } from '../wording/outcome-texts.ts'
import type { Waiver } from './waiver.ts'
import { isMended, parseWaivers } from './waivers.ts'

/** Who is responsible for the failures of a baseline, and the last day on which they are accepted (YYYY-MM-DD). */
export interface Bearing {
  readonly owner: string
  readonly expires: string
}

interface Baseline {
  readonly text: string
  readonly changed: readonly string[]
}

/** Adds a waiver for every failure that has none; what stands there stays as it is. @throws {UsageError} */
export function writtenBaseline(text: string, file: string, { outcomes }: Report, bearing: Bearing): Baseline {
  const known = new Set(parseWaivers(text, file).map(({ check }) => check))
  const added = outcomes
    .filter(({ verdict, check }) => verdict === 'failed' && !known.has(check))
    .map((outcome) => waiverOf(outcome, bearing))
  if (added.length === 0) return { text, changed: [] }
  const document = text.trim() === '' ? new Document([]) : parseDocument(text)
  const list = isSeq(document.contents) ? document : new Document([])
  for (const waiver of added) list.add(list.createNode(waiver))
  return { text: checked(String(list), file), changed: added.map(({ check }) => check) }
}

/** Removes waivers of checks that pass now or no longer exist; those of checks that were not judged stay. @throws {UsageError} */
export function prunedBaseline(text: string, file: string, { outcomes }: Report): Baseline {
  const judged = new Map(outcomes.map((outcome) => [outcome.check, outcome]))
  const idle = ({ check }: Waiver) => isMended(judged.get(check) ?? { verdict: 'passed', level: 'MUST' })
  const waivers = parseWaivers(text, file)
  const changed = waivers.filter(idle).map(({ check }) => check)
  const document = parseDocument(text)
  // From the last one on: what is deleted moves those behind it.
  for (const [at, waiver] of [...waivers.entries()].reverse()) if (idle(waiver)) document.deleteIn([at])
  return { text: changed.length === 0 ? text : checked(String(document), file), changed }
}

function waiverOf({ check, findings: [first] }: ReportedOutcome, bearing: Bearing): Waiver {
  const found = first ? findingWords(first) : 'it failed'
  return { check, reason: `known failure: ${cropped(plain(found), 300)}`, ...bearing }
}

/** Checks that the written text can be read again. @throws {UsageError} */
function checked(text: string, file: string): string {
  parseWaivers(text, file)
  return text
}
