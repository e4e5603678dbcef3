import { counted } from '../../spec/counted.ts'
import type { PactFinding } from './finding.ts'
import type { JudgedInteraction, JudgedPact, PactReport } from './pact-check.ts'

/** What is to be said of consumers' pacts, for people: each interaction that departs, and where; then the counts. */
export function pactSummary({ pacts, problems }: PactReport): string {
  const all = pacts.flatMap(({ interactions }) => interactions)
  const count = (verdict: JudgedInteraction['verdict']) => all.filter((each) => each.verdict === verdict).length
  const failed = count('failed')
  const answer =
    failed > 0
      ? 'What failed departs from the source, or relies on what it does not say.'
      : problems.length > 0
        ? 'Not proven: not every pact could be judged.'
        : count('warned') > 0
          ? 'Nothing contradicts the source; what is warned of, it leaves open.'
          : 'All of it agrees with the source.'
  return [
    ...pacts.flatMap(pactLines),
    ...problems,
    `${counted(all.length, 'interaction')} in ${counted(pacts.length, 'pact')}: ${count('passed')} passed, ${count('warned')} warned, ${failed} failed. ${answer}`,
  ].join('\n')
}

function pactLines({ file, consumer, provider, interactions }: JudgedPact): string[] {
  const departing = interactions.filter(({ verdict }) => verdict !== 'passed')
  if (departing.length === 0) return []
  return [`${file}: what ${consumer || 'a consumer'} expects of ${provider || 'its provider'}`, ...departing.flatMap(interactionLines), '']
}

function interactionLines({ verdict, description, operation, findings }: JudgedInteraction): string[] {
  const mark = verdict === 'failed' ? '✗' : '!'
  return [`  ${mark} ${description}${operation ? ` (${operation})` : ''}`, ...findings.flatMap(findingLines)]
}

function findingLines({ level, at, expected, actual }: PactFinding): string[] {
  return [`      ${at}${level === 'SHOULD' ? ' (warning)' : ''}`, `        expected ${expected}`, `        found    ${actual}`]
}
