import type { Construction } from '../../contracts/construction.ts'
import { counted } from '../../spec/counted.ts'
import { digestLengths } from './given-digest.ts'
import type { Explanation } from './given-signature.ts'

/** What the form of a signature tells, if nothing tells what it is made of. */
export function formExplanation(construction: Construction, signature: string, right: string): Explanation | undefined {
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
