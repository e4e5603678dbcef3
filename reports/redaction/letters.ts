/** So many characters are looked up by their hash. */
export const seedLength = 5

/** A hash of a few characters that ignores case, the alphabet of base64, and that forms write `+` for a space. */
export function hashAt(text: string, at: number, length: number = seedLength): number {
  let hash = 0
  for (let next = at; next < at + length; next += 1) {
    const code = text.charCodeAt(next)
    hash = (Math.imul(hash, 0x9e3779b1) + (code < 128 ? (foldedAscii[code] ?? 0) : lower(code))) | 0
  }
  return hash ^ (hash >>> 15)
}

/** True if a character of a text is one of a form: in either alphabet of base64 if `exact`, else in either case, or `+` for a space. */
export function isSameLetter(one: number, other: number, exact: boolean): boolean {
  if (one === other) return true
  if (exact) return (one === 45 || one === 95) && folded(one) === other
  return lower(one) === lower(other) || (one === 43 && other === 32)
}

function folded(code: number): number {
  return code === 45 || code === 32 ? 43 : code === 95 ? 47 : lower(code)
}

const foldedAscii = Uint8Array.from({ length: 128 }, (_, code) => folded(code))

function lower(code: number): number {
  if (code > 127) return String.fromCharCode(code).toLowerCase().charCodeAt(0)
  return code >= 65 && code <= 90 ? code | 32 : code
}
