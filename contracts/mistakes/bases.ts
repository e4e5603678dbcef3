export const [figures, capitals, smalls] = ['0123456789', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz'] as const

export const digits32 = `${capitals}234567`
/** Without those that look alike. */
export const digits58 = `${figures}${capitals}${smalls}`.replace(/[0OIl]/g, '')
export const digits64 = `${capitals}${smalls}${figures}+/`
/** As Adobe, Python and ZeroMQ have them. */
export const digits85 = {
  ascii: String.fromCharCode(...Array.from({ length: 85 }, (_, index) => 33 + index)),
  python: `${figures}${capitals}${smalls}!#$%&()*+-;<=>?@^_\`{|}~`,
  z85: `${figures}${smalls}${capitals}.-:+=^!/*?&<>()[]{}@%$#`,
}

export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const text = bits.replace(/.{1,5}/g, (five) => digits32.charAt(Number.parseInt(five.padEnd(5, '0'), 2)))
  return text.padEnd(Math.ceil(text.length / 8) * 8, '=')
}

/** Five digits for each four bytes; a rest is left out, which a digest does not have. */
export function in85(bytes: Buffer, digits: string): string {
  const words = Array.from({ length: bytes.length >> 2 }, (_, index) => bytes.readUInt32BE(index * 4))
  return words.map((word) => [4, 3, 2, 1, 0].map((power) => digits.charAt(Math.floor(word / 85 ** power) % 85)).join('')).join('')
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
