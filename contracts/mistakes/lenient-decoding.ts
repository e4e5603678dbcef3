import { digits64 } from './bases.ts'

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
