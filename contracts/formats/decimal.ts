import { emptyText, type OwnFormat } from './format.ts'

/** A decimal number, written in a text. */
export const decimal: OwnFormat = {
  name: 'decimal',
  words: 'decimal number in a string',
  isValid: (value) => /^[0-9]+(?:\.[0-9]+)?$/.test(value),
  pattern: '[0-9]+(?:\\.[0-9]+)?',
  sample: '1.5',
  faults: [
    ['negative-decimal', (value) => `-${value}`],
    ['decimal-with-comma', (value) => `${value.replace('.', ',')},5`],
    ['decimal-with-exponent', (value) => `${value}e3`],
    ['decimal-with-unit', (value) => `${value} USDT`],
    emptyText,
  ],
  extremes: { least: '0', most: '12345678901234567890.123456789' },
}
