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

/** An object or a list around a place, and the key or the index at which it is. */
interface Frame {
  readonly keys: Set<string> | undefined
  step: string | number
}

/**
 * Looks for keys that stand twice in an object and for numbers beyond double precision, in a text that is valid JSON. It has a stack of its
 * own, so that no depth can exhaust the machine's, and looks at each character once: lists are long.
 */
export function scanJson(text: string): Scan {
  const duplicateKeys: Spot[] = []
  const largeNumbers: Spot[] = []
  const frames: Frame[] = []
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at)
    if (sign === '{') frames.push({ keys: new Set(), step: '' })
    else if (sign === '[') frames.push({ keys: undefined, step: 0 })
    else if (sign === '}' || sign === ']') frames.pop()
    else if (sign === ',') {
      const frame = frames.at(-1)
      if (typeof frame?.step === 'number') frame.step += 1
    } else if (sign === '"') {
      const end = endOfString(text, at)
      const frame = frames.at(-1)
      if (frame?.keys && isBeforeColon(text, end + 1)) {
        const key = keyOf(text.slice(at, end + 1))
        frame.step = key
        if (frame.keys.has(key) && duplicateKeys.length < most) duplicateKeys.push({ at: pointer(frames), text: shortened(key) })
        frame.keys.add(key)
      }
      at = end
    } else if (sign === '-' || (sign >= '0' && sign <= '9')) {
      const found = numberAt(text, at)
      if (isBeyondDouble(found) && largeNumbers.length < most) largeNumbers.push({ at: pointer(frames), text: shortened(found) })
      at += found.length - 1
    }
  }
  return { duplicateKeys, largeNumbers }
}

const [number, colon] = [/[-+.\deE]+/y, /\s*:/y]

function numberAt(text: string, at: number): string {
  number.lastIndex = at
  return number.exec(text)?.[0] ?? ''
}

function isBeforeColon(text: string, at: number): boolean {
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
