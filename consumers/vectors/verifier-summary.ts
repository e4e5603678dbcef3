import { findingLines, isRight, standardError } from './summary.ts'
import type { Verified, VerifierReport } from './verifiers.ts'

/** What is to be said of a verifier, for people: what it accepts and what it refuses wrongly, the first `most` of each. */
export function verifierSummary(report: VerifierReport, most = 5): string {
  const { judgements, findings, comparison } = report
  const failed = judgements.filter(({ verdict }) => verdict === 'failed')
  const unanswered = judgements.filter(({ verdict }) => verdict === 'unanswered').length
  const accepted = failed.filter(({ expected }) => expected === 'invalid')
  const refused = failed.filter(({ expected }) => expected === 'valid')
  return [
    ...findingLines(findings, most),
    ...sameAnswer(report),
    ...(comparison === undefined ? [] : [comparison]),
    ...listed('It accepts wrong signatures', accepted, most, ({ comment, mistake }) =>
      mistake === undefined ? comment : `${comment.replace(/^it signs /, 'of a signer that signs ')} (${mistake})`,
    ),
    ...listed('It refuses right signatures', refused, most, ({ tcId, comment }) => `${tcId} ${comment}`),
    ...standardError(report),
    `${judgements.length - failed.length - unanswered} of ${judgements.length} signatures judged rightly, ${accepted.length} wrong ones accepted, ` +
      `${refused.length} right ones refused, ${unanswered} unanswered: ` +
      (isRight(report) ? 'the verifier verifies as the source says.' : 'the verifier does not pass.'),
  ].join('\n')
}

/** What a verifier does that always says the same, whatever it is given. */
function sameAnswer({ judgements }: VerifierReport): string[] {
  const answered = judgements.filter(({ verdict }) => verdict !== 'unanswered')
  const answers = new Set(answered.map(({ verdict, expected }) => (verdict === 'passed') === (expected === 'valid')))
  if (answers.size !== 1 || new Set(answered.map(({ expected }) => expected)).size === 1) return []
  return [answers.has(true) ? 'It accepts every signature, whatever it is given.' : 'It refuses every signature, whatever it is given.']
}

/** What is accepted or refused for one reason is said once, with its count. */
function listed(title: string, all: readonly Verified[], most: number, line: (each: Verified) => string): string[] {
  if (all.length === 0) return []
  const counts = [...Map.groupBy(all, line)].map(([text, { length }]) => (length > 1 ? `${text}: ${length} times` : text))
  const left = counts.length - most
  return [
    `${title}: ${all.length}.`,
    ...counts.slice(0, most).map((text) => `  ${text}`),
    ...(left > 0 ? [`  … and ${left} more kinds: --show ${counts.length} shows them all.`] : []),
  ]
}
