import type { SignedPart } from '../../../contracts/construction.ts'
import { checksummed } from '../../../contracts/mistakes/values/checksum.ts'
import { widened } from '../../../contracts/mistakes/values/spellings.ts'

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

const lower: Misspelling = { id: 'in-lower-case', title: 'in lower case', spell: (text) => text.toLowerCase(), plain: anyCase }
const upper: Misspelling = { id: 'in-upper-case', title: 'in upper case', spell: (text) => text.toUpperCase(), plain: anyCase }
const mixed: Misspelling = { id: 'checksummed', title: 'with the checksum of its letters', spell: checksummed, plain: anyCase }
/** Letters that NFKC turns into plain ones, so that the normalised value looks ordinary. */
const wide: Misspelling = {
  id: 'in-wide-letters',
  title: 'in full-width letters',
  spell: widened,
  plain: (text) => text.normalize('NFKC'),
}
/** Who strips tags, the marks that pages are made of, or all that is no letter and no digit, has the plain value. */
const bracketed: Misspelling = {
  id: 'with-brackets',
  title: 'with an empty tag behind it',
  spell: (text) => `${text}<>`,
  plain: (text) => text.replace(/<[^<>]*>/g, ''),
}
const raised: Misspelling = {
  id: 'with-upper-prefix',
  title: 'with 0X before it',
  spell: (text) => text.replace(/^0x/, '0X'),
  plain: (text) => text.replace(/^0X/, '0x'),
}
const zeroBefore: Misspelling = {
  id: 'with-leading-zero',
  title: 'with a zero before it',
  spell: (text) => `0${text}`,
  plain: (text) => text.replace(/^0(?=\d)/, ''),
}
const plusBefore: Misspelling = {
  id: 'with-plus',
  title: 'with a plus before it',
  spell: (text) => `+${text}`,
  plain: (text) => text.replace(/^\+/, ''),
}
const comma: Misspelling = {
  id: 'with-comma',
  title: 'with a comma for its point',
  spell: (text) => text.replace('.', ','),
  plain: (text) => text.replace(',', '.'),
}
const thousands: Misspelling = {
  id: 'with-thousands',
  title: 'with a comma between its thousands',
  spell: (text) => thousandOf(text).replace(/^1/, '1,'),
  signed: thousandOf,
  plain: (text) => text.replace(/,(?=\d{3}\b)/g, ''),
}
/** Appended to an integer, which also reveals targets that only drop an empty fraction. */
const zeroBehind: Misspelling = {
  id: 'with-trailing-zero',
  title: 'with a zero behind it',
  spell: (text) => `${whole(text)}.0`,
  signed: whole,
  plain: (text) => String(Number(text)),
}
/** The signed value has five decimals, which reveals targets that sign six. */
const sixthDecimal: Misspelling = {
  id: 'with-trailing-zero',
  title: 'with a zero behind it',
  ordinary: fiveDecimals,
  spell: (text) => (text.includes('.') ? `${text}0` : `${text}.0`),
  plain: (text) => String(Number(text)),
}
/** Works for any amount: those of a run differ, and whether it is sent must not depend on them. */
const exponent: Misspelling = {
  id: 'with-exponent',
  title: 'with an exponent',
  spell: (text) => Number(text).toExponential(),
  plain: (text) => (/e/i.test(text) ? String(Number(text)) : text),
}
const fraction: Misspelling = {
  id: 'with-fraction',
  title: 'with a fraction',
  spell: (text) => `${text}.0`,
  plain: (text) => text.replace(/\.0$/, ''),
}
const twice: Misspelling = {
  id: 'twice',
  title: 'twice, as a list',
  spell: (text) => `${text}, ${text}`,
  plain: (text) => text.split(', ')[0] ?? text,
}
const unprefixed: Misspelling = {
  id: 'without-prefix',
  title: 'without its 0x',
  spell: (text) => text.replace(/^0x/i, ''),
  plain: (text) => (/^0x/i.test(text) ? text : `0x${text}`),
}

export const sentMisspellings: Readonly<Record<Kind, readonly Misspelling[]>> = {
  decimal: [zeroBefore, zeroBehind, plusBefore, comma, thousands],
  symbol: [lower, wide],
  address: [claimed(lower), unprefixed, raised, bracketed],
  text: [wide],
  time: [zeroBefore, twice],
  other: [],
}

/** What servers make of a plain value, except for what the catalogue of mistakes already covers. */
export const signedMisspellings: Readonly<Record<Kind, readonly Misspelling[]>> = {
  decimal: [sixthDecimal, claimed(exponent)],
  symbol: [],
  address: [mixed],
  text: [],
  time: [claimed(fraction)],
  other: [lower, claimed(upper)],
}

function claimed(spelling: Misspelling): Misspelling {
  return { ...spelling, isClaimed: true }
}

function anyCase(spelled: string, known: string): string {
  return spelled.toLowerCase() === known.toLowerCase() ? known : spelled
}

const decimalPattern = /^(\d+)(?:\.(\d*))?$/

/** An integer of about that amount. */
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
