import { emptyText, type OwnFormat } from './format.ts'

/** A text with something to read in it. */
export const notBlank: OwnFormat = {
  name: 'not-blank',
  words: 'string that is not blank',
  isValid: (value) => value.trim() !== '',
  pattern: '[\\s\\S]*\\S[\\s\\S]*',
  sample: 'reference',
  faults: [emptyText, ['blank-text', () => ' \t ']],
  extremes: { least: '.', most: 'Your request is registered, and many words may say so' },
}
