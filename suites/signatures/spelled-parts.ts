import type { SignedPart } from '../../contracts/construction.ts'
import { partValue, type SigningInput, sign } from '../../contracts/signing.ts'
import { ordinaryInputs, signedRequest, signedValues, signingInput } from '../../engine/request.ts'
import { never, onlyOwn, type SignedOperation, type WrongSignature } from './wrong-signature.ts'

/** Another way to write a value, and how a careless provider gets the plain one back. */
export interface Spelling {
  readonly id: string
  /** In words that finish "<part> …". */
  readonly title: string
  readonly spell: (plain: string) => string
  readonly plain: (spelled: string, known: string) => string
}

/** A part in another spelling: sent so and signed plainly, or sent plainly and signed so. */
export interface SpelledPart {
  readonly id: string
  readonly part: SignedPart
  readonly spelling: Spelling
  /** What of the part a provider that accepts it signs. */
  readonly read: (sent: string, known: string) => string
  readonly isSent: boolean
}

const padded: Spelling = { id: 'padded', title: 'with a space around it', spell: (text) => ` ${text} `, plain: (text) => text.trim() }
const lower: Spelling = { id: 'in-lower-case', title: 'in lower case', spell: (text) => text.toLowerCase(), plain: anyCase }
const upper: Spelling = { id: 'in-upper-case', title: 'in upper case', spell: (text) => text.toUpperCase(), plain: anyCase }
const wide: Spelling = { id: 'in-wide-letters', title: 'in full-width letters', spell: widened, plain: (text) => text.normalize('NFKC') }
const zeroBefore: Spelling = {
  id: 'with-leading-zero',
  title: 'with a zero before it',
  spell: (text) => `0${text}`,
  plain: (text) => text.replace(/^0(?=\d)/, ''),
}
const zeroBehind: Spelling = {
  id: 'with-trailing-zero',
  title: 'with a zero behind it',
  spell: (text) => (text.includes('.') ? `${text}0` : `${text}.0`),
  plain: (text) => String(Number(text)),
}
const plus: Spelling = {
  id: 'with-plus',
  title: 'with a plus before it',
  spell: (text) => `+${text}`,
  plain: (text) => text.replace(/^\+/, ''),
}
const fraction: Spelling = {
  id: 'with-fraction',
  title: 'with a fraction',
  spell: (text) => `${text}.0`,
  plain: (text) => text.replace(/\.0$/, ''),
}
const unprefixed: Spelling = {
  id: 'without-prefix',
  title: 'without its 0x',
  spell: (text) => text.replace(/^0x/i, ''),
  plain: (text) => (/^0x/i.test(text) ? text : `0x${text}`),
}

/** The spellings of a plain value that no server makes of it, and those of a field that the catalogue of mistakes signs already. */
const neverSigned: ReadonlySet<Spelling> = new Set([padded, wide, zeroBefore, plus, lower, upper, unprefixed])

const byKind: Readonly<Record<NonNullable<SignedPart['kind']>, readonly Spelling[]>> = {
  decimal: [padded, zeroBefore, zeroBehind, plus],
  symbol: [padded, lower, wide],
  address: [padded, lower, upper, unprefixed],
}

/** Every part in every other spelling of its kind as it is sent, and in those that servers make of a plain value as it is signed. */
export function spelledParts({ authentication: { signature } }: SignedOperation): SpelledPart[] {
  return signature.construction.parts.flatMap((part) => {
    const isText = part.body !== undefined && !part.json && part.body.lastIndexOf('/') === 0
    const sent = isText ? spellingsOf(part) : part.unit ? [zeroBefore, fraction] : []
    const signed = isText ? spellingsOf(part).filter((spelling) => !neverSigned.has(spelling)) : part.unit ? [] : [lower]
    return [
      ...sent.map((spelling) => ({ id: `sends.${part.name}.${spelling.id}`, part, spelling, read: spelling.plain, isSent: true })),
      ...signed.map((spelling) => ({ id: `signs.${part.name}.${spelling.id}`, part, spelling, read: spelling.spell, isSent: false })),
    ]
  })
}

/** The wrong requests that follow from these: a pair for each part. */
export function misspelled(operation: SignedOperation): WrongSignature[] {
  return spelledParts(operation).map((spelled) =>
    spelled.isSent ? sentOtherwise(operation, spelled) : signedOtherwise(operation, spelled),
  )
}

function spellingsOf({ kind }: SignedPart): readonly Spelling[] {
  return kind ? byKind[kind] : [padded]
}

function sentOtherwise(operation: SignedOperation, { id, part, spelling }: SpelledPart): WrongSignature {
  const field = part.body?.slice(1)
  return {
    id,
    requirement: 'verbatim',
    title: `with ${part.name} ${spelling.title}, and signed without`,
    isExtended: true,
    omitted: (target) => {
      if (field === undefined) return undefined
      const value = String(ordinaryInputs(operation, target)[field])
      return spelling.spell(value) === value ? sameSpelling : onlyOwn(operation)(target)
    },
    build: (target, time) => {
      const right = signedValues(operation, target, time)
      if (field === undefined) return signedRequest(operation, target, { ...right, timestamp: spelling.spell(right.timestamp) })
      const value = String(ordinaryInputs(operation, target)[field])
      return signedRequest(operation, target, right, { inputs: { [field]: spelling.spell(value) } })
    },
  }
}

function signedOtherwise(operation: SignedOperation, { id, part, spelling }: SpelledPart): WrongSignature {
  const { construction } = operation.authentication.signature
  return {
    id,
    requirement: 'verbatim',
    title: `with ${part.name} signed ${spelling.title}, and sent without`,
    isExtended: true,
    omitted: (target) => {
      const value = partValue(signingInput(operation, target, 1_700_000_000_000).values, part.name)
      return spelling.spell(value) === value ? sameSpelling : never()
    },
    build: (target, time) => {
      const input: SigningInput = signingInput(operation, target, time)
      const values = { ...input.values, [part.name]: spelling.spell(partValue(input.values, part.name)) }
      return signedRequest(operation, target, {
        ...signedValues(operation, target, time),
        signature: sign(construction, { ...input, values }),
      })
    },
  }
}

const sameSpelling = 'With these settings the spelling is the plain one.'

function widened(text: string): string {
  return text.replace(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0))
}

function anyCase(spelled: string, known: string): string {
  return spelled.toLowerCase() === known.toLowerCase() ? known : spelled
}
