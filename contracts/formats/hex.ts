import { emptyText, type OwnFormat } from './format.ts'

/** Hexadecimal digits after 0x, one at least. */
export const hex: OwnFormat = {
  name: 'hex',
  words: '0x-prefixed hexadecimal string',
  isValid: (value) => /^0x[0-9a-fA-F]+$/.test(value),
  pattern: '0x[0-9a-fA-F]+',
  sample: '0x0a',
  faults: [
    ['hex-without-prefix', (value) => value.replace(/^0x/, '')],
    ['prefix-alone', () => '0x'],
    ['hex-with-other-letter', (value) => `${value.slice(0, -1)}g`],
    emptyText,
  ],
  extremes: { least: '0x0', most: `0x${'aBcDeF0123456789'.repeat(5)}` },
}
