export const [figures, capitals, smalls] = ['0123456789', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz'] as const

export const digits32 = `${capitals}234567`
/** Without those that look alike. */
export const digits58 = `${figures}${capitals}${smalls}`.replace(/[0OIl]/g, '')
export const digits64 = `${capitals}${smalls}${figures}+/`

export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const text = bits.replace(/.{1,5}/g, (five) => digits32.charAt(Number.parseInt(five.padEnd(5, '0'), 2)))
  return text.padEnd(Math.ceil(text.length / 8) * 8, '=')
}

/** What base32 in any case says, with its padding or without it; undefined if that is not what it is. */
export function base32Decoded(text: string): Buffer | undefined {
  const run = text.replace(/=+$/, '')
  return /^[a-z2-7]+$/i.test(run) && ![1, 3, 6].includes(run.length % 8) ? fromBase32(run, digits32) : undefined
}

/** What stands in such digits, which are in upper case, in either case; the bits of a byte that is not whole are left out. */
export function fromBase32(run: string, digits: string): Buffer {
  const bytes = Buffer.alloc(Math.floor((run.length * 5) / 8))
  const values = Uint8Array.from({ length: 128 }, (_, code) => digits.indexOf(String.fromCharCode(code).toUpperCase()))
  let [bits, count, length] = [0, 0, 0]
  for (let at = 0; at < run.length; at += 1) {
    bits = ((bits << 5) | (values[run.charCodeAt(at)] ?? 0)) & 0xfff
    count += 5
    if (count < 8) continue
    count -= 8
    bytes[length] = bits >> count
    length += 1
  }
  return bytes
}

export function base58(bytes: Buffer): string {
  const zeros = bytes.findIndex((byte) => byte !== 0)
  return '1'.repeat(Math.max(0, zeros)) + inDigits(integerOf(bytes), digits58)
}

/** Bytes as one number, their first byte the highest; 0 for none. */
export function integerOf(bytes: Buffer): bigint {
  return BigInt(`0x0${bytes.toString('hex')}`)
}

/** A number without zeros before it: nothing for 0. */
export function inDigits(number: bigint, digits: string): string {
  let text = ''
  for (let [rest, base] = [number, BigInt(digits.length)]; rest > 0n; rest /= base) text = digits.charAt(Number(rest % base)) + text
  return text
}

/** Hexadecimal as CryptoJS decodes it: two characters that are no number become a zero byte. */
export function zeroedHex(text: string): Buffer {
  return Buffer.from((text.match(/..?/g) ?? []).map((digits) => Number.parseInt(digits, 16) || 0))
}

/** Base64 as CryptoJS decodes it: a character that is no digit counts as zero. */
export function zeroedBase64(text: string): Buffer {
  const digits = [...text.split('=', 1).join('')].map((letter) => Math.max(0, digits64.indexOf(letter)))
  const bytes = digits.slice(1).map((digit, index) => {
    const shift = ((index + 1) % 4) * 2
    return shift === 0 ? undefined : (((digits[index] ?? 0) << shift) | (digit >>> (6 - shift))) & 0xff
  })
  return Buffer.from(bytes.filter((byte) => byte !== undefined))
}
