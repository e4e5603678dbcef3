import { emptyText, type OwnFormat } from './format.ts'

/** Upper-case words and digits with an underscore between them; one word will do. */
export const upperSnake: OwnFormat = {
  name: 'upper-snake',
  words: 'upper-case string with underscores between words',
  isValid: (value) => /^[A-Z0-9]+(?:_[A-Z0-9]+)*$/.test(value),
  pattern: '[A-Z0-9]+(?:_[A-Z0-9]+)*',
  sample: 'BSC_MAINNET',
  faults: [
    ['lower-case', (value) => value.toLowerCase()],
    ['hyphenated', (value) => value.replaceAll('_', '-').replace(/^([^-]*)$/, '$1-MAINNET')],
    ['spaced', (value) => `${value} MAINNET`],
    ['double-underscore', (value) => `${value}__MAINNET`],
    ['leading-underscore', (value) => `_${value}`],
    ['trailing-underscore', (value) => `${value}_`],
    emptyText,
  ],
  extremes: { least: 'A', most: 'POLYGON_AMOY_TESTNET_2' },
}
