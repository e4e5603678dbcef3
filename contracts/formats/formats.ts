import { date } from './date.ts'
import { emptyText, type Format, type FormatCheck, type OwnFormat } from './format.ts'
import { standardFormats } from './standard.ts'
import { url } from './url.ts'

export const notBlank: OwnFormat = {
  name: 'not-blank',
  words: 'string that is not blank',
  isValid: (value) => value.trim() !== '',
  pattern: '[\\s\\S]*\\S[\\s\\S]*',
  sample: 'reference',
  faults: [emptyText, ['blank-text', () => ' \t ']],
  extremes: { least: '.', most: 'Your request is registered, and many words may say so' },
}

const decimal = byPattern({
  name: 'decimal',
  words: 'decimal number in a string',
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
})

/** Upper-case words and digits with an underscore between them; one word will do. */
const upperSnake = byPattern({
  name: 'upper-snake',
  words: 'upper-case string with underscores between words',
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
})

const hex = byPattern({
  name: 'hex',
  words: '0x-prefixed hexadecimal string',
  pattern: '0x[0-9a-fA-F]+',
  sample: '0x0a',
  faults: [
    ['hex-without-prefix', (value) => value.replace(/^0x/, '')],
    ['prefix-alone', () => '0x'],
    ['hex-with-other-letter', (value) => `${value.slice(0, -1)}g`],
    emptyText,
  ],
  extremes: { least: '0x0', most: `0x${'aBcDeF0123456789'.repeat(5)}` },
})

const digits = byPattern({
  name: 'digits',
  words: 'string of digits',
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
})

/** A format of which its pattern says all. */
function byPattern(format: Omit<OwnFormat, 'isValid'>): OwnFormat {
  const whole = new RegExp(wholePattern(format.pattern))
  return { ...format, isValid: (value) => whole.test(value) }
}

/** The formats that the document's schemas name, and no standard does. */
export const ownFormats: readonly OwnFormat[] = [url, date, digits, hex, upperSnake, decimal, notBlank]

export const formats: Readonly<Record<string, FormatCheck>> = Object.fromEntries(ownFormats.map(({ name, isValid }) => [name, isValid]))

const known = new Map([...ownFormats, ...standardFormats].map((format) => [format.name, format]))

export const knownFormats: readonly string[] = [...known.keys()]

export function formatCalled(name: string | undefined): Format | undefined {
  return name === undefined ? undefined : known.get(name)
}

/** A format's pattern as JSON Schema asks for it, where one is sought anywhere in a text unless it says otherwise. */
export function wholePattern(pattern: string): string {
  return `^(?:${pattern})$`
}
