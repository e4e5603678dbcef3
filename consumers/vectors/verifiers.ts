import type { Construction } from '../../contracts/construction.ts'
import { catalogue } from '../../contracts/mistakes/mistakes.ts'
import { type SigningInput, sign } from '../../contracts/signing.ts'
import { inputOf, unsignedFields, type Vector, vectorBody } from '../../contracts/vectors/vectors.ts'
import { commonSecrets } from '../../engine/wrong-values/signed-tokens.ts'
import { anybody } from '../../engine/wrong-values/stand-ins.ts'
import { words } from '../../text/words.ts'
import { usualValues } from '../explanation/indifference.ts'
import { laxComparison } from './lax-comparison.ts'
import { type Constructed, laxConstruction } from './lax-construction.ts'
import { converse, type Program } from './signer.ts'
import { type Reading, readAnswers, type SignerFinding } from './signer-answers.ts'
import { untimelyRefusals } from './untimely-refusals.ts'
import { type Signing, signerRequest } from './vectors.ts'

export interface VerifierReport {
  readonly judgements: readonly Verified[]
  readonly findings: readonly SignerFinding[]
  /** How it compares signatures, whose it accepts, or why it may refuse right ones, in a sentence, where that explains all that is wrong. */
  readonly comparison?: string | undefined
  readonly standardError: string
}

/** One signature: whether it had to be accepted, and whether it was. */
export interface Verified extends Pick<Vector, 'tcId' | 'comment' | 'flags'> {
  readonly verdict: 'passed' | 'failed' | 'unanswered'
  readonly expected: 'valid' | 'invalid'
  /** Of a wrong signature: the mistake that makes it. */
  readonly mistake?: string | undefined
}

const verdicts: Reading<{ readonly valid: boolean }> = {
  shape: 'one JSON object a line: {"id": …, "valid": true}, or false',
  read: ({ valid }) => (typeof valid === 'boolean' ? { valid } : { expected: 'valid as true or false' }),
}

/** A vector, and apart from its members, whose names a field may have, what is sent of unsigned fields. */
interface Asked extends Vector {
  readonly unsigned?: Readonly<Record<string, string>>
}

interface Questions {
  /** Every vector, what every mistake makes of the valid ones, and what stands in for a signature. */
  readonly signatures: readonly Vector[]
  readonly empty: readonly Asked[]
  readonly odd: readonly Asked[]
  readonly signing: Signing
}

export function verifierQuestions(vectors: readonly Vector[], signing: Signing): Questions {
  const plain = vectors.filter(({ flags }) => !flags.includes('OpenCase'))
  return {
    signatures: [...plain, ...mistaken(vectors, signing), ...stoodIn(vectors, signing), ...again(plain)],
    empty: withValues(empties, vectors, signing),
    odd: withValues(oddValues, vectors, signing),
    signing,
  }
}

/**
 * Starts a verifier, and judges its answers. One that answered well is started once more and asked with each value empty, and once with odd
 * ones: some libraries take no empty key, and whoever fails there has accepted nothing.
 * @throws {UsageError}
 */
export async function judgeVerifier(program: Program, { signatures, empty, odd, signing }: Questions): Promise<VerifierReport> {
  const ask = (asked: readonly Asked[]) => judgeAnswers(program, asked, signing)
  const report = await ask(signatures)
  if (report.findings.length > 0) return report
  const [ofEmpty, ofOdd] = [await ask(empty), await ask(odd)]
  const answered = [...ofEmpty.judgements, ...ofOdd.judgements].filter(({ verdict }) => verdict !== 'unanswered')
  return { ...report, judgements: [...report.judgements, ...answered] }
}

async function judgeAnswers(program: Program, asked: readonly Asked[], signing: Signing): Promise<VerifierReport> {
  const requests = asked.map((vector) => ({
    ...signerRequest(vector, { ...signing, fields: { ...signing.fields, ...vector.unsigned } }),
    signature: vector.signature,
  }))
  const conversation = await converse(program, requests)
  const { byId, findings } = readAnswers(conversation, asked, verdicts)
  const judgements = asked.map((vector): Verified => {
    const { tcId, comment, flags, result, mistake } = vector
    const valid = byId.get(String(tcId))?.valid
    const verdict = valid === undefined ? 'unanswered' : valid === (result === 'valid') ? 'passed' : 'failed'
    return { tcId, comment, flags, verdict, expected: result, mistake }
  })
  const compared = asked.flatMap((vector) => {
    const accepted = byId.get(String(vector.tcId))?.valid
    return accepted === undefined ? [] : [constructed(vector, accepted, signing)]
  })
  const named = unsignedFields(signing.construction, signing.fields)
  const { construction } = signing
  const comparison = laxComparison(compared) ?? laxConstruction(construction, named, compared) ?? untimelyRefusals(construction, compared)
  return { judgements, findings, comparison, standardError: conversation.complaint }
}

function constructed(vector: Vector, accepted: boolean, { construction, fields }: Signing): Constructed {
  const input = inputOf(construction, vector)
  const bodies = bodiesOf(construction, input, fields)
  const { signature: given, mistake } = vector
  return { input: { ...input, bodies }, right: sign(construction, input), given, accepted, mistake }
}

const firstNumber = 2_000_000
const firstStandIn = 2_500_000
const lastAsked = 2_999_999
/** Each of the two times that it is started again: the answers of one are read by themselves. */
const firstOdd = 3_000_000

