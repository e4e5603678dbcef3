/** The most values that a judged body may hold: once parsed, each takes many times the one or two bytes that it takes as text. */
export const mostValues = 800_000

/** The most names in a judged body, and the most members of one object: for each a parser keeps a kind of objects, or a place. */
export const mostNames = 1 << 15

const [comma, quote, colon, backslash] = [0x2c, 0x22, 0x3a, 0x5c]
const [bracket, brace, closingBrace] = [0x5b, 0x7b, 0x7d]

/** True for a JSON text that takes too much room once it is parsed. The bounds are so high that to count roughly does no harm. */
export function holdsTooMuch(bytes: Buffer): boolean {
  if (bytes.length > mostValues && countValues(bytes) > mostValues) return true
  return bytes.length > mostNames * shortestMember && countNames(bytes) > mostNames
}

/** How many bytes a body takes once it is parsed, by an estimate: a value takes many times the byte or two in which it can be written. */
export function weightOf(bytes: Buffer): number {
  return bytes.length + countValues(bytes) * 64
}

/** How many values a JSON text holds at most: it counts what can begin one, inside of strings too. By index, which takes a fifth of the time. */
function countValues(bytes: Buffer): number {
  let count = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (byte === comma || byte === bracket || byte === brace) count += 1
  }
  return count
}

const shortestMember = '"":0,'.length

/** How many names stand before a colon, by their hashes; or the most that one object has, each as often as it stands there, if that is more. */
function countNames(bytes: Buffer): number {
  const seen = new Uint8Array(1 << 20)
  const members: number[] = []
  let [count, most, own, hash] = [0, 0, 0, 0]
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte === quote) [at, hash] = stringAt(bytes, at + 1)
    else if (byte === brace) {
      members.push(own)
      own = 0
    } else if (byte === closingBrace) own = members.pop() ?? 0
    else if (byte === colon) {
      const mixed = (hash ^ (hash >>> 15)) & 0xfffff
      count += 1 - (seen[mixed] ?? 0)
      seen[mixed] = 1
      own += 1
      most = Math.max(most, own)
    }
  }
  return Math.max(count, most)
}

/** Where a string ends whose first character is at `start`, and its hash. */
function stringAt(bytes: Buffer, start: number): [end: number, hash: number] {
  let [at, hash] = [start, 0]
  for (; at < bytes.length && bytes[at] !== quote; at += 1) {
    hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193)
    if (bytes[at] === backslash) at += 1
  }
  return [at, hash]
}
