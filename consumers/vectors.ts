import type { Construction } from '../contracts/contract.ts'
import { canonicalString, sign } from '../contracts/signing.ts'
import { inputOf, type Vector } from '../contracts/vectors.ts'
import { type Finding, readAnswers } from './answers.ts'
import { type Explanation, explainAll } from './explanation.ts'
import { type Conversation, converse, type SignerRequest } from './signer.ts'

/** What is to be said of a signer: a judgement of each vector, what is wrong with it as a program, and the mistakes it makes. */
export interface SignerReport {
  readonly judgements: readonly Judgement[]
  readonly findings: readonly Finding[]
  /** The mistakes by which wrong signatures are explained, the most frequent first. */
  readonly mistakes: readonly (Explanation & { readonly vectors: number })[]
}

/** One vector: `passed` with the right signature, `failed` with another, `unanswered` with none. */
export interface Judgement {
  readonly tcId: number
  readonly comment: string
  readonly verdict: 'passed' | 'failed' | 'unanswered'
  readonly findings: readonly Finding[]
  readonly explanation?: Explanation
}

/** Starts a signer, asks it every vector, and judges its answers. @throws {SignerError} when it cannot be started. */
export async function judgeSigner(
  command: string,
  vectors: readonly Vector[],
  construction: Construction,
  patience: number,
  given: readonly string[] = [],
): Promise<SignerReport> {
  const conversation = await converse(
    command,
    vectors.map((vector) => requestOf(vector, construction)),
    patience,
    given,
  )
  return judgeConversation(conversation, vectors, construction)
}

/** The line that asks for a vector's signature. */
function requestOf(vector: Vector, construction: Construction): SignerRequest {
  const { values, secret } = inputOf(construction, vector)
  return { id: vector.tcId, ...values, secret }
}

/** Judges what a signer answered: each answer must be the right signature, of an invalid vector's values too. */
export function judgeConversation(conversation: Conversation, vectors: readonly Vector[], construction: Construction): SignerReport {
  const { byId, findings } = readAnswers(
    conversation,
    vectors.map(({ tcId }) => String(tcId)),
  )
  const answered = vectors.flatMap((vector) => {
    const answer = byId.get(String(vector.tcId))
    return answer ? [{ vector, answer, input: inputOf(construction, vector) }] : []
  })
  const explanations = new Map(explainAll(construction, answered).map((explanation, index) => [answered[index]?.vector, explanation]))
  const judgements = vectors.map((vector): Judgement => {
    const { tcId, comment } = vector
    const found = answered.find((each) => each.vector === vector)
    if (!found) return { tcId, comment, verdict: 'unanswered', findings: [] }
    const explanation = explanations.get(vector)
    const wrong = departures(found, construction)
    return { tcId, comment, verdict: wrong.length === 0 ? 'passed' : 'failed', findings: wrong, ...(explanation && { explanation }) }
  })
  return { judgements, findings, mistakes: counted(judgements) }
}

function departures({ input, answer }: Parameters<typeof explainAll>[1][number], construction: Construction): Finding[] {
  const pairs = [
    ['signature', sign(construction, input), answer.signature],
    ['canonicalString', canonicalString(construction, input.values), answer.canonicalString],
  ] as const
  return pairs.flatMap(([at, expected, actual]) => (actual === undefined || actual === expected ? [] : [{ at, expected, actual }]))
}

function counted(judgements: readonly Judgement[]): SignerReport['mistakes'] {
  const explained = judgements.flatMap(({ explanation }) => (explanation ? [explanation] : []))
  const groups = Map.groupBy(explained, ({ mistake, title }) => mistake ?? title)
  const counts = [...groups.values()].flatMap((group) => (group[0] ? [{ ...group[0], vectors: group.length }] : []))
  return counts.sort((one, other) => other.vectors - one.vectors)
}
