const letters32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const letters58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const text = bits.replace(/.{1,5}/g, (five) => letters32.charAt(Number.parseInt(five.padEnd(5, '0'), 2)))
  return text.padEnd(Math.ceil(text.length / 8) * 8, '=')
}

export function base58(bytes: Buffer): string {
  let number = BigInt(`0x${bytes.toString('hex') || '0'}`)
  let text = ''
  for (; number > 0n; number /= 58n) text = letters58.charAt(Number(number % 58n)) + text
  const zeros = bytes.findIndex((byte) => byte !== 0)
  return '1'.repeat(Math.max(0, zeros)) + text
}

const digits = '0123456789'
const large = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const small = large.toLowerCase()
const letters85 = String.fromCharCode(...Array.from({ length: 85 }, (_, index) => 33 + index))

export const base85 = (bytes: Buffer): string => in85(bytes, `${digits}${large}${small}!#$%&()*+-;<=>?@^_\`{|}~`)
export const z85 = (bytes: Buffer): string => in85(bytes, `${digits}${small}${large}.-:+=^!/*?&<>()[]{}@%$#`)
export const ascii85 = (bytes: Buffer): string => in85(bytes, letters85).replace(/.{5}/g, (five) => (five === '!!!!!' ? 'z' : five))

/** Five letters for each four bytes; a digest has no rest. */
function in85(bytes: Buffer, letters: string): string {
  const words = Array.from({ length: Math.floor(bytes.length / 4) }, (_, index) => bytes.readUInt32BE(index * 4))
  return words.map((word) => [4, 3, 2, 1, 0].map((power) => letters.charAt(Math.floor(word / 85 ** power) % 85)).join('')).join('')
}
