import { createHmac } from 'node:crypto'
import type { Construction } from '../contracts/contract.ts'
import { mistakes } from '../contracts/mistakes.ts'
import { canonicalString, type SigningInput, sign } from '../contracts/signing.ts'
import { bodyOf } from '../contracts/vectors.ts'
import type { Answer } from './answers.ts'

/** A signature that was given, and what it should have been made of. */
export interface Signed {
  readonly input: SigningInput
  readonly answer: Answer
}

/** What explains a wrong signature, in words that finish "it signs …"; `mistake` where the catalogue knows it. */
export interface Explanation {
  readonly mistake?: string
  readonly title: string
}

/**
 * Explains the wrong ones of a signer's signatures, in their order. Where several mistakes give the same signature, the one that gives
 * most of all that the signer answered is taken: a signer mostly makes one mistake throughout.
 */
export function explainAll(construction: Construction, signed: readonly Signed[]): (Explanation | undefined)[] {
  const wrong = signed.filter(({ input, answer }) => answer.signature !== sign(construction, input))
  const ranked = seen(catalogued(construction), wrong)
    .map((candidate) => ({ ...candidate, count: signed.filter(candidate.makes).length }))
    .sort((one, other) => other.count - one.count)
  return signed.map((each) => {
    if (!wrong.includes(each)) return undefined
    const found = ranked.find(({ makes }) => makes(each))
    return found ? found.explanation : ofText(construction, each)
  })
}

/** The candidates for any of these signatures. One that is explained already is not looked up again: most have the same mistake. */
function seen(candidates: readonly Candidate[], wrong: readonly Signed[]): Candidate[] {
  const found: Candidate[] = []
  for (const each of wrong) {
    if (!found.some(({ makes }) => makes(each))) found.push(...candidates.filter(({ makes }) => makes(each)))
  }
  return found
}

interface Candidate {
  readonly explanation: Explanation
  readonly makes: (signed: Signed) => boolean
}

/** The catalogue, and slips that show only on some values: those that no server is asked about. */
function catalogued(construction: Construction): Candidate[] {
  const known = mistakes(construction).map(({ id, title, sign: wrong }) => ({
    explanation: { mistake: id, title },
    makes: ({ input, answer }: Signed) => {
      const made = wrong({ values: input.values, secret: input.secret })
      if (made !== undefined) return made === answer.signature
      return [...(input.body === undefined ? [] : [input.body]), ...bodies(construction, input)].some(
        (body) => wrong({ ...input, body }) === answer.signature,
      )
    },
  }))
  const slips = [
    slip('its digits without the leading zeros', ({ input, answer }) => answer.signature === sign(construction, input).replace(/^0+/, '')),
    slip('the text in Latin-1 instead of UTF-8', ({ input, answer }) => {
      const text = Buffer.from(canonicalString(construction, input.values), 'latin1')
      return answer.signature === createHmac(construction.hash, input.secret).update(text).digest(construction.encoding)
    }),
    slip('the values trimmed', ({ input, answer }) => {
      const values = Object.fromEntries(Object.entries(input.values).map(([name, value]) => [name, value.trim()]))
      return answer.signature === sign(construction, { values, secret: input.secret.trim() })
    }),
  ]
  return [...known, ...slips]
}

function slip(title: string, makes: Candidate['makes']): Candidate {
  return { explanation: { title }, makes }
}

/** Bodies as serialisers write them: compact, and with spaces as Python does. */
function bodies(construction: Construction, { values }: SigningInput): string[] {
  const compact = bodyOf(construction, values)
  const fields = Object.entries(JSON.parse(compact) as Record<string, string>)
  const spaced = fields.map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`).join(', ')
  return [compact, `{${spaced}}`]
}

/** Where the signer says what it signed: whether it signed that rightly, and where its text departs. */
function ofText(construction: Construction, { input, answer }: Signed): Explanation | undefined {
  const right = canonicalString(construction, input.values)
  const { canonicalString: text } = answer
  if (text === undefined || text === right) return formOf(construction, answer.signature, sign(construction, input))
  const at = [...right].findIndex((letter, index) => letter !== [...text][index])
  return { title: `another text, which departs from the right one at character ${(at < 0 ? right.length : at) + 1}` }
}

function formOf({ encoding }: Construction, signature: string, right: string): Explanation | undefined {
  if (signature === '') return { title: 'nothing: the signature is empty' }
  if (signature.length === right.length) return undefined
  return { title: `with ${signature.length} characters, where ${encoding} of the digest has ${right.length}` }
}
