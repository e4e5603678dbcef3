import { expect, it } from 'vitest'
import { type FormatCheck, formats } from '../formats.ts'
import { integerPattern, patterns } from './patterns.ts'

const samples: Readonly<Record<string, readonly string[]>> = {
  url: [
    'http://a.example',
    'HTTPS://a.example/x?y#z',
    'https://münze.example/ü',
    'https://',
    'ftp://a',
    '/a',
    'http:// a',
    'http://a b',
    'a',
    '',
  ],
  digits: ['0', '0012', '', '1a', '1.0', '-1', ' 1'],
  hex: ['0x0', '0xaBc', '0x', 'abc', '0xg', '0X1', '0x1 '],
  'upper-snake': ['TRON', 'ERC20', 'BSC_MAINNET', 'bsc', 'A__B', '_A', 'A_', '', 'A-B'],
  decimal: ['0', '1.5', '1.50', '1.', '.5', '1,5', '-1', '1e3', ''],
  'not-blank': ['a', ' a ', 'a\nb', '\n', ' ', ''],
  date: days(),
}

for (const [name, isInFormat] of Object.entries(formats) as [string, FormatCheck][]) {
  it(`matches what has the format ${name}, and nothing else`, () => {
    for (const sample of samples[name] ?? []) expect([sample, matches(patterns[name] ?? '', sample)]).toEqual([sample, isInFormat(sample)])
    expect(samples[name]?.some(isInFormat)).toBe(true)
  })
}

it('knows integers however they are written', () => {
  for (const text of ['0', '-12', '2.0', '9.007e+23', '1e22']) expect([text, matches(integerPattern, text)]).toEqual([text, true])
  for (const text of ['2.5', '1e-7', '', 'a']) expect([text, matches(integerPattern, text)]).toEqual([text, false])
})

/** Pact matches the whole text; flags stand at the beginning of its expressions. */
function matches(pattern: string, text: string): boolean {
  const [, flags = '', source = pattern] = /^\(\?([a-z]+)\)(.*)$/s.exec(pattern) ?? []
  return new RegExp(`^(?:${source})$`, flags).test(text)
}

function days(): string[] {
  const all = ['1999', '2000', '2024', '2023', '1900'].flatMap((year) =>
    Array.from({ length: 14 * 33 }, (_, index) => `${year}-${two(Math.floor(index / 33))}-${two(index % 33)}`),
  )
  return [...all, '2024-2-29', '24-01-01', '2024-01-01T00:00:00Z', '2024/01/01', '']
}

function two(number: number): string {
  return String(number).padStart(2, '0')
}
