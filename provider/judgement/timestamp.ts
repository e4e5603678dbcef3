import type { SignedHeaders } from '../../contracts/contract.ts'
import { statedTime } from '../../contracts/signed-time.ts'
import { day } from '../../text/day.ts'
import { isNoValue } from '../../text/no-value.ts'
import type { Behaviour } from '../behaviour.ts'
import { type Refusal, refuse } from './refusals.ts'

export function timestampProblem(
  { header, unit, skew: stated }: SignedHeaders['timestamp'],
  given: string,
  now: number,
  { acceptsSeconds, skew = stated === undefined ? generous : { past: stated * 1000, future: stated * 1000 } }: Behaviour,
): Refusal | undefined {
  const refused = (expected: string, found: string) => refuse('timestamp', `${header}: expected ${expected}, found ${found}.`)
  if (!/^(0|[1-9]\d{0,15})$/.test(given)) return refused(`an integer number of ${unit} since the Unix epoch`, timestampForm(given, now))
  const inSeconds = unit === 'seconds' || (acceptsSeconds === true && given.length <= 10)
  const age = now - statedTime(given, inSeconds ? 'seconds' : unit)
  if (age <= skew.past && age >= -skew.future) return undefined
  const found = unitOf(Number(given), now)
  if (found !== undefined && found !== unit) return refused(`the time in ${unit}`, found)
  if (age > 0) return refused(`a time of the last ${skew.past} milliseconds`, `one that is ${age} milliseconds old`)
  return refused('a time that has come', `one that is ${-age} milliseconds ahead, where ${skew.future} are allowed`)
}

const generous = { past: 300_000, future: 300_000 }

const year = 365 * day

const units = { seconds: 1000, milliseconds: 1, microseconds: 1e-3, nanoseconds: 1e-6 }

/** The unit in which a number would be a time of our days: one of a test that never changes, too. */
function unitOf(value: number, now: number): string | undefined {
  return Object.entries(units).find(([, milliseconds]) => Math.abs(value * milliseconds - now) < 20 * year)?.[0]
}

/** What was found instead of an integer of the right unit, in words. */
export function timestampForm(given: string, now: number): string {
  if (given.trim() === '') return 'nothing'
  const number = /^[+-]?\d+(\.\d*)?(e[+-]?\d+)?$/i.test(given) ? Number(given) : undefined
  const unit = number === undefined ? undefined : unitOf(number, now)
  if (/^0\d+$/.test(given)) return 'a number with a zero before it'
  if (/^\d+$/.test(given)) return unit ?? 'a number that is no time of these years'
  if (number !== undefined) return `${unit ?? 'a number'} with a sign, a fraction or an exponent`
  if (!Number.isNaN(Date.parse(given))) return 'a date'
  if (isNoValue(given)) return `the word ${given}`
  return /^\D?\d{10,}\D{0,2}$/.test(given) ? 'a number with something around it' : 'something else'
}
