import { isDeepStrictEqual } from 'node:util'
import type { Observed, Outcome } from '../engine/outcome.ts'
import type { Run } from '../engine/run.ts'
import { seedless } from '../engine/seedless.ts'
import type { Certificate } from './certificate.ts'
import { testsOf } from './statement.ts'
import { type Line, line } from './verification-lines.ts'

/** Line 6: a run of today, with a seed that nobody knew, found the same. */
export function reproduced({ statement, evidence }: Certificate, run: Run, where: string): Line {
  if (!run.complete) return line(6, undefined, `It was run again (${where}), and did not come to its end: ${run.notes.join(' ')}`)
  const differences = [
    ...verdictDifferences(statement.predicate, run.outcomes),
    ...behaviourDifferences(evidence.observations, run.observations),
  ]
  const [first] = differences
  if (first !== undefined) return line(6, false, `Run again (${where}), it did otherwise: ${first}`, differences.slice(1, 20))
  return line(6, true, `Run again with a new seed (${where}), it did the same: every verdict, and every behaviour at open points.`)
}

const lists = ['passedTests', 'warnedTests', 'failedTests'] as const

function verdictDifferences(claimed: Certificate['statement']['predicate'], outcomes: readonly Outcome[]): string[] {
  const found = testsOf(outcomes)
  const verdicts = new Map(outcomes.map(({ check, verdict }) => [check, verdict]))
  return lists.flatMap((list) => {
    const lost = claimed[list].filter((check) => !found[list].includes(check))
    return lost.map((check) => `${check} was ${list.replace('Tests', '')}, and is ${verdicts.get(check) ?? 'unknown'} now.`)
  })
}

function behaviourDifferences(before: readonly Observed[], now: readonly Observed[]): string[] {
  const found = new Map(now.map(({ id, value }) => [id, seedless(value)]))
  const lasting = before.filter(({ id }) => !id.endsWith('.limits')) // how busy both were
  return lasting
    .filter(({ id, value }) => !isDeepStrictEqual(found.get(id), seedless(value)))
    .map(({ id, title }) => `${title} (${id}) is another.`)
}
