const rotations = [
  [0, 36, 3, 41, 18],
  [1, 44, 10, 45, 2],
  [62, 6, 43, 15, 61],
  [28, 55, 25, 21, 56],
  [27, 20, 39, 8, 14],
].map((column) => column.map(BigInt))

const mask = (1n << 64n) - 1n
const rate = 136

/** An address of 40 hexadecimal digits in the mixed case that is its checksum (EIP-55); anything else is unchanged. */
export function checksummed(address: string): string {
  return withChecksum(address, '')
}

/**
 * True for an address in mixed case that is no checksum of its digits, so that one of its characters is mistyped: neither that of EIP-55
 * nor one of the two that are known to differ from it, of RSK (EIP-1191, by the chain's number) and of Wanchain (the other way round).
 */
export function isMistyped(address: string): boolean {
  const digits = address.replace(/^0x/i, '')
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return false
  return (
    isAddress.test(address) && !['', '30', '31'].some((chain) => withChecksum(address, chain).slice(2) === digits) && !isReverse(digits)
  )
}

const isAddress = /^0x[0-9a-f]{40}$/i

function isReverse(digits: string): boolean {
  const right = checksummed(`0x${digits}`).slice(2)
  return [...digits].every((digit, index) => /\d/.test(digit) || digit !== right[index])
}

function withChecksum(address: string, chain: string): string {
  if (!isAddress.test(address)) return address
  const digits = address.slice(2).toLowerCase()
  const hash = keccak256(Buffer.from((chain && `${chain}0x`) + digits)).toString('hex')
  return `0x${[...digits].map((digit, index) => (Number.parseInt(hash.charAt(index), 16) >= 8 ? digit.toUpperCase() : digit)).join('')}`
}

/** Keccak-256 as Ethereum has it, which is not SHA3-256. For one block: less than 136 bytes. */
export function keccak256(message: Buffer): Buffer {
  const block = Buffer.alloc(rate)
  message.copy(block)
  block[message.length] = (block[message.length] ?? 0) ^ 1
  block[rate - 1] = (block[rate - 1] ?? 0) ^ 0x80
  const lanes = Array.from({ length: 25 }, (_, index) => (index < rate / 8 ? block.readBigUInt64LE(index * 8) : 0n))
  const state = permuted(lanes)
  const digest = Buffer.alloc(32)
  for (const index of [0, 1, 2, 3]) digest.writeBigUInt64LE(state[index] ?? 0n, index * 8)
  return digest
}

function permuted(lanes: readonly bigint[]): bigint[] {
  let state = [...lanes]
  let register = 1
  for (let round = 0; round < 24; round++) {
    state = mixed(state)
    let constant = 0n
    for (let bit = 0; bit < 7; bit++) {
      if (register & 1) constant |= 1n << ((1n << BigInt(bit)) - 1n)
      register = (register << 1) ^ (register >> 7 ? 0x171 : 0)
    }
    state[0] = (state[0] ?? 0n) ^ constant
  }
  return state
}

/** One round without its constant: theta, rho and pi, chi. */
function mixed(state: readonly bigint[]): bigint[] {
  const lane = (x: number, y: number) => state[(x % 5) + 5 * (y % 5)] ?? 0n
  const columns = [0, 1, 2, 3, 4].map((x) => lane(x, 0) ^ lane(x, 1) ^ lane(x, 2) ^ lane(x, 3) ^ lane(x, 4))
  const column = (x: number) => columns[x % 5] ?? 0n
  const moved: bigint[] = []
  for (let x = 0; x < 5; x++) {
    const effect = column(x + 4) ^ turned(column(x + 1), 1n)
    for (let y = 0; y < 5; y++) moved[y + 5 * ((2 * x + 3 * y) % 5)] = turned(lane(x, y) ^ effect, rotations[x]?.[y] ?? 0n)
  }
  return moved.map((own, index) => {
    const row = index - (index % 5)
    return own ^ (~(moved[row + ((index + 1) % 5)] ?? 0n) & mask & (moved[row + ((index + 2) % 5)] ?? 0n))
  })
}

function turned(value: bigint, by: bigint): bigint {
  return ((value << by) | (value >> (64n - by))) & mask
}
