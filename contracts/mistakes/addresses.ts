import { checksummed } from './checksum.ts'
import type { Spelling } from './writing.ts'

/** How many characters of an address wallets show, and what they put in the middle. */
const middles = [
  [6, 4],
  [4, 4],
  [6, 6],
  [8, 8],
].flatMap(([start = 0, end = 0]) => ['...', '…', '****'].map((dots) => [start, end, dots] as const))

export const addresses: readonly Spelling[] = [
  { id: 'checksummed', title: 'with the checksum of its letters (EIP-55)', spell: checksummed },
  {
    id: 'with-prefix',
    title: 'with 0x before it',
    spell: (value) => (/^0x/i.test(value) ? value : `0x${value}`),
    otherwise: [(value) => (value.startsWith('0x') ? value : `0x${value}`)],
  },
  {
    id: 'with-upper-case-digits',
    title: 'with its digits in upper case behind 0x',
    spell: (value) => value.replace(/^0x(.*)$/i, (_, digits: string) => `0x${digits.toUpperCase()}`),
  },
  {
    id: 'with-hex-in-lower-case',
    title: 'in lower case where it is hexadecimal',
    spell: (value) => (/^0x[0-9a-f]+$/i.test(value) ? value.toLowerCase() : value),
  },
  {
    id: 'padded',
    title: 'padded with zeros to 32 bytes',
    spell: (value) => value.replace(/^0x([0-9a-f]+)$/i, (_, digits: string) => `0x${digits.padStart(64, '0')}`),
    otherwise: [
      (value) => value.replace(/^0x([0-9a-f]+)$/i, (_, digits: string) => digits.padStart(64, '0')),
      (value) => `0x${value.replace(/^0x/, '').padStart(64, '0')}`,
    ],
  },
  { id: 'stripped', title: 'without any 0 or x at its start', spell: (value) => value.replace(/^[0x]+/, '') },
  {
    id: 'shortened',
    title: 'shortened for people, with dots in its middle',
    spell: shortened(6, 4, '...'),
    otherwise: middles.flatMap((middle) => [shortened(...middle), whereLong(...middle)]),
  },
  { id: 'without-query', title: 'without what follows a question mark', spell: (value) => value.replace(/\?.*$/, '') },
  { id: 'without-scheme', title: 'without what stands before a colon', spell: (value) => value.replace(/^[a-z]+:/i, '') },
]

function shortened(start: number, end: number, dots: string): (value: string) => string {
  return (value) => value.slice(0, start) + dots + value.slice(-end)
}

function whereLong(start: number, end: number, dots: string): (value: string) => string {
  return (value) => (value.length > start + end ? shortened(start, end, dots)(value) : value)
}
