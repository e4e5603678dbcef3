import type { Construction } from '../../contracts/construction.ts'
import { asciiJson, goJson, phpJson } from '../../contracts/mistakes/values/spellings.ts'
import { canonicalString, partValue, sign } from '../../contracts/signing.ts'
import { inputOf, unsignedFields, type Vector } from '../../contracts/vectors/vectors.ts'
import type { Endpoint, Explanation, Signed } from '../explanation/given-signature.ts'
import type { Questions } from '../explanation/search-order.ts'
import { explainAll } from '../explanation/signature-explanation.ts'
import { type Conversation, converse, type Program, type SignerRequest } from './signer.ts'
import { readAnswers, type SignerFinding, signatures } from './signer-answers.ts'

/** What is to be said of a signer: a judgement of each vector, what is wrong with it as a program, and the mistakes it makes. */
export interface SignerReport {
  readonly judgements: readonly Judgement[]
  readonly findings: readonly SignerFinding[]
  /** The mistakes by which wrong signatures are explained, the most frequent first. */
  readonly mistakes: readonly (Explanation & { readonly vectors: number })[]
  /** The search for mistakes was ended before all were tried. */
  readonly cutShort?: true | undefined
  /** All that it wrote to its standard error, up to a bound. */
  readonly standardError: string
}

/** One vector: `passed` with the right signature, `failed` with another, `unanswered` with none. */
export interface Judgement extends Pick<Vector, 'tcId' | 'comment'> {
  /** None of an invalid vector's: they tell what is wrong with a signature that no signer is shown. */
  readonly flags: readonly string[]
  readonly verdict: 'passed' | 'failed' | 'unanswered'
  readonly findings: readonly SignerFinding[]
  readonly explanation?: Explanation | undefined
}

/** What is signed: how, and the fields of the body with an example each. */
export interface Signing {
  readonly construction: Construction
  readonly fields: Readonly<Record<string, string>>
  readonly address?: Endpoint | undefined
}

/** What is told of a search of seconds, and when it is to end. */
type Search = Pick<Questions, 'searching' | 'isLate'>

/** Starts a signer, asks it every vector, and judges its answers. @throws {UsageError} when it cannot be started. */
export async function judgeSigner(
  program: Program,
  vectors: readonly Vector[],
  signing: Signing,
  search: Search = {},
): Promise<SignerReport> {
  const requests = vectors.map((vector) => signerRequest(vector, signing))
  const conversation = await converse(program, requests)
  return judgeConversation(conversation, vectors, signing, search)
}

export function signerRequest(vector: Vector, { construction, fields }: Signing): SignerRequest {
  const { values, secret } = inputOf(construction, vector)
  const others = unsignedFields(construction, fields).map((name) => [name, fields[name]] as const)
  return { ...Object.fromEntries(others), id: vector.tcId, ...values, secret }
}

/** Judges what a signer answered: each answer must be the right signature, of an invalid vector's values too. */
export function judgeConversation(
  conversation: Conversation,
  vectors: readonly Vector[],
  signing: Signing,
  search: Search = {},
): SignerReport {
  const { construction, fields, address } = signing
  const { byId, findings } = readAnswers(conversation, vectors, signatures)
  const answered = vectors.flatMap((vector) => {
    const answer = byId.get(String(vector.tcId))
    return answer ? [{ vector, answer, input: { ...inputOf(construction, vector), bodies: bodies(vector, signing) } }] : []
  })
  let isCutShort = false
  const isLate = () => {
    isCutShort = search.isLate?.() === true
    return isCutShort
  }
  const { asked } = conversation
  const questions: Questions = { ...search, isLate, fields: unsignedFields(construction, fields), address, asked }
  const explanations = new Map(explainAll(construction, answered, questions).map((each, index) => [answered[index]?.vector, each]))
  const judgements = vectors.map((vector): Judgement => {
    const { tcId, comment } = vector
    const flags = vector.result === 'invalid' ? [] : vector.flags
    const found = answered.find((each) => each.vector === vector)
    if (!found) return { tcId, comment, flags, verdict: 'unanswered', findings: [] }
    const explanation = explanations.get(vector)
    const wrong = departures(found, construction)
    return { tcId, comment, flags, verdict: wrong.length === 0 ? 'passed' : 'failed', findings: wrong, explanation }
  })
  const cutShort = isCutShort || undefined
  return { judgements, findings, mistakes: counted(judgements), cutShort, standardError: conversation.complaint }
}

/** Bodies as serialisers write them: of the parts and of all fields, compact, with spaces, in lines, and in ASCII as Python and PHP do. */
function bodies(vector: Vector, { construction, fields }: Signing): string[] {
  const { values } = inputOf(construction, vector)
  const signed = Object.fromEntries(
    construction.parts.flatMap(({ name, body }) => (body ? [[body.slice(1), partValue(values, name)]] : [])),
  )
  const all = { ...fields, ...signed }
  const written = [signed, all].flatMap((body) => [
    JSON.stringify(body),
    spaced(body, JSON.stringify),
    spaced(body, asciiJson),
    asciiJson(body),
    phpJson(body),
    goJson(body),
    JSON.stringify(body, undefined, 2),
  ])
  return [...new Set(written)]
}

function spaced(body: Readonly<Record<string, string>>, write: (value: string) => string): string {
  const members = Object.entries(body).map(([name, value]) => `${JSON.stringify(name)}: ${write(value)}`)
  return `{${members.join(', ')}}`
}

function departures({ input, answer }: Signed, construction: Construction): SignerFinding[] {
  const pairs = [
    ['signature', sign(construction, input), answer.signature],
    ['canonicalString', canonicalString(construction, input.values), answer.canonicalString],
  ] as const
  return pairs.flatMap(([at, expected, actual]) => (actual === undefined || actual === expected ? [] : [{ at, expected, actual }]))
}

function counted(judgements: readonly Judgement[]): SignerReport['mistakes'] {
  const explained = judgements.flatMap(({ explanation }) => (explanation ? [explanation] : []))
  const groups = Map.groupBy(explained, ({ mistake, title }) => mistake ?? title)
  const counts = [...groups.values()].map((group) => ({ ...group[0], vectors: group.length }))
  return counts.sort((one, other) => other.vectors - one.vectors)
}
