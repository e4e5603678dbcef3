import { fieldOfPart, isTextField, type SignedPart } from '../../../contracts/construction.ts'
import { checksummed } from '../../../contracts/mistakes/checksum.ts'
import { widened } from '../../../contracts/mistakes/spellings.ts'
import { partValue, type SigningInput, sign } from '../../../contracts/signing.ts'
import { type Changes, ordinaryInputs, signedRequest, signedValues, signingInput } from '../../../engine/probes/request.ts'
import type { Target } from '../../../engine/target.ts'
import { claiming, claimOf } from '../headers/claims.ts'
import { sampleTime } from '../legal-forms/legal-forms.ts'
import { never, onlyOwn, type SignedOperation, type WrongSignature } from '../wrong-signature.ts'
import { fiveDecimals, thousandOf, whole } from './amounts.ts'

/** Another way to write a value, and how a careless provider gets the plain one back. */
export interface Spelling {
  readonly id: string
  /** In words that finish "<part> …". */
  readonly title: string
  readonly spell: (plain: string) => string
  readonly plain: (spelled: string, known: string) => string
  /** What is plain of it, where that is not the ordinary value. */
  readonly signed?: (ordinary: string) => string
  /** True if the request claims what is signed by other names and in other places, as far as that may be sent. */
  readonly isClaimed?: true
  /** What is sent plainly, where that is not the ordinary value. */
  readonly ordinary?: (ordinary: string) => string
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

const lower: Spelling = { id: 'in-lower-case', title: 'in lower case', spell: (text) => text.toLowerCase(), plain: anyCase }
const upper: Spelling = { id: 'in-upper-case', title: 'in upper case', spell: (text) => text.toUpperCase(), plain: anyCase }
const mixed: Spelling = { id: 'checksummed', title: 'with the checksum of its letters', spell: checksummed, plain: anyCase }
/** As NFKC makes plain ones of, so that whoever looks at the value afterwards finds nothing odd. */
const wide: Spelling = {
  id: 'in-wide-letters',
  title: 'in full-width letters',
  spell: widened,
  plain: (text) => text.normalize('NFKC'),
}
const raised: Spelling = {
  id: 'with-upper-prefix',
  title: 'with 0X before it',
  spell: (text) => text.replace(/^0x/, '0X'),
  plain: (text) => text.replace(/^0X/, '0x'),
}
const zeroBefore: Spelling = {
  id: 'with-leading-zero',
  title: 'with a zero before it',
  spell: (text) => `0${text}`,
  plain: (text) => text.replace(/^0(?=\d)/, ''),
}
const plusBefore: Spelling = {
  id: 'with-plus',
  title: 'with a plus before it',
  spell: (text) => `+${text}`,
  plain: (text) => text.replace(/^\+/, ''),
}
/** As half of the world writes a decimal. */
const comma: Spelling = {
  id: 'with-comma',
  title: 'with a comma for its point',
  spell: (text) => text.replace('.', ','),
  plain: (text) => text.replace(',', '.'),
}
/** As people read a long one. */
const thousands: Spelling = {
  id: 'with-thousands',
  title: 'with a comma between its thousands',
  spell: (text) => thousandOf(text).replace(/^1/, '1,'),
  signed: thousandOf,
  plain: (text) => text.replace(/,(?=\d{3}\b)/g, ''),
}
/** Behind an integer, so that who drops nothing but an empty fraction is seen, too. */
const zeroBehind: Spelling = {
  id: 'with-trailing-zero',
  title: 'with a zero behind it',
  spell: (text) => `${whole(text)}.0`,
  signed: whole,
  plain: (text) => String(Number(text)),
}
/** As signed: of five decimals, so that who signs six is seen by it. */
const sixthDecimal: Spelling = {
  id: 'with-trailing-zero',
  title: 'with a zero behind it',
  ordinary: fiveDecimals,
  spell: (text) => (text.includes('.') ? `${text}0` : `${text}.0`),
  plain: (text) => String(Number(text)),
}
/** Of any amount, so that it does not depend on the amount whether it is sent: those of a run differ. */
const exponent: Spelling = {
  id: 'with-exponent',
  title: 'with an exponent',
  spell: (text) => Number(text).toExponential(),
  plain: (text) => (/e/i.test(text) ? String(Number(text)) : text),
}
const fraction: Spelling = {
  id: 'with-fraction',
  title: 'with a fraction',
  spell: (text) => `${text}.0`,
  plain: (text) => text.replace(/\.0$/, ''),
}
const twice: Spelling = {
  id: 'twice',
  title: 'twice, as a list',
  spell: (text) => `${text}, ${text}`,
  plain: (text) => text.split(', ')[0] ?? text,
}
const unprefixed: Spelling = {
  id: 'without-prefix',
  title: 'without its 0x',
  spell: (text) => text.replace(/^0x/i, ''),
  plain: (text) => (/^0x/i.test(text) ? text : `0x${text}`),
}

type Kind = NonNullable<SignedPart['kind']> | 'text' | 'time' | 'other'

const sentAs: Readonly<Record<Kind, readonly Spelling[]>> = {
  decimal: [zeroBefore, zeroBehind, plusBefore, comma, thousands],
  symbol: [lower, wide],
  address: [claimed(lower), unprefixed, raised],
  text: [wide],
  time: [zeroBefore, twice],
  other: [],
}

/** What servers make of a plain value, but for what the catalogue of mistakes signs already. */
const signedAs: Readonly<Record<Kind, readonly Spelling[]>> = {
  decimal: [sixthDecimal, claimed(exponent)],
  symbol: [],
  address: [mixed],
  text: [],
  time: [claimed(fraction)],
  other: [lower, claimed(upper)],
}

function claimed(spelling: Spelling): Spelling {
  return { ...spelling, isClaimed: true }
}

/** Every part in every other spelling of its kind as it is sent, and in those that servers make of a plain value as it is signed. */
export function spelledParts({ authentication: { signature } }: SignedOperation): SpelledPart[] {
  return signature.construction.parts.flatMap((part) => [
    ...sentAs[kindOf(part)].map((spelling) => spelledPart(part, spelling, true)),
    ...signedAs[kindOf(part)].map((spelling) => spelledPart(part, spelling, false)),
  ])
}

function spelledPart(part: SignedPart, spelling: Spelling, isSent: boolean): SpelledPart {
  const id = `${isSent ? 'sends' : 'signs'}.${part.name}.${spelling.id}`
  return { id, part, spelling, read: isSent ? spelling.plain : spelling.spell, isSent }
}

/** The wrong requests that follow from these: a pair for each part. */
export function misspelled(operation: SignedOperation): WrongSignature[] {
  return spelledParts(operation).map((spelled) =>
    spelled.isSent ? sentOtherwise(operation, spelled) : signedOtherwise(operation, spelled),
  )
}

function kindOf(part: SignedPart): Kind {
  if (isTextField(part)) return part.kind ?? 'text'
  return part.unit ? 'time' : 'other'
}

function sentOtherwise(operation: SignedOperation, { id, part, spelling }: SpelledPart): WrongSignature {
  const field = fieldOfPart(part)
  const ordinary = (target: Target) => (field === undefined ? '' : ordinaryOf(operation, target, field))
  const { spell, signed = (plain) => plain } = spelling
  return {
    id,
    requirement: 'verbatim',
    title: `with ${part.name} ${spelling.title}, and signed without`,
    isExtended: true,
    omitted: (target) => {
      if (field === undefined) return undefined
      return spell(ordinary(target)) === signed(ordinary(target)) ? sameSpelling : onlyOwn(operation)(target)
    },
    build: (target, time) => {
      if (field === undefined) {
        const right = signedValues(operation, target, time)
        return signedRequest(operation, target, { ...right, timestamp: spell(right.timestamp) })
      }
      const plain = ordinary(target)
      const changes = { inputs: { [field]: signed(plain) } }
      const right = signedValues(operation, target, time, changes)
      const claims = claimsBeside(operation, target, { part, ...spelling }, signingInput(operation, target, time, changes))
      return signedRequest(operation, target, right, { ...claims, inputs: { [field]: spell(plain) } })
    },
  }
}

function signedOtherwise(operation: SignedOperation, { id, part, spelling }: SpelledPart): WrongSignature {
  const { construction } = operation.authentication.signature
  const field = fieldOfPart(part)
  const sent = (target: Target): Changes =>
    field === undefined || !spelling.ordinary ? {} : { inputs: { [field]: spelling.ordinary(ordinaryOf(operation, target, field)) } }
  return {
    id,
    requirement: 'verbatim',
    title: `with ${part.name} signed ${spelling.title}, and sent without`,
    isExtended: true,
    omitted: (target) => {
      const value = partValue(signingInput(operation, target, sampleTime, sent(target)).values, part.name)
      return spelling.spell(value) === value ? sameSpelling : never()
    },
    build: (target, time) => {
      const changes = sent(target)
      const input: SigningInput = signingInput(operation, target, time, changes)
      const values = { ...input.values, [part.name]: spelling.spell(partValue(input.values, part.name)) }
      const signature = sign(construction, { ...input, values })
      const claims = claimsBeside(operation, target, { part, ...spelling }, { ...input, values })
      return signedRequest(operation, target, { ...signedValues(operation, target, time), signature }, { ...changes, ...claims })
    },
  }
}

/** What is claimed beside a part that is spelled otherwise than it is signed. */
function claimsBeside(operation: SignedOperation, target: Target, { part, isClaimed }: Claimed, input: SigningInput): Changes {
  return isClaimed ? claiming(operation, target, claimOf(operation, input, part)) : {}
}

type Claimed = Pick<SpelledPart, 'part'> & Pick<Spelling, 'isClaimed'>

function ordinaryOf(operation: SignedOperation, target: Target, field: string): string {
  return String(ordinaryInputs(operation, target)[field])
}

const sameSpelling = 'With these settings, this spelling is the same as the plain one.'

function anyCase(spelled: string, known: string): string {
  return spelled.toLowerCase() === known.toLowerCase() ? known : spelled
}
