import type { Construction } from '../../contracts/construction.ts'
import { counted } from '../../spec/counted.ts'
import { digestIn } from './given-digest.ts'
import type { Explanation } from './given-signature.ts'

/** What the form of a signature tells, if nothing tells what it is made of. */
export function formExplanation(construction: Construction, signature: string, right: string): Explanation | undefined {
  if (signature === '') return { title: 'nothing: the signature is empty' }
  if (signature.length === right.length) return undefined
  const form = digestIn(construction, signature)
  const isWhole = form !== undefined && form.words !== '' && digestLengths.has(form.bytes.length)
  const found = isWhole
    ? `what no known mistake explains${form.words} of ${form.bytes.length} bytes, where`
    : `with ${counted(signature.length, 'character')}, where`
  return {
    title: `${found} ${construction.encoding} of the digest has ${isWhole ? `${right.length} characters` : right.length}`,
    isOfForm: true,
  }
}

/** In bytes, of the hashes that are in use. */
const digestLengths = new Set([16, 20, 28, 32, 48, 64])
