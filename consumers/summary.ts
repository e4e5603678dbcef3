import type { Finding } from './answers.ts'
import type { Judgement, SignerReport } from './vectors.ts'

/** True when every vector was signed rightly and nothing else is wrong with the signer. */
export function isRight({ judgements, findings }: SignerReport): boolean {
  return findings.length === 0 && judgements.every(({ verdict }) => verdict === 'passed')
}

/** What is to be said of a signer, for people: the mistakes first, then the first `most` wrong vectors. */
export function signerSummary(report: SignerReport, most = 5): string {
  const { judgements, findings, mistakes } = report
  const wrong = judgements.filter(({ verdict }) => verdict === 'failed')
  const unanswered = judgements.filter(({ verdict }) => verdict === 'unanswered')
  const left = Math.max(0, wrong.length - most)
  return [
    ...findings.slice(0, most).map(({ at, expected, actual }) => `${at}: expected ${expected}; found ${actual}.`),
    ...(findings.length > most ? [`… and ${findings.length - most} more of these.`] : []),
    ...mistakes.map(
      ({ mistake, title, vectors }) => `It signs ${title}${mistake ? ` (${mistake})` : ''}: ${vectors} of ${wrong.length} wrong.`,
    ),
    ...wrong.slice(0, most).flatMap(wrongVector),
    ...(left > 0 ? [`… and ${left} more vectors.`] : []),
    `${count(judgements.length - wrong.length - unanswered.length, 'vector')} right, ${wrong.length} wrong, ${unanswered.length} unanswered: ` +
      (isRight(report) ? 'the signer signs as the source says.' : 'the signer does not pass.'),
  ].join('\n')
}

function wrongVector({ tcId, comment, findings, explanation }: Judgement): string[] {
  const why = explanation ? `: it signs ${explanation.title}` : ''
  return [`  ${tcId} ${comment}${why}`, ...findings.flatMap(({ at, expected, actual }: Finding) => pair(at, expected, actual))]
}

function pair(at: string, expected: string, actual: string): string[] {
  return [`    ${at}: expected ${expected}`, `    ${' '.repeat(at.length)}     found ${actual === '' ? '(nothing)' : actual}`]
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
