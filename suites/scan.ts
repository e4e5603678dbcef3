/** A place in a JSON text and what stands there. */
export interface Spot {
  /** A JSON pointer. */
  readonly at: string
  readonly text: string
}

/** What JSON.parse passes over in silence. Both lists end after the first hundred. */
export interface Scan {
  readonly duplicateKeys: readonly Spot[]
  /** Numbers that a double cannot hold as they are written. */
  readonly largeNumbers: readonly Spot[]
}

const most = 100
const alwaysScanned = 1 << 16

/** Looks for keys that stand twice in an object and for numbers beyond double precision, in a text that is valid JSON. */
export function scanJson(text: string, value: unknown): Scan {
  const suspect = text.length <= alwaysScanned || mayHoldLargeNumber(text) || mayHoldDuplicate(text, value)
  return suspect ? scan(text) : { duplicateKeys: [], largeNumbers: [] }
}

function mayHoldLargeNumber(text: string): boolean {
  return /[[:,\s]-?\d[\d.eE+-]{15,}/.test(text) || /\d[eE][+-]?\d{3}/.test(text)
}

/**
 * Every key has a `":` behind it unless there is white space between; nothing else takes one away. So where there is no such
 * white space, as many of them as keys after parsing prove that no key was dropped, and the slow scan is spared.
 */
function mayHoldDuplicate(text: string, value: unknown): boolean {
  if (/"[ \t\r\n]+:/.test(text)) return true
  let marks = 0
  for (let at = text.indexOf('":'); at !== -1; at = text.indexOf('":', at + 2)) marks += 1
  return marks !== countKeys(value)
}

function countKeys(value: unknown): number {
  const open: unknown[] = [value]
  let count = 0
  while (open.length > 0) {
    const next = open.pop()
    if (typeof next !== 'object' || next === null) continue
    const members = Object.values(next)
    if (!Array.isArray(next)) count += members.length
    for (const member of members) if (typeof member === 'object') open.push(member)
  }
  return count
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
  const pointer = () => frames.map(({ step }) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
  const token = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?|-?\d[\d.eE+-]*|[[\]{},]/g

  for (let match = token.exec(text); match; match = token.exec(text)) {
    const [found, colon] = match
    const frame = frames.at(-1)
    if (found === '{') frames.push({ keys: new Set(), step: '' })
    else if (found === '[') frames.push({ keys: undefined, step: 0 })
    else if (found === '}' || found === ']') frames.pop()
    else if (found === ',') {
      if (frame && typeof frame.step === 'number') frame.step += 1
    } else if (colon !== undefined && frame?.keys) {
      const key = JSON.parse(found.slice(0, -colon.length)) as string
      frame.step = key
      if (frame.keys.has(key) && duplicateKeys.length < most) duplicateKeys.push({ at: pointer(), text: key })
      frame.keys.add(key)
    } else if (!found.startsWith('"') && isBeyondDouble(found) && largeNumbers.length < most) {
      largeNumbers.push({ at: pointer(), text: found })
    }
  }
  return { duplicateKeys, largeNumbers }
}

/** True for a number that is infinite as a double, an integer that a double cannot tell from its neighbour, or one of more than 17 digits. */
function isBeyondDouble(text: string): boolean {
  const number = Number(text)
  if (!Number.isFinite(number)) return true
  if (/^-?\d+$/.test(text)) return !Number.isSafeInteger(number)
  const digits = text
    .replace(/[eE].*$/, '')
    .replace(/[-.]/g, '')
    .replace(/^0+/, '')
    .replace(/0+$/, '')
  return digits.length > 17
}
