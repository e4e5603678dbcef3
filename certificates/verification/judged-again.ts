import { isDeepStrictEqual } from 'node:util'
import type { Observed, Outcome } from '../../engine/judging/outcome.ts'
import { exitCode, type Run } from '../../engine/run.ts'
import { getOrInsert } from '../../language/get-or-insert.ts'
import type { Certificate } from '../certificate.ts'
import { descriptor, notJudged, type Predicate } from '../statement.ts'
import { type Line, line } from './verification-lines.ts'

/** Line 3: every verdict, finding and observation is what this Assay finds in the evidence, and the target conforms. */
export function judgedAgain(
  { statement, evidence }: Certificate,
  found: Pick<Run, 'outcomes' | 'observations'> & Partial<Pick<Run, 'registered'>>,
): Line {
  const { outcomes, observations, registered } = found
  const claimed = claimedVerdicts(statement.predicate)
  const differences = [
    ...outcomes.flatMap((outcome) => verdictDifference(outcome, claimed.get(outcome.check) ?? [])),
    ...unknownChecks(outcomes, claimed),
    ...findingDifferences(outcomes, evidence.outcomes),
    ...observationDifferences(observations, evidence.observations),
    ...(registered && !isDeepStrictEqual(registered, evidence.registered) ? ['it lists other withdrawals than were registered.'] : []),
    ...inconclusiveDifferences(outcomes, statement.predicate),
  ]
  const [first] = differences
  if (first !== undefined) {
    const count = differences.length === 1 ? 'One thing is' : `${differences.length} things are`
    return line(3, false, `${count} not what it says, judged again from the evidence: ${first}`, differences.slice(1, 20))
  }
  const code = exitCode({ outcomes, complete: true })
  if (code !== 0)
    return line(3, false, `Its own evidence shows that the target ${code === 1 ? 'does not conform' : 'is not proven to conform'}.`)
  const { result, warnedTests, failedTests } = statement.predicate
  if (result === 'FAILED') return line(3, false, 'It says of itself that the target failed.')
  if ((result === 'WARNED') !== warnedTests.length + failedTests.length > 0)
    return line(3, false, `It says of itself ${result}, and its own lists do not.`)
  const judged = outcomes.filter(({ verdict }) => verdict !== 'inapplicable').length
  if (judged === 0) return line(3, false, 'Nothing was judged in it.')
  return line(
    3,
    true,
    `All ${judged} verdicts are the same when this Assay judges the evidence again, and by them it conforms.`,
    neverAsked(outcomes, claimed),
  )
}

function claimedVerdicts({ passedTests, warnedTests, failedTests }: Certificate['statement']['predicate']): Map<string, string[]> {
  const claimed = new Map<string, string[]>()
  const lists = { passed: passedTests, warned: warnedTests, failed: failedTests }
  for (const [verdict, checks] of Object.entries(lists)) for (const check of checks) getOrInsert(claimed, check, () => []).push(verdict)
  return claimed
}

function verdictDifference({ check, verdict, evidence, findings }: Outcome, claimed: readonly string[]): string[] {
  const own = verdict === 'inconclusive' ? 'failed' : verdict
  if (claimed.join() === (own === 'inapplicable' ? '' : own)) return []
  if (claimed.length === 0 && verdict === 'inconclusive') return [] // new since then: it was never asked
  const exchange = findings.find((finding) => finding.exchange)?.exchange ?? evidence[0]
  const said = claimed.length === 0 ? 'left out' : claimed.slice(0, 3).join(' and ')
  return [`${check} is ${said} there, and ${verdict} here${exchange ? ` (${exchange})` : ''}.`]
}

function unknownChecks(outcomes: readonly Outcome[], claimed: ReadonlyMap<string, unknown>): string[] {
  const known = new Set(outcomes.map(({ check }) => check))
  return [...claimed.keys()]
    .filter((check) => !known.has(check))
    .map((check) => `${JSON.stringify(check.slice(0, 100))} is no check of this suite.`)
}

function neverAsked(outcomes: readonly Outcome[], claimed: ReadonlyMap<string, unknown>): string[] {
  const fresh = outcomes.filter(({ check, verdict }) => verdict === 'inconclusive' && !claimed.has(check))
  return fresh.map(({ check }) => `${check} was never asked.`)
}

function findingDifferences(outcomes: readonly Outcome[], kept: readonly Outcome[]): string[] {
  const found = new Map(outcomes.filter(({ verdict }) => verdict !== 'passed').map((outcome) => [outcome.check, outcome]))
  const changed = kept.filter((outcome) => !isDeepStrictEqual(asKept(found.get(outcome.check)), outcome))
  const names = new Set<string>()
  const twice = kept.filter(({ check }) => names.size === names.add(check).size)
  const dropped = [...found.keys()].filter((check) => !names.has(check))
  return [
    ...twice.map(({ check }) => `the findings of ${check} are there twice.`),
    ...changed.map(({ check }) => `the findings of ${check} differ.`),
    ...dropped.map((check) => `the findings of ${check} are left out.`),
  ]
}

/** What could not be judged is listed as failed, and has to say so. */
function inconclusiveDifferences(outcomes: readonly Outcome[], predicate: Predicate): string[] {
  const own = notJudged(outcomes)
  const found = descriptor(predicate, 'evidence')
  return isDeepStrictEqual(found?.annotations, own) ? [] : ['the reasons of what could not be judged differ.']
}

function observationDifferences(found: readonly Observed[], kept: readonly Observed[]): string[] {
  const changed = found
    .filter((observed, at) => !isDeepStrictEqual(asKept(observed), kept[at]))
    .map(({ id }) => `the observation ${id} differs.`)
  return kept.length > found.length ? [...changed, 'it lists more observations than there were.'] : changed
}

/** What was found now as a file keeps it: without what is undefined. */
function asKept(found: Outcome | Observed | undefined): unknown {
  return found && JSON.parse(JSON.stringify(found))
}
