import { type Construction, signatureInWords } from '../../contracts/construction.ts'
import { type Flag, notes } from '../../contracts/vectors/notes.ts'
import { counted } from '../../text/counted.ts'
import type { SignerFinding } from './signer-answers.ts'
import type { Judgement, SignerReport } from './vectors.ts'
import type { Verified, VerifierReport } from './verifiers.ts'

/** True when every vector was signed, or judged, rightly and nothing else is wrong with the signer or verifier. */
export function isRight({ judgements, findings }: Pick<SignerReport | VerifierReport, 'judgements' | 'findings'>): boolean {
  return findings.length === 0 && judgements.every(({ verdict }) => verdict === 'passed')
}

/** What is to be said of a signer, for people: the mistakes first, then which kinds of vectors are wrong, then the first `most` of them. */
export function signerSummary(report: SignerReport, construction: Construction, most = 5): string {
  const { judgements, findings, mistakes } = report
  const wrong = judgements.filter(({ verdict }) => verdict === 'failed')
  const unanswered = judgements.filter(({ verdict }) => verdict === 'unanswered')
  const left = Math.max(0, wrong.length - most)
  const misspoken = wrong.filter(({ findings: own }) => own.every(({ at }) => at === 'canonicalString')).length
  const unexplained = wrong.filter(({ explanation }) => !explanation).length - misspoken
  return [
    ...findingLines(findings, most),
    ...mistakes.map(
      ({ mistake, title, vectors }) => `It signs ${title}${mistake ? ` (${mistake})` : ''}: ${vectors} of ${wrong.length} wrong.`,
    ),
    ...(wrong.length > misspoken
      ? [`Right is ${signatureInWords(construction)}, each as it is given; the key is the text of the secret.`]
      : []),
    ...(misspoken > 0
      ? [`Its canonicalString is not the text that it signs, ${misspoken} of ${wrong.length}: these signatures are right.`]
      : []),
    ...(unexplained === 0 && mistakes[0]?.isOfForm
      ? ['What it signs is not known: also answer with the canonicalString, so that Assay can judge its text.']
      : []),
    ...(unexplained > 0
      ? [
          `No known mistake explains ${unexplained} of ${wrong.length}${report.cutShort ? ', and not all were tried, for want of time' : ''}: also answer with the canonicalString, so that Assay can judge its text.`,
        ]
      : []),
    ...byFlag(judgements),
    ...wrong.slice(0, most).flatMap(wrongVector),
    ...(left > 0 ? [`… and ${left} more vectors: --show ${wrong.length} shows them all.`] : []),
    ...standardError(report),
    `${counted(judgements.length - wrong.length - unanswered.length, 'vector')} right, ${wrong.length} wrong, ${unanswered.length} unanswered: ` +
      (isRight(report) ? 'the signer signs as the source says.' : 'the signer does not pass.'),
  ].join('\n')
}

function findingLines(findings: readonly SignerFinding[], most: number): string[] {
  const isLine = ({ at }: SignerFinding) => at.startsWith('line ')
  const said = findings.filter(isLine)
  return [
    ...said.slice(0, most).map(inWords),
    ...(said.length > most ? [`… and ${said.length - most} more of these.`] : []),
    ...findings.filter((each) => !isLine(each)).map(inWords),
  ]
}

function inWords({ at, expected, actual }: SignerFinding): string {
  return `${at}: expected ${expected}; found ${actual}.`
}

function standardError({ standardError }: { readonly standardError: string }): string[] {
  return standardError === '' ? [] : ['Its standard error:', ...standardError.split('\n').map((line) => `  ${line}`)]
}

/** How many vectors of each flag are not right, where some are and some are not: it is there that a mistake shows. */
function byFlag(judgements: readonly Judgement[]): string[] {
  const flags = [...new Set(judgements.flatMap(({ flags }) => flags))]
  const counted = flags.map((flag) => {
    const all = judgements.filter((judgement) => judgement.flags.includes(flag))
    return { flag, all: all.length, wrong: all.filter(({ verdict }) => verdict !== 'passed').length }
  })
  if (counted.every(({ wrong, all }) => wrong === all) || counted.every(({ wrong }) => wrong === 0)) return []
  return [
    'By flag:',
    ...counted
      .filter(({ wrong }) => wrong > 0)
      .map(({ flag, wrong, all }) => `  ${flag}: ${wrong} of ${all} not right. ${notes[flag as Flag]?.description ?? ''}`.trimEnd()),
  ]
}

function wrongVector({ tcId, comment, findings, explanation }: Judgement): string[] {
  const why = explanation ? `: it signs ${explanation.title}` : ''
  return [`  ${tcId} ${comment}${why}`, ...findings.flatMap(({ at, expected, actual }: SignerFinding) => pair(at, expected, actual))]
}

function pair(at: string, expected: string, actual: string): string[] {
  return [`    ${at}: expected ${expected}`, `    ${' '.repeat(at.length)}     found ${actual === '' ? '(nothing)' : actual}`]
}

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