/** What each mistake makes of one of the right vectors, another each time, where it is not the right signature. */
function mistaken(vectors: readonly Vector[], { construction, fields }: Signing): Vector[] {
  const right = vectors.filter(({ result }) => result === 'valid')
  const open = new Set(['encodes-upper-case'])
  const wrong = catalogue(construction, unsignedFields(construction, fields)).flatMap(({ id, title, sign: signed }, index) => {
    if (open.has(id)) return []
    const turned = [...right.slice(index % right.length), ...right.slice(0, index % right.length)]
    for (const vector of turned) {
      const input = inputOf(construction, vector)
      const signatures = bodiesOf(construction, input, fields).map((body) => signed({ ...input, body }))
      const made = new Set(signatures.filter((each) => each !== undefined && each.toLowerCase() !== sign(construction, input)))
      if (made.size === 0) continue
      const comment = `of a signer that signs ${title}`
      return [...made].map((signature = ''): Vector => ({ ...vector, comment, signature, result: 'invalid', mistake: id, flags: [] }))
    }
    return []
  })
  return wrong.map((vector, index) => ({ ...vector, tcId: firstNumber + index }))
}

/** The body of a request, and what some sign of it: the signed fields alone. */
function bodiesOf(construction: Construction, { values }: SigningInput, fields: Signing['fields']): string[] {
  const signed = vectorBody(construction, values)
  return [JSON.stringify({ ...fields, ...(JSON.parse(signed) as object) }), signed]
}

/** What programs that compare by a pattern, read a number or were left in a test mode take for a signature. */
const likelyWords = new Set([
  ...['0', 'undefined', 'null', 'None', 'none', 'nil', 'false', 'NaN', ...anybody(), '%', '.*', '[0-9a-f]{64}'],
  ...words('debug testing test-signature TEST mock dummy fake sandbox skip bypass backdoor letmein magic'),
  ...words('master root superuser internal trusted valid ok OK yes on signature abc foo x - 42'),
  ...words('local development staging unsigned nosign no-signature deadbeef placeholder TODO any anything open'),
])

/** A right vector once more, at the end: some refuse all after a few failures. */
function again(vectors: readonly Vector[]): Vector[] {
  const right = vectors.find(({ result }) => result === 'valid')
  return right ? [{ ...right, tcId: lastAsked, comment: `${right.comment}, once more after all others` }] : []
}

/** A right vector with what stands in for a signature: a word, what looks like it, or a value of the same request. */
function stoodIn(vectors: readonly Vector[], { construction }: Signing): Vector[] {
  const right = vectors.find(({ result }) => result === 'valid')
  if (!right) return []
  const { values, secret } = inputOf(construction, right)
  const { signature } = right
  const lookalikes = [signature.replaceAll('0', 'O').replaceAll('1', 'l'), signature.replaceAll('0', 'o').replaceAll('1', 'I')]
  const filled = ['0', 'f'].map((digit) => signature.replace(/./g, digit))
  const given = [...likelyWords, ...filled, ...lookalikes, ...dressed(signature)].map((word) => [word, word] as const)
  const own = Object.entries({ ...values, secret }).map(([name, value]) => [value, `its ${name}`] as const)
  // Some keep what they accepted.
  const last = vectors.findLast((other) => other.result === 'valid' && other.signature !== signature)
  const earlier = last ? [[last.signature, 'that of the last right request before it'] as const] : []
  const guessed = commonSecrets.map(
    (word) => [sign(construction, { values, secret: word }), `made with the key ${JSON.stringify(word)}`] as const,
  )
  return [...earlier, ...given, ...own, ...guessed].map(([signature, said], index) => {
    const comment = `its signature is ${said}`
    return { ...right, tcId: firstStandIn + index, comment, signature, result: 'invalid', flags: [] }
  })
}

/** A right signature beside a word, and in JSON, from which some cut it out again. */
function dressed(signature: string): string[] {
  const beside = [...'.:;,=|/-_~@#$ '].flatMap((mark) => [
    ...labels.map((label) => `${label}${mark}${signature}`),
    `${signature}${mark}${labels[0]}`,
  ])
  return [...beside, `\ufeff${signature}`, ...labels.map((label) => JSON.stringify({ [label]: signature })), JSON.stringify([signature])]
}

const labels = ['sig', 'signature', 'sign', 'hmac', 'hash', 'v1', 's', 'token']

type Odd = readonly [value: string, words: string]

const empties: readonly Odd[] = [['', 'empty']]

/** Values at which programs break off, and some then let through what they were to check. */
const oddValues: readonly Odd[] = [
  ['NaN', 'NaN'],
  ['-1', 'negative'],
  ['%', 'a percent sign'],
  ['9'.repeat(400), 'of 400 digits'],
  // Some let one asset, one chain or their own tests through; PHP takes "0" for no text at all.
  ...usualValues.map((value): Odd => [value, JSON.stringify(value)]),
]

/** A right vector with one value another, of what is not signed too, and a signature of another key. */
function withValues(values: readonly Odd[], vectors: readonly Vector[], { construction, fields }: Signing): Asked[] {
  const right = vectors.find(({ result }) => result === 'valid')
  if (!right) return []
  const { values: signed, secret } = inputOf(construction, right)
  const signature = sign(construction, { values: signed, secret: `another ${secret}` })
  const names = [...construction.parts.map(({ name }) => name), 'secret']
  const all = values.flatMap(([value, words]) =>
    [...names, ...unsignedFields(construction, fields)].map((name) => ({ name, value, words })),
  )
  return all.map(({ name, value, words }, index) => ({
    ...right,
    ...(names.includes(name) ? { [name]: value } : { unsigned: { [name]: value } }),
    tcId: firstOdd + index,
    signature,
    comment: `${name} is ${words}, and the signature is of another`,
    result: 'invalid',
    flags: [],
  }))
}
