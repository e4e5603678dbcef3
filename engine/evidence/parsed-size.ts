/** The most values that a judged body may hold: once parsed, each takes many times the one or two bytes that it takes as text. */
export const mostValues = 800_000

/** The most names that the members of a judged body may have: for each new one a parser keeps a kind of objects. */
export const mostNames = 1 << 15

const comma = 0x2c
const bracket = 0x5b
const brace = 0x7b
const quote = 0x22
const colon = 0x3a
const space = 0x20

/** True for a JSON text that takes too much room once it is parsed. The bounds are so high that to count roughly does no harm. */
export function holdsTooMuch(bytes: Buffer): boolean {
  if (bytes.length > mostValues && countValues(bytes) > mostValues) return true
  return bytes.length > mostNames * shortestMember && countNames(bytes) > mostNames
}

/** How many values a JSON text holds at most: it counts what can begin one, inside of strings too. By index, which takes a fifth of the time. */
export function countValues(bytes: Buffer): number {
  let count = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (byte === comma || byte === bracket || byte === brace) count += 1
  }
  return count
}

/** A member whose name is one of tens of thousands. */
const shortestMember = '"abc":0,'.length

/** How many names stand before a colon, by their hashes. */
function countNames(bytes: Buffer): number {
  const seen = new Uint8Array(1 << 20)
  let [count, hash, name, last] = [0, 0, 0, 0]
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte <= space) continue
    if (byte === colon && last === quote) {
      const mixed = (name ^ (name >>> 15)) & 0xfffff
      count += 1 - (seen[mixed] ?? 0)
      seen[mixed] = 1
    }
    if (byte === quote) name = hash
    hash = byte === quote ? 0 : Math.imul(hash ^ byte, 0x01000193)
    last = byte
  }
  return count
}
