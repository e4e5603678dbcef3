import { describe, expect, it } from 'vitest'
import { growth, steep } from '../../testing/growth.fixture.ts'
import { expectation } from '../fields.ts'
import { date } from './date.ts'
import { ownFormats, wholePattern } from './formats.ts'
import { url } from './url.ts'

const tables: Readonly<Record<string, { right: readonly string[]; wrong: readonly string[] }>> = {
  url: {
    right: [
      'https://example.org',
      'http://example.org/',
      'HTTPS://EXAMPLE.org/a?b=c#d',
      'https://example.org:8443/path/to',
      'https://example.org?query',
      'https://user@example.org/',
      'https://10.0.0.1/logo.png',
      'https://[::1]/logo.png',
      'https://بیت‌کوین.example/سکه',
      'https://example.org/رمز?q=ارز',
      'https://a_b.example.org/',
      'https://example.org/{symbol}?q="`',
    ],
    wrong: [
      '',
      'https://',
      'https:///path',
      'http:example.org',
      'https:/example.org',
      'ftp://example.org/',
      'mailto:a@example.org',
      'javascript:alert(1)',
      '//example.org/logo.png',
      '/logo.png',
      'example.org',
      'https://exa mple.org/',
      'https://example.org/a b',
      ' https://example.org/',
      'https://example.org/\n',
      'https://example.org/\u0000',
      'https://example.org/\u00a0',
      'https://example.org:port/',
      'https://1.2.3.999/',
      'https://?query',
      'https://#fragment',
      'https:\\\\example.org',
      'https://[::1',
      'https:example.org',
      'https:///example.org',
      'https://{host}/path',
      'https://user@{host}/',
      'https://example."org"/',
    ],
  },
  date: {
    right: ['2015-07-30', '2024-02-29', '2000-02-29', '0001-01-01', '2023-12-31'],
    wrong: [
      '',
      '2023-02-29',
      '1900-02-29',
      '2015-7-30',
      '2015-13-01',
      '2015-00-10',
      '2015-04-31',
      '2015-01-00',
      '20150730',
      '30-07-2015',
      '2015-07-30T00:00:00Z',
      '2015-07-30\n',
      '٢٠١٥-٠٧-٣٠',
    ],
  },
  digits: { right: ['0', '007', '100001', '9'.repeat(40)], wrong: ['', '1.0', '-1', '+1', ' 1', '1 ', '1\n', '0x1', '١٢٣', '1e3'] },
  hex: { right: ['0x0', '0xabc', '0xABC', '0xaBc123'], wrong: ['', '0x', 'abc', '0X1', '0xg', '0x 1', '0x1\n', ' 0x1'] },
  'upper-snake': {
    right: ['TRON', 'ERC20', 'BSC_MAINNET', 'A_1_B', '1'],
    wrong: ['', '_', '_BSC', 'BSC_', 'BSC__MAIN', 'bsc', 'Bsc', 'BSC-MAIN', 'BSC MAIN', 'BSC\n', 'ÄTH'],
  },
  decimal: {
    right: ['0', '1', '1.5', '1.50', '0.000000000000000001', '007.10'],
    wrong: ['', '.', '1.', '.5', '-1', '+1', '1,5', '1e3', '0x1', ' 1', '1\n', 'Infinity', 'NaN', '1.2.3'],
  },
  'not-blank': { right: ['registered', ' x ', '.', 'ثبت شد'], wrong: ['', ' ', '\t\n', '\u00a0'] },
}

describe.each(ownFormats)('$name', ({ name, isValid, pattern, words, sample, faults, extremes }) => {
  const { right = [], wrong = [] } = tables[name] ?? {}
  const whole = new RegExp(wholePattern(pattern))
  it.each(right)('accepts %j', (value) => expect([isValid(value), whole.test(value)]).toEqual([true, true]))
  it.each(wrong)('refuses %j', (value) => expect(isValid(value)).toBe(false))

  it('is tried with right and wrong texts', () => {
    expect(right.length).toBeGreaterThan(3)
    expect(wrong.length).toBeGreaterThan(3)
  })

  it('has its own wording in expectations', () => {
    expect(expectation({ type: 'string', format: name })).toBe(words)
    expect(words).not.toContain('in the format')
  })

  it('has a sample and ends that are right, and faults that are wrong', () => {
    expect([sample, extremes.least, extremes.most].filter((text) => !isValid(text))).toEqual([])
    const broken = [sample, extremes.most].flatMap((text) => faults.map(([id, spoil]) => [id, isValid(spoil(text))]))
    expect(broken.filter(([, valid]) => valid)).toEqual([])
  })

  it('has a pattern that accepts nothing else, except what only a parser sees in an address', () => {
    const accepted = wrong.filter((value) => whole.test(value))
    expect(accepted.filter((value) => name !== 'url' || !/^https?:[/]{2}[^/?#]/.test(value))).toEqual([])
  })
})

it('a date is one by its pattern where it is one by the calendar', () => {
  const { isValid, pattern } = date
  const whole = new RegExp(wholePattern(pattern))
  for (const day of days()) expect([day, whole.test(day)]).toEqual([day, isValid(day)])
})

it('an address that looks plain is one to a parser too', () => {
  const labels = ['a', 'a-', 'a--b', 'xn--a', 'xn--p1ai', 'axn--', 'a.xn--', 'a.b', 'a.b-', 'localhost', 'a0', 'a.0x', 'xn-a']
  const paths = ['', '/', '//', '/%', '/%zz', '/a?b#c', "/!$'()*", '/@:;']
  const accepted = labels.flatMap((host) => paths.map((path) => `https://${host}${path}`)).filter((text) => url.isValid(text))
  expect(accepted.length).toBeGreaterThan(50)
  expect(accepted.filter((text) => !URL.canParse(text))).toEqual([])
})

it('takes no time for long or hostile texts', () => {
  const texts = [
    (length: number) => `https://${'a.'.repeat(length)}`,
    (length: number) => `https://${'a-'.repeat(length)} `,
    (length: number) => `${'A_'.repeat(length)}a`,
    (length: number) => `${'1'.repeat(length)}x`,
  ]
  for (const { isValid } of ownFormats)
    for (const text of texts) expect(growth(1 << 16, (length) => void isValid(text(length)))).toBeLessThan(steep)
})

function days(): string[] {
  return ['1999', '2000', '2024', '2023', '1900'].flatMap((year) =>
    Array.from({ length: 14 * 33 }, (_, index) => `${year}-${two(Math.floor(index / 33))}-${two(index % 33)}`),
  )
}

function two(number: number): string {
  return String(number).padStart(2, '0')
}

it.each([
  [{ type: ['number', 'null'], exclusiveMinimum: 0 }, 'number above 0 or null'],
  [{ type: 'number', minimum: 0, maximum: 100 }, 'number from 0 up to 100'],
  [{ type: 'array', items: { type: 'integer', exclusiveMaximum: 9 } }, 'array of integers below 9'],
] as const)('what %j expects names its bounds', (schema, words) => {
  expect(expectation(schema)).toBe(words)
})
