import type { Construction } from '../../../contracts/construction.ts'
import { hmac } from '../../../contracts/hashing.ts'
import { canonicalString, sign, withPart } from '../../../contracts/signing.ts'
import type { Input, Signed } from '../given-signature.ts'
import type { Suspect } from '../suspects.ts'

export function leftovers(construction: Construction, signed: readonly Signed[]): Suspect[] {
  const [first] = signed
  if (!first || signed.length < 3) return []
  const earlier = [
    { words: 'of the first request, kept for all', inputs: signed.map(() => first.input) },
    { words: 'of the request before', inputs: signed.map((_, index) => (signed[index - 1] ?? first).input) },
  ]
  const names = [...construction.parts.map(({ name }) => name), 'secret']
  const stale = earlier.flatMap(({ words, inputs }) =>
    names.map((name) => ({
      title: `${name} ${words}`,
      made: (input: Input, index: number) => sign(construction, withOf(name, input, inputs[index] ?? first.input)),
    })),
  )
  const known = [
    ...stale,
    {
      title: 'the texts of all requests so far, as its digest is never begun anew',
      made: running(construction, signed, () => first.input),
    },
    { title: 'the texts of all requests so far, as its text is never begun anew', made: running(construction, signed, (input) => input) },
  ]
  const found = known
    .filter(({ made }) => signed.every(({ input, answer }, index) => made(input, index) === answer.signature))
    .map(({ title }): Suspect => ({ explanation: { title }, makes: (each) => signed.includes(each) }))
  return [...found, ...exchanged(construction, signed)]
}

/** The suspect whose signatures are right, but another request's. Two that agree may agree because of another mistake. */
function exchanged(construction: Construction, signed: readonly Signed[]): Suspect[] {
  const right = new Map(signed.map((each) => [each, sign(construction, each.input)]))
  const all = new Set(right.values())
  const makes = (each: Signed) => all.has(each.answer.signature) && right.get(each) !== each.answer.signature
  const title = 'the values of another request than the one whose id it answers, as if several at once shared a variable'
  return signed.filter(makes).length < 3 ? [] : [{ explanation: { title }, makes }]
}

function withOf(name: string, input: Input, other: Input): Input {
  return name === 'secret' ? { ...input, secret: other.secret } : withPart(input, name, other.values[name] ?? '')
}

/** The digest of all texts so far, with the secret of one input. */
function running(construction: Construction, signed: readonly Signed[], keyOf: (input: Input) => Input) {
  const texts = signed.map(({ input }) => canonicalString(construction, input.values))
  return (input: Input, index: number) =>
    hmac(construction.hash, keyOf(input).secret, texts.slice(0, index + 1).join('')).toString(construction.encoding)
}
