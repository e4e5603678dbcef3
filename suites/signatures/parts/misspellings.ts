import type { SignedPart } from '../../../contracts/construction.ts'
import { checksummed } from '../../../contracts/mistakes/values/checksum.ts'
import { turnedCase, widened } from '../../../contracts/mistakes/values/spellings.ts'
import { lastChanged, tenthOf, withTrailingZero } from '../../../engine/wrong-values/alteration.ts'

/** Another way to write a value, and how a careless provider gets the plain one back. */
export interface Misspelling {
  readonly id: string
  /** In words that finish "<part> …". */
  readonly title: string
  readonly spell: (plain: string) => string
  readonly plain: (spelled: string, known: string) => string
  /** Its plain value, if that is not the ordinary one. */
  readonly signed?: (ordinary: string) => string
  /** True if the request also claims the signed value under other names and in other places, as far as that may be sent. */
  readonly isClaimed?: true
  /** The plain value that is sent, if it is not the ordinary one. */
  readonly ordinary?: (ordinary: string) => string
}

type Kind = NonNullable<SignedPart['kind']> | 'text' | 'time' | 'other'

type Row = readonly [
  id: string,
  title: string,
  spell: Misspelling['spell'],
  plain: Misspelling['plain'],
  more?: Pick<Misspelling, 'signed' | 'isClaimed' | 'ordinary'>,
]

const lower: Row = ['in-lower-case', 'in lower case', (text) => text.toLowerCase(), anyCase]
const upper: Row = ['in-upper-case', 'in upper case', (text) => text.toUpperCase(), anyCase]
const mixed: Row = ['checksummed', 'with the checksum of its letters', checksummed, anyCase]
/** Letters that NFKC turns into plain ones, so that the normalised value looks ordinary. */
const wide: Row = ['in-wide-letters', 'in full-width letters', widened, (text) => text.normalize('NFKC')]
/** Who strips tags, the marks that pages are made of, or all that is no letter and no digit, has the plain value. */
const bracketed: Row = ['with-brackets', 'with an empty tag behind it', (text) => `${text}<>`, (text) => text.replace(/<[^<>]*>/g, '')]
const raised: Row = ['with-upper-prefix', 'with 0X before it', (text) => text.replace(/^0x/, '0X'), (text) => text.replace(/^0X/, '0x')]
const zeroBefore: Row = ['with-leading-zero', 'with a zero before it', (text) => `0${text}`, (text) => text.replace(/^0(?=\d)/, '')]
const plusBefore: Row = ['with-plus', 'with a plus before it', (text) => `+${text}`, (text) => text.replace(/^\+/, '')]
const comma: Row = [
  'with-comma',
  'with a comma for its point',
  (text) => pointed(text).replace('.', ','),
  (text) => text.replace(',', '.'),
  { signed: pointed },
]
const thousands: Row = [
  'with-thousands',
  'with a comma between its thousands',
  (text) => thousandOf(text).replace(/^1/, '1,'),
  (text) => text.replace(/,(?=\d{3}\b)/g, ''),
  { signed: thousandOf },
]
/** Appended to an integer, which also reveals targets that only drop an empty fraction. */
const zeroBehind: Row = ['with-trailing-zero', 'with a zero behind it', (text) => `${whole(text)}.0`, asNumber, { signed: whole }]
/** The signed value has five decimals, which reveals targets that sign six. */
const sixthDecimal: Row = ['with-trailing-zero', 'with a zero behind it', withTrailingZero, asNumber, { ordinary: fiveDecimals }]
/** Works for any amount: those of a run differ, and whether it is sent must not depend on them. */
const exponent: Row = [
  'with-exponent',
  'with an exponent',
  (text) => Number(text).toExponential(),
  (text) => (/e/i.test(text) ? asNumber(text) : text),
]
const fraction: Row = ['with-fraction', 'with a fraction', (text) => `${text}.0`, (text) => text.replace(/\.0$/, '')]
const twice: Row = ['twice', 'twice, as a list', (text) => `${text}, ${text}`, (text) => text.split(', ')[0] ?? text]
const unprefixed: Row = [
  'without-prefix',
  'without its 0x',
  (text) => text.replace(/^0x/i, ''),
  (text) => (/^0x/i.test(text) ? text : `0x${text}`),
]

export const sentMisspellings: Readonly<Record<Kind, readonly Misspelling[]>> = {
  decimal: made(zeroBefore, zeroBehind, plusBefore, comma, thousands),
  symbol: made(lower, wide),
  address: made(claimed(orOther(lower)), unprefixed, raised, bracketed),
  text: made(wide),
  time: made(zeroBefore, twice),
  other: [],
}

/** What servers make of a plain value, except for what the catalogue of mistakes already covers. */
export const signedMisspellings: Readonly<Record<Kind, readonly Misspelling[]>> = {
  decimal: made(sixthDecimal, claimed(exponent)),
  symbol: [],
  address: made(mixed),
  text: [],
  time: made(claimed(fraction)),
  other: made(lower, claimed(orOther(upper))),
}

function made(...rows: readonly Row[]): Misspelling[] {
  return rows.map(([id, title, spell, plain, more]) => ({ id, title, spell, plain, ...more }))
}

function claimed([id, title, spell, plain]: Row): Row {
  return [id, title, spell, plain, { isClaimed: true }]
}

/** What is claimed has to differ, also of a value that has this case anyway, or none. */
function orOther([id, title, spell, plain]: Row): Row {
  const ways = [spell, turnedCase, lastChanged]
  const firstOther: Misspelling['spell'] = (text) => ways.map((way) => way(text)).find((made) => made !== text) ?? text
  return [id, `${title}, or otherwise where that is the same`, firstOther, plain]
}

function asNumber(text: string): string {
  return String(Number(text))
}

function anyCase(spelled: string, known: string): string {
  return spelled.toLowerCase() === known.toLowerCase() ? known : spelled
}

const decimalPattern = /^(\d+)(?:\.(\d*))?$/

/** An amount with a point in it: of an integer, a tenth of it. */
function pointed(amount: string): string {
  return amount.includes('.') ? amount : tenthOf(amount)
}

function whole(amount: string): string {
  return String(Math.max(1, Math.round(Number(amount))) || 1)
}

/** A thousand and the last digits of an amount, as an integer. */
function thousandOf(amount: string): string {
  return `1${whole(amount).padStart(3, '0').slice(-3)}`
}

/** An amount cut to five decimals, where that leaves any of it: with a zero behind it, it is written with six. */
function fiveDecimals(amount: string): string {
  const [, integer = '', fraction = ''] = decimalPattern.exec(amount) ?? []
  const cut = `${integer}.${fraction.padEnd(5, '0').slice(0, 5)}`
  return Number(cut) > 0 ? cut : amount
}

/**
 * An amount of two decimals, the second of them not zero, and a zero after it: a number, two decimals and what drops zeros come to the
 * same. It is no greater than the given one; undefined if that leaves nothing.
 */
export function hundredthsAndZero(amount: string): string | undefined {
  const [, integer = '0', fraction = ''] = decimalPattern.exec(amount) ?? []
  const cut = BigInt(integer + fraction.padEnd(2, '0').slice(0, 2))
  const hundredths = cut % 10n === 0n ? cut - 1n : cut
  if (hundredths <= 0n) return undefined
  const digits = String(hundredths).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}0`
}
