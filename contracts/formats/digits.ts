import { emptyText, type OwnFormat } from './format.ts'

export const digits: OwnFormat = {
  name: 'digits',
  words: 'string of digits',
  isValid: (value) => /^[0-9]+$/.test(value),
  pattern: '[0-9]+',
  sample: '1001',
  faults: [
    ['digits-and-letter', (value) => `${value}x`],
    ['negative-digits', (value) => `-${value}`],
    ['digits-with-point', (value) => `${value}.0`],
    ['digits-with-space', (value) => ` ${value}`],
    emptyText,
  ],
  extremes: { least: '0', most: '98765432109876543210'.repeat(4) },
}
