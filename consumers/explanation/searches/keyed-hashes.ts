import type { Construction } from '../../../contracts/construction.ts'
import { canonicalString } from '../../../contracts/signing.ts'
import { digestIn } from '../given-digest.ts'
import type { Signed } from '../given-signature.ts'
import type { Suspect } from '../suspects.ts'
import { allMade, type Guess } from './guesses.ts'

/** One of the two variants of BLAKE2 (RFC 7693): word size, number of rounds, and rotations. */
interface Blake2Variant {
  readonly bits: 32 | 64
  readonly rounds: number
  readonly turns: readonly (readonly [number, number])[]
}

export const blake2b: Blake2Variant = {
  bits: 64,
  rounds: 12,
  turns: [
    [32, 24],
    [16, 63],
  ],
}

export const blake2s: Blake2Variant = {
  bits: 32,
  rounds: 10,
  turns: [
    [16, 12],
    [8, 7],
  ],
}

const start = ['6a09e667f3bcc908', 'bb67ae8584caa73b', '3c6ef372fe94f82b', 'a54ff53a5f1d36f1'].concat(
  ['510e527fade682d1', '9b05688c2b3e6c1f', '1f83d9abfb41bd6b', '5be0cd19137e2179'], // As SHA-512 begins.
)
const rowsOf = (rows: string) => rows.split(' ').map((row) => [...row].map((digit) => Number.parseInt(digit, 16)))
const orders = [
  ...rowsOf('0123456789abcdef ea489fd61c02b753 b8c052fdae367194 7931dcbe265a40f8 905724afe1bc683d'),
  ...rowsOf('2c6a0b834d75fe19 c51fed4a0763928b db7ec13950f4862a 6fe9b308c2d714a5 a2847615fb9e3cd0'),
]
const mixings = rowsOf('048c 159d 26ae 37bf 05af 16bc 278d 349e')

/** A keyed BLAKE2 hash of `length` bytes, which Node does not have. A key that is too long is cut. */
export function keyedBlake2(form: Blake2Variant, key: Buffer, message: Buffer, length: number): Buffer {
  const { bits } = form
  const size = bits * 2
  const known = key.subarray(0, bits)
  const input = Buffer.concat([...(known.length > 0 ? [Buffer.concat([known], size)] : []), message])
  const blocks = Math.max(1, Math.ceil(input.length / size))
  const begun = start.map((word) => BigInt(`0x${word}`) >> BigInt(64 - bits))
  let state = begun.with(0, word(begun, 0) ^ BigInt(0x01010000 ^ (known.length << 8) ^ length))
  for (let block = 1; block <= blocks; block++) {
    const end = Math.min(block * size, input.length)
    const lanes = wordsOf(Buffer.concat([input.subarray((block - 1) * size, end)], size), bits)
    const last = block === blocks ? (1n << BigInt(bits)) - 1n : 0n
    const mixed = compressed(form, [...state, ...begun].with(12, word(begun, 4) ^ BigInt(end)).with(14, word(begun, 6) ^ last), lanes)
    state = state.map((each, index) => each ^ word(mixed, index) ^ word(mixed, index + 8))
  }
  return Buffer.concat(state.map((each) => Buffer.from(each.toString(16).padStart(bits / 4, '0'), 'hex').reverse())).subarray(0, length)
}

function compressed({ bits, rounds, turns }: Blake2Variant, begun: readonly bigint[], lanes: readonly bigint[]): bigint[] {
  const mixed = [...begun]
  const mask = (1n << BigInt(bits)) - 1n
  const turned = (each: bigint, by: number) => ((each >> BigInt(by)) | (each << BigInt(bits - by))) & mask
  for (let round = 0; round < rounds; round++) {
    const order = orders[round % orders.length] ?? []
    for (const [index, [a = 0, b = 0, c = 0, d = 0]] of mixings.entries()) {
      for (const [half, [first, second]] of turns.entries()) {
        mixed[a] = (word(mixed, a) + word(mixed, b) + word(lanes, order[index * 2 + half] ?? 0)) & mask
        mixed[d] = turned(word(mixed, d) ^ word(mixed, a), first)
        mixed[c] = (word(mixed, c) + word(mixed, d)) & mask
        mixed[b] = turned(word(mixed, b) ^ word(mixed, c), second)
      }
    }
  }
  return mixed
}

function word(words: readonly bigint[], index: number): bigint {
  return words[index] ?? 0n
}

function wordsOf(block: Buffer, bits: Blake2Variant['bits']): bigint[] {
  return Array.from({ length: 16 }, (_, at) => (bits === 64 ? block.readBigUInt64LE(at * 8) : BigInt(block.readUInt32LE(at * 4))))
}

export function keyedHashes(construction: Construction, given: Signed): Suspect[] {
  const digest = digestIn(construction, given.answer.signature)
  if (!digest) return []
  const { length } = digest
  const known = [
    { name: 'BLAKE2b', form: blake2b },
    { name: 'BLAKE2s', form: blake2s },
  ].filter(({ form }) => length <= form.bits)
  const guesses = known.map(
    ({ name, form }): Guess => ({
      words: `under ${name} with the secret as its key, which is no HMAC`,
      make: ({ values, secret }) => [keyedBlake2(form, Buffer.from(secret), Buffer.from(canonicalString(construction, values)), length)],
    }),
  )
  return allMade(construction, given, guesses)
}
