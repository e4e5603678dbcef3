import { keccak_256 } from '@noble/hashes/sha3.js'

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
  const hash = Buffer.from(keccak_256(Buffer.from((chain && `${chain}0x`) + digits))).toString('hex')
  return `0x${[...digits].map((digit, index) => (Number.parseInt(hash.charAt(index), 16) >= 8 ? digit.toUpperCase() : digit)).join('')}`
}
