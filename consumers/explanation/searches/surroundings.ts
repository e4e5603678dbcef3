import type { Construction } from '../../../contracts/construction.ts'
import { sign } from '../../../contracts/signing.ts'
import type { Signed } from '../given-signature.ts'
import { made, type Slip, type Suspect } from '../suspects.ts'
import { templateOf } from './templates.ts'

/** A right signature within another text. */
interface EmbeddedSignature {
  readonly found: string
  readonly title?: string
  readonly makes: (signed: Signed) => readonly string[]
}

/** Suspects that put something around a signature, the right one or that of one mistake, or cut it. */
export function surroundings(construction: Construction, all: readonly Slip[], given: Signed): Suspect[] {
  const right = sign(construction, given.input)
  const { signature } = given.answer
  const from = right.indexOf(signature)
  if (signature !== '' && (from === 0 || (from > 0 && signature.length >= leastCut))) return [cut(construction, from, signature.length)]
  const isRight = (text: string) => text.includes(right)
  const rightly = { found: right, makes: ({ input }: Signed) => [sign(construction, input)] }
  if (textsIn(signature).some(({ text }) => isRight(text))) return around(given, rightly)
  return all.flatMap(({ mistake: { title }, change }) => {
    const makes = ({ input }: Signed) => made(construction, change, input)
    return makes(given)
      .filter((wrong) => wrong.length >= leastFound && wrong !== signature)
      .flatMap((found) => around(given, { found, title, makes }))
  })
}

/** Suspects that put something around a signature that is found in the given one, as it is or in base64. */
export function around({ input, answer }: Signed, { found, title, makes }: EmbeddedSignature): Suspect[] {
  return textsIn(answer.signature).flatMap(({ text, words, write }) => {
    const at = text.indexOf(found)
    if (at < 0) return []
    const [before, behind] = [templateOf(text.slice(0, at), input), templateOf(text.slice(at + found.length), input)]
    const said = [
      before.shown && `with ${JSON.stringify(before.shown)} before it`,
      behind.shown && `with ${JSON.stringify(behind.shown)} behind it`,
    ]
    const where = [said.filter(Boolean).join(' and '), words].filter(Boolean).join(', all of it ')
    return {
      explanation: { title: title === undefined ? where : `${title}, and ${where}` },
      makes: (signed: Signed) =>
        makes(signed).some((each) => write(before.fill(signed.input) + each + behind.fill(signed.input)) === signed.answer.signature),
    }
  })
}

/** A shorter text occurs by chance. */
const leastFound = 20

/** A shorter one occurs by chance. */
const leastCut = 8

/** What a signature says: itself, and what it is the base64 of. */
function textsIn(signature: string) {
  const plain = { text: signature, words: '', write: (text: string) => text }
  const decoded = Buffer.from(signature, 'base64')
  const text = decoded.toString('latin1')
  if (decoded.toString('base64') !== signature || !/^[\x20-\x7e]+$/.test(text)) return [plain]
  return [plain, { text, words: 'in base64', write: (whole: string) => Buffer.from(whole).toString('base64') }]
}

/** The suspect that answers with this many characters of the right signature. */
function cut(construction: Construction, from: number, length: number): Suspect {
  return {
    explanation: { title: from === 0 ? `cut to ${length} characters` : `cut to ${length} characters from number ${from + 1} on` },
    makes: ({ input, answer }) => sign(construction, input).slice(from, from + length) === answer.signature,
  }
}
