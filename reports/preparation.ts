import type { Contract } from '../contracts/contract.ts'
import type { Target } from '../engine/target.ts'
import { redactionsOf } from './redaction/redaction.ts'
import { type ReportFormat, reportFormats } from './write.ts'

/**
 * Loads what the reports of a run will need and makes the search for its target's secrets. Started with the run, it takes the time in which the
 * first answers are awaited; whatever fails here fails, and is told, where the reports are made.
 */
export async function prepareReports(formats: readonly ReportFormat[], contract: Contract, target: Target, seed: string): Promise<void> {
  try {
    await Promise.all(formats.map((format) => reportFormats[format].load()))
    // An expression is compiled when it is first used.
    redactionsOf(contract, target, [], seed).received(anyText)
  } catch {}
}

/** Long enough for each search to look at it: words, escapes and a run of letters. */
const anyText = JSON.stringify({ words: 'http://localhost/any%20text', run: 'Qz7'.repeat(100) })
