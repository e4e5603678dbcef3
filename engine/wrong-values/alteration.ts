import type { SignedPart } from '../../contracts/construction.ts'
import { turnedCase } from '../../contracts/mistakes/values/spellings.ts'
import type { Seed } from '../seed.ts'

/** A wrong value made of a right one, and how a lax reader takes it for the right one all the same. */
export interface ValueAlteration {
  /** Stable: part of a check's id. */
  readonly id: string
  /** How the value differs, in words that complete "a value with …". */
  readonly title: string
  /** Alters a value; the same seed alters the same value in the same way. */
  readonly alter: (right: string, seed: Seed) => string
  /** True if it changes a letter or a digit of any value to another, so that no value is left as it is. */
  readonly isAlwaysOther?: true
  /** True if it stands in for any value, and holds nothing that proves the right one. */
  readonly standsIn?: true
  /** True if a lax reader takes the given value for the right one. */
  readonly lax: (given: string, right: string) => boolean
}

/** Replaces every letter and digit by the next one of its kind: the result has the same length and is never the same. */
export function rotated(text: string): string {
  const turned = text.replace(/[a-zA-Z0-9]/g, (letter) => stepped(letter, 0))
  return turned === text ? `${text.slice(0, -1)}x` : turned
}

/** Swaps the case of the last letter: whoever compares without case takes it, and whoever does so at the end alone. */
export function lastCaseTurned(text: string): string {
  return text.replace(/[a-z](?=[^a-z]*$)/i, turnedCase)
}

export function lastChanged(text: string): string {
  return text.slice(0, -1) + rotated(text.slice(-1))
}

/** Changes a character to another digit, which is one of a hexadecimal number as well. */
export function digitChanged(text: string, at: number): string {
  const digit = text.charAt(at)
  const other = /[0-8a-e]/.test(digit) ? String.fromCharCode(digit.charCodeAt(0) + 1) : digit === '9' ? '8' : 'a'
  return text.slice(0, at) + other + text.slice(at + 1)
}

/** The same decimal number with one more zero at its end: `1.5` as `1.50`, `2` as `2.0`. */
export function withTrailingZero(decimal: string): string {
  return decimal.includes('.') ? `${decimal}0` : `${decimal}.0`
}

/** A tenth of a decimal number, made by moving its point, so that it is never more than the number. */
export function tenthOf(decimal: string): string {
  const [whole = '0', fraction = ''] = decimal.split('.')
  return `${whole.slice(0, -1) || '0'}.${whole.slice(-1)}${fraction}`
}

/** Another value of the same kind for a part of the signature; a decimal is never greater than before. */
export function otherValue({ kind, header }: SignedPart, value: string): string {
  if (kind === 'decimal') return tenthOf(value)
  if (header !== undefined && /^\d+$/.test(value)) return String(BigInt(value) - timeApart)
  return lastChanged(value)
}

/** How far a changed timestamp is moved: so far that no other request of the run has it by chance. */
const timeApart = 86_400_017n

/** Another letter or digit of the same kind, so many steps further than the next one; of any other character, a letter. */
export function stepped(letter: string, step: number): string {
  const [first, count] = /[0-9]/.test(letter) ? ['0', 10] : /[a-z]/.test(letter) ? ['a', 26] : /[A-Z]/.test(letter) ? ['A', 26] : ['', 0]
  if (first === '' || count === 0) return letter === 'x' ? 'y' : 'x'
  const start = first.charCodeAt(0)
  return String.fromCharCode(start + ((letter.charCodeAt(0) - start + 1 + (step % (count - 1))) % count))
}
