import type { Construction } from '../../contracts/construction.ts'
import { rightProcedure } from '../../contracts/mistakes/signing-procedure.ts'
import { sign } from '../../contracts/signing.ts'
import { defined } from '../../language/defined.ts'
import { memoized } from '../../language/memoized.ts'
import { digestIn, digestLengths, ownDigestIn } from './given-digest.ts'
import type { Explanation, Signed } from './given-signature.ts'
import { templateOf } from './searches/templates.ts'
import type { Slip, Suspect } from './suspects.ts'

/** What signatures are written in, or stand in, so that it can be taken off before anything else is searched for. */
interface Wrapping {
  readonly explanation: Explanation
  /** The text within; undefined for a signature that is not wrapped so. */
  readonly open: (signed: Signed) => string | undefined
}

/** The encodings and texts around all of these signatures, the outermost first: within them each is a digest as it is to be written. */
export function wrappingsOf(construction: Construction, all: readonly Slip[], signed: readonly Signed[]): Wrapping[] {
  const known = [...encodings(construction, all), texts]
  // What is hexadecimal may be base64 of more bytes as well.
  return (
    [ownDigestIn, digestIn]
      .map((read) => layers(known, signed, (signature) => read(construction, signature)))
      .find(({ length }) => length > 0) ?? []
  )
}

function layers(
  known: readonly Wrapping[],
  signed: readonly Signed[],
  read: (signature: string) => Buffer | undefined,
  most = 3,
): Wrapping[] {
  const isBare = (all: readonly Signed[]) => all.every(({ answer }) => read(answer.signature))
  const isTooShort = signed.some(({ answer }) => answer.signature.length < shortestDigest)
  if (signed.length === 0 || most === 0 || isTooShort || isBare(signed)) return []
  for (const wrapping of [...known, ...surroundings(signed)]) {
    const inner = openedAll(signed, wrapping)
    if (!inner) continue
    if (isBare(inner)) return [wrapping]
    const further = layers(known, inner, read, most - 1)
    if (further.length > 0) return [wrapping, ...further]
  }
  return []
}

/** In bytes, each of them one letter at least. */
const shortestDigest = Math.min(...digestLengths)

/** The suspects for what stands in signatures, with the words for what is around it. */
export function within(
  construction: Construction,
  wrappings: readonly Wrapping[],
  wrong: readonly Signed[],
  search: (all: readonly Signed[], wrong: readonly Signed[]) => Suspect[],
): Suspect[] {
  const inner = memoized((signed: Signed) =>
    wrappings.reduce<Signed | undefined>((each, wrapping) => each && opened(each, wrapping), signed),
  )
  const all = wrong.flatMap((each) => inner(each) ?? [])
  const right: Suspect = { explanation: { title: '' }, makes: ({ input, answer }) => answer.signature === sign(construction, input) }
  const isWrong = (each: Signed) => !right.makes(each)
  return [right, ...search(all, all.filter(isWrong))].map(({ explanation, makes }) => ({
    explanation: [...wrappings].reverse().reduce(beside, explanation),
    makes: (signed) => {
      const each = inner(signed)
      return each !== undefined && makes(each)
    },
  }))
}

function beside({ mistake, title, ...rest }: Explanation, { explanation }: Wrapping): Explanation {
  const ids = [mistake, explanation.mistake].filter((id) => id !== undefined)
  const both = [title, explanation.title].filter((words) => words !== '').join(', and ')
  const isKnown = title === '' || (mistake !== undefined && explanation.mistake !== undefined)
  return defined({ ...rest, title: both, mistake: isKnown && ids.length > 0 ? ids.join(' + ') : undefined })
}

function openedAll(signed: readonly Signed[], wrapping: Wrapping): Signed[] | undefined {
  const inner: Signed[] = []
  for (const each of signed) {
    const within = opened(each, wrapping)
    if (!within) return undefined
    inner.push(within)
  }
  return inner
}

/** A signer's answer with what stands in its signature in the place of that. */
function opened(signed: Signed, { open }: Wrapping): Signed | undefined {
  const signature = open(signed)
  return signature === undefined ? undefined : { ...signed, answer: { ...signed.answer, signature } }
}

function encodings(construction: Construction, all: readonly Slip[]): Wrapping[] {
  const { hash, encoding } = construction
  const candidates = memoized(({ signature }: Signed['answer']) => bytesIn(signature))
  return all.flatMap(({ mistake, change }) => {
    if (mistake.stage !== 'encode') return []
    const { encode } = change(rightProcedure(construction))
    const open = ({ answer }: Signed) =>
      candidates(answer)
        .find((bytes) => encode(bytes, hash) === answer.signature)
        ?.toString(encoding)
    return { explanation: { mistake: mistake.id, title: mistake.title }, open }
  })
}

function bytesIn(text: string): Buffer[] {
  const [hex = '', numbers = []] = [/[0-9a-f]{32,}/i.exec(text)?.[0], text.match(/-?\d+/g)?.map(Number)]
  const decoded = Buffer.from(text, 'base64')
  const found = [hex, text.replace(/[^0-9a-f]/gi, ''), decoded.toString('latin1').trim(), Buffer.from(hex, 'hex').toString('latin1')]
  const digits = found.flatMap((each) => [Buffer.from(each, 'hex'), Buffer.from(each, 'base64')])
  return [decoded, ...digits, Buffer.from(numbers)]
}

const texts: Wrapping = {
  explanation: { title: 'all of it in base64' },
  open: ({ answer: { signature } }) => {
    const bytes = Buffer.from(signature, 'base64')
    const text = bytes.toString('latin1')
    return bytes.toString('base64') === signature && /^[\x20-\x7e]+$/.test(text) ? text : undefined
  },
}

/** The text around what may be a digest, with values of the request in it. */
function surroundings([first]: readonly Signed[]): Wrapping[] {
  if (!first) return []
  const { input, answer } = first
  return [/[0-9a-f]{32,}/i, /[\w+/-]{27,}={0,2}/].flatMap((digest) => {
    const found = digest.exec(answer.signature)
    if (!found || found[0] === answer.signature) return []
    const before = templateOf(answer.signature.slice(0, found.index), input)
    const behind = templateOf(answer.signature.slice(found.index + found[0].length), input)
    const said = [
      before.shown && `with ${JSON.stringify(before.shown)} before it`,
      behind.shown && `with ${JSON.stringify(behind.shown)} behind it`,
    ]
    const open = ({ input: own, answer: { signature } }: Signed) => {
      const [start, end] = [before.fill(own), behind.fill(own)]
      const isAround = signature.length > start.length + end.length && signature.startsWith(start) && signature.endsWith(end)
      return isAround ? signature.slice(start.length, signature.length - end.length) : undefined
    }
    return { explanation: { title: said.filter(Boolean).join(' and ') }, open }
  })
}
