import { shortened } from '../excerpt.ts'
import { endOfString } from './nesting.ts'
import { pointerStep } from './pointer.ts'

interface Spot {
  readonly at: string
  readonly text: string
}

/** What JSON.parse ignores silently. Both lists hold the first hundred only. */
export interface Scan {
  readonly duplicateKeys: readonly Spot[]
  /** Numbers that a double cannot hold as they are written. */
  readonly largeNumbers: readonly Spot[]
}

const most = 100
const alwaysScanned = 1 << 16

/** Looks for keys that stand twice in an object and for numbers beyond double precision, in a text that is valid JSON. */
export function scanJson(text: string, value: unknown): Scan {
  const suspect = text.length <= alwaysScanned || isSuspect(text, value)
  return suspect ? scan(text) : { duplicateKeys: [], largeNumbers: [] }
}

/**
 * A cheap test that misses nothing, so that a long text is seldom scanned. Every key has a `":` behind it unless there is white space
 * between; nothing else takes one away: as many of them as keys after parsing prove that no key was dropped.
 */
function isSuspect(text: string, value: unknown): boolean {
  if (/"[ \t\r\n]+:/.test(text) || holdsLongNumber(text)) return true
  const { keys, inexact } = survey(value)
  return inexact || keys !== countMarks(text)
}

/** Written out one by one, so that the engine of expressions passes over what is too short for them. */
const longRun = new RegExp(`${'[\\d.]'.repeat(18)}[\\d.]*`, 'g')

/** True if a text holds a number with so many digits that parsing may round it. */
function holdsLongNumber(text: string): boolean {
  for (const { 0: found, index } of text.matchAll(longRun)) {
    const before = text[index - 1] === '-' ? index - 2 : index - 1
    if (before >= 0 && /[[:,\s]/.test(text.charAt(before)) && isBeyondDouble(found)) return true
  }
  return false
}

function countMarks(text: string): number {
  let marks = 0
  for (let at = text.indexOf('":'); at !== -1; at = text.indexOf('":', at + 2)) marks += 1
  return marks
}

/** Counts the keys of a parsed text, and looks for numbers that parsing may have rounded. */
function survey(value: unknown): { readonly keys: number; readonly inexact: boolean } {
  const open: object[] = []
  let keys = 0
  let inexact = false
  const see = (member: unknown) => {
    if (typeof member === 'object' && member !== null) open.push(member)
    else if (typeof member === 'number') inexact ||= Math.abs(member) > Number.MAX_SAFE_INTEGER
  }
  see(value)
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (Array.isArray(next)) for (const element of next) see(element)
    else
      for (const key in next) {
        keys += 1
        see(next[key as keyof typeof next])
      }
  }
  return { keys, inexact }
}

interface Frame {
  readonly keys: Set<string> | undefined
  step: string | number
}

/** Walks the tokens of a valid JSON text with a stack of its own, so that no depth can exhaust the machine's. */
function scan(text: string): Scan {
  const duplicateKeys: Spot[] = []
  const largeNumbers: Spot[] = []
  const frames: Frame[] = []
  const token = /["[\]{},]|-?\d[\d.eE+-]*/g

  for (let match = token.exec(text); match; match = token.exec(text)) {
    const [found] = match
    const frame = frames.at(-1)
    if (found === '{') frames.push({ keys: new Set(), step: '' })
    else if (found === '[') frames.push({ keys: undefined, step: 0 })
    else if (found === '}' || found === ']') frames.pop()
    else if (found === ',') {
      if (frame && typeof frame.step === 'number') frame.step += 1
    } else if (found === '"') {
      const end = endOfString(text, match.index) + 1
      token.lastIndex = end
      if (!frame?.keys || !isBeforeColon(text, end)) continue
      const key = keyOf(text.slice(match.index, end))
      frame.step = key
      if (frame.keys.has(key) && duplicateKeys.length < most) duplicateKeys.push({ at: pointer(frames), text: shortened(key) })
      frame.keys.add(key)
    } else if (isBeyondDouble(found) && largeNumbers.length < most) {
      largeNumbers.push({ at: pointer(frames), text: shortened(found) })
    }
  }
  return { duplicateKeys, largeNumbers }
}

function isBeforeColon(text: string, at: number): boolean {
  const colon = /\s*:/y
  colon.lastIndex = at
  return colon.test(text)
}

const deepest = 50

/** The JSON pointer of a place, cut to a length: a target decides how deep places lie and how long their names are. */
function pointer(frames: readonly Frame[]): string {
  const steps = frames.slice(0, deepest).map(({ step }) => `/${pointerStep(shortened(String(step)))}`)
  return `${steps.join('')}${frames.length > deepest ? '/…' : ''}`
}

function keyOf(quoted: string): string {
  return quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1)
}

/** True for a number that is infinite as a double, an integer that a double cannot tell from its neighbour, or one of more than 17 digits. */
function isBeyondDouble(text: string): boolean {
  if (text.length < 16 && !/[eE]/.test(text)) return false
  const number = Number(text)
  if (!Number.isFinite(number)) return true
  // What is written again as it was read had nothing to lose: a supply of 10^18, or what was a double before.
  if (/^-?\d+$/.test(text)) return !Number.isSafeInteger(number) && String(number) !== text
  return significantDigits(text.replace(/[eE].*$/, '').replace(/[-.]/g, '')) > 17
}

/** No pattern for the zeros at the end: on a long run of zeros in the middle it would take forever. */
function significantDigits(digits: string): number {
  const first = digits.search(/[1-9]/)
  let end = digits.length
  while (end > first && digits[end - 1] === '0') end -= 1
  return first === -1 ? 0 : end - first
}
