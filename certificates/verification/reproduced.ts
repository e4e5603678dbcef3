import { isDeepStrictEqual } from 'node:util'
import { wasTried } from '../../engine/exchange.ts'
import type { Observed, Outcome } from '../../engine/judging/outcome.ts'
import type { Run } from '../../engine/run.ts'
import { isOfOneTarget, seedless } from '../../engine/seedless.ts'
import { shortened } from '../../text/excerpt.ts'
import type { Certificate } from '../certificate.ts'
import { testLists, testsOf } from '../statement.ts'
import { type Line, line } from './verification-lines.ts'

/** Line 6: a run of today, with a seed that nobody knew, found the same. What is not asked today can be no difference, nor the same. */
export function reproduced({ statement, evidence }: Certificate, run: Run, where: string): Line {
  if (!run.complete) return line(6, undefined, `It was run again (${where}), and did not finish: ${run.notes.join(' ')}`)
  if (run.exchanges.every(({ response }) => !response)) {
    const problems = run.diagnoses.map(({ problem }) => problem)
    return line(6, undefined, `It was run again (${where}), and nothing there answered.`, problems)
  }
  const differences = [...verdictDifferences(statement.predicate, run), ...behaviourDifferences(evidence.observations, run.observations)]
  const [first, ...more] = differences.flatMap(({ text, isAsked }) => (isAsked ? [text] : []))
  if (first !== undefined) return line(6, false, `Run again (${where}), it did otherwise: ${first}`, more.slice(0, 19))
  const [unasked, ...others] = differences.map(({ text }) => text)
  if (unasked !== undefined)
    return line(6, undefined, `Run again (${where}), not all was asked that the certificate tells of: ${unasked}`, others.slice(0, 19))
  return line(6, true, `Run again with a new seed (${where}), it did the same: every verdict, and every behaviour at open points.`)
}

/** What is not as the certificate has it, in a sentence; and whether the run asked for it at all. */
interface Difference {
  readonly text: string
  readonly isAsked: boolean
}

function verdictDifferences(claimed: Certificate['statement']['predicate'], { outcomes, exchanges }: Run): Difference[] {
  const found = testsOf(outcomes)
  const unsent = new Set(exchanges.flatMap((exchange) => (wasTried(exchange) ? [] : exchange.id)))
  const known = new Map(outcomes.map((outcome) => [outcome.check, outcome]))
  const told = new Set(testLists.flatMap((list) => claimed[list]))
  const fresh = outcomes.filter(({ check, verdict }) => verdict === 'failed' && !told.has(check))
  const failed = fresh.map(({ check }) => ({ text: `${check} did not apply, and is failed now.`, isAsked: true }))
  const others = testLists.flatMap((list) => {
    const lost = claimed[list].filter((check) => !found[list].includes(check))
    return lost.map((check) => {
      const outcome = known.get(check)
      const text = `${check} was ${list.replace('Tests', '')}, and is ${outcome?.verdict ?? 'unknown'} now.`
      return { text: [text, outcome?.reason ?? ''].join(' ').trim(), isAsked: !outcome || !isUnasked(outcome, unsent) }
    })
  })
  return [...failed, ...others]
}

/** True for a check that the run left out, was not allowed to ask, or held back: without a journal, say, no withdrawal is sent. */
function isUnasked({ verdict, evidence }: Outcome, unsent: ReadonlySet<string>): boolean {
  const isHeldBack = evidence.length === 0 || evidence.some((id) => unsent.has(id))
  return verdict === 'inapplicable' || (verdict === 'inconclusive' && isHeldBack)
}

function behaviourDifferences(before: readonly Observed[], now: readonly Observed[]): Difference[] {
  const found = new Map(now.map(({ id, value }) => [id, value]))
  const lasting = before.filter(({ id }) => !id.endsWith('.limits')) // how busy both were
  return lasting.flatMap(({ id, title, value }) => {
    const today = found.get(id)
    if (isUnanswered(value)) return [] // it tells nothing
    if (today === undefined || isUnanswered(today)) return [{ text: `${title} (${id}) was not observed.`, isAsked: false }]
    if (isOfOneTarget(value, today) ?? isPart(value, today)) return []
    const text = `${title} (${id}) was ${words(seedless(value))}, and is ${words(seedless(today))} now.`
    return [{ text, isAsked: !isPart(today, value) }]
  })
}

/** True where the target put a request off: what it would have said is not known. */
function isUnanswered(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'answer' in value && value.answer === 'unanswered'
}

/** True for the same, and for a list of some of it: which values and fields there are to see changes with the data, and with what is asked. */
function isPart(some: unknown, all: unknown): boolean {
  if (!Array.isArray(some) || !Array.isArray(all)) return isDeepStrictEqual(some, all)
  return some.every((one) => all.some((other) => isDeepStrictEqual(one, other)))
}

function words(value: unknown): string {
  return shortened(JSON.stringify(value))
}
