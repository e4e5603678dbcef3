import type { Construction } from '../../contracts/construction.ts'
import { sign } from '../../contracts/signing.ts'
import { counted } from '../../text/counted.ts'
import { digestLengths } from './given-digest.ts'
import type { Explanation, Signed } from './given-signature.ts'
import type { Suspect } from './suspects.ts'

/** What the form of a signature tells, if nothing tells what it is made of. */
export function formExplanation(construction: Construction, { input, answer: { signature } }: Signed): Explanation | undefined {
  const right = sign(construction, input)
  if (signature === '') return { title: 'nothing: the signature is empty' }
  if (signature.length === right.length) return undefined
  const form = formOf(signature)
  const isWhole = form !== undefined && digestLengths.has(form.bytes.length)
  const found = isWhole
    ? `what no known mistake explains${form.words} of ${form.bytes.length} bytes, where`
    : `with ${counted(signature.length, 'character')}, where`
  return {
    title: `${found} ${construction.encoding} of the digest has ${isWhole ? `${right.length} characters` : right.length}`,
    isOfForm: true,
  }
}

const forms = [
  { encoding: 'hex', words: ', in hexadecimal' },
  { encoding: 'base64', words: ', in base64' },
  { encoding: 'base64url', words: ', in base64url' },
] as const

function formOf(signature: string): { readonly words: string; readonly bytes: Buffer } | undefined {
  const all = forms.map(({ encoding, words }) => ({ words, bytes: Buffer.from(signature, encoding), encoding }))
  return all.find(({ encoding, bytes }) => bytes.toString(encoding) === signature)
}

/** What Java, Python, Ruby, C# and JavaScript print for an object, or for bytes. */
const ofObject = /^(?:\[[BCI]@[\da-f]+|<[\w. ]+ (?:object|HASH) (?:at|@) 0x[\da-fA-F]+>|#<[\w:]+.*>|System\.Byte\[\]|\[object \w+\])$/

export const printedObjects: readonly Suspect[] = [
  {
    explanation: { title: 'as the name of an object, which is printed in the place of its bytes' },
    makes: ({ answer }) => ofObject.test(answer.signature),
  },
]

/** A shorter one occurs by chance. */
const leastCut = 8

export function cutSignatures(construction: Construction, { input, answer: { signature } }: Signed): Suspect[] {
  const { length } = signature
  const from = sign(construction, input).indexOf(signature)
  if (length === 0 || from < 0 || (from > 0 && length < leastCut)) return []
  const title = from === 0 ? `cut to ${length} characters` : `cut to ${length} characters from number ${from + 1} on`
  const makes = (signed: Signed) => sign(construction, signed.input).slice(from, from + length) === signed.answer.signature
  return [{ explanation: { title }, makes }]
}
