/** The fewest characters that are found by their hashes: five of them begin at a multiple of four. */
export const leastLength = 8
export const seedLength = 5
export const stride = 4

let last: { readonly text: string; readonly hashes: Int32Array } = { text: '', hashes: new Int32Array() }

/** The hashes at every position looked at, kept for the next finder of the same text. */
export function hashesOf(text: string): Int32Array {
  if (last.text === text) return last.hashes
  const hashes = new Int32Array(Math.ceil(Math.max(0, text.length - seedLength + 1) / stride))
  for (let at = 0; at < hashes.length; at += 1) hashes[at] = hashAt(text, at * stride)
  last = { text, hashes }
  return hashes
}

/** A hash of a few characters that ignores case, the alphabet of base64, and that forms write `+` for a space. */
export function hashAt(text: string, at: number): number {
  let hash = 0
  for (let next = at; next < at + seedLength; next += 1) {
    const code = text.charCodeAt(next)
    hash = (Math.imul(hash, 0x9e3779b1) + (foldedAscii[code] ?? lower(code))) | 0
  }
  return hash ^ (hash >>> 15)
}

function folded(code: number): number {
  return code === 45 || code === 32 ? 43 : code === 95 ? 47 : lower(code)
}

const foldedAscii = Uint8Array.from({ length: 128 }, (_, code) => folded(code))

function lower(code: number): number {
  if (code > 127) return String.fromCharCode(code).toLowerCase().charCodeAt(0)
  return code >= 65 && code <= 90 ? code | 32 : code
}

/** True if a character of a text is one of base64, in either alphabet. */
export function isSameBase64(one: number, other: number): boolean {
  return one === other || ((one === 45 || one === 95) && folded(one) === other)
}

/** True if a character of a text is one of a form, in either case, or `+` for a space. */
export function isSameLetter(one: number, other: number): boolean {
  return one === other || lower(one) === lower(other) || (one === 43 && other === 32)
}
