import type { Spelling } from '../mistake.ts'
import { checksummed } from './checksum.ts'

/** How many characters of an address wallets show, and what they put in the middle. */
const middles = [
  [6, 4],
  [4, 4],
  [6, 6],
  [8, 8],
].flatMap(([start = 0, end = 0]) => ['...', '…', '****'].map((dots) => [start, end, dots] as const))

export const addresses: readonly Spelling[] = [
  ['checksummed', 'with the checksum of its letters (EIP-55)', checksummed],
  [
    'with-prefix',
    'with 0x before it',
    (value) => (/^0x/i.test(value) ? value : `0x${value}`),
    (value) => (value.startsWith('0x') ? value : `0x${value}`),
  ],
  [
    'with-upper-case-digits',
    'with its digits in upper case behind 0x',
    (value) => value.replace(/^0x(.*)$/i, (_, digits: string) => `0x${digits.toUpperCase()}`),
  ],
  [
    'with-hex-in-lower-case',
    'in lower case where it is hexadecimal',
    (value) => (/^0x[0-9a-f]+$/i.test(value) ? value.toLowerCase() : value),
  ],
  [
    'padded',
    'padded with zeros to 32 bytes',
    (value) => value.replace(/^0x([0-9a-f]+)$/i, (_, digits: string) => `0x${digits.padStart(64, '0')}`),
    (value) => value.replace(/^0x([0-9a-f]+)$/i, (_, digits: string) => digits.padStart(64, '0')),
    (value) => `0x${value.replace(/^0x/, '').padStart(64, '0')}`,
  ],
  ['stripped', 'without any 0 or x at its start', (value) => value.replace(/^[0x]+/, '')],
  [
    'shortened',
    'shortened for people, with dots in its middle',
    shortened(6, 4, '...'),
    ...middles.flatMap((middle) => [shortened(...middle), whereLong(...middle)]),
  ],
  ['without-query', 'without what follows a question mark', (value) => value.replace(/\?.*$/, '')],
  ['without-scheme', 'without what stands before a colon', (value) => value.replace(/^[a-z]+:/i, '')],
]

function shortened(start: number, end: number, dots: string): (value: string) => string {
  return (value) => value.slice(0, start) + dots + value.slice(-end)
}

function whereLong(start: number, end: number, dots: string): (value: string) => string {
  return (value) => (value.length > start + end ? shortened(start, end, dots)(value) : value)
}
