import type { Spelling } from '../mistake.ts'
import { checksummed } from './checksum.ts'

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
  ['without-query', 'without what follows a question mark', (value) => value.replace(/\?.*$/, '')],
  ['without-scheme', 'without what stands before a colon', (value) => value.replace(/^[a-z]+:/i, '')],
]
