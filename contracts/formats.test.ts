import { describe, expect, it } from 'vitest'
import { expectation } from './fields.ts'
import { formats } from './formats.ts'

const tables: Readonly<Record<keyof typeof formats, { right: readonly string[]; wrong: readonly string[] }>> = {
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

describe.each(Object.entries(tables))('%s', (name, { right, wrong }) => {
  const check = formats[name as keyof typeof formats]
  it.each(right)('accepts %j', (value) => expect(check(value)).toBe(true))
  it.each(wrong)('refuses %j', (value) => expect(check(value)).toBe(false))

  it('has words of its own in expectations', () => {
    expect(expectation({ type: 'string', format: name })).not.toContain('in the format')
  })
})

it('takes no time for long or hostile texts', () => {
  const started = performance.now()
  for (const text of [
    `https://${'a.'.repeat(50_000)}`,
    `https://${'a-'.repeat(50_000)} `,
    `${'A_'.repeat(50_000)}a`,
    `${'1'.repeat(100_000)}x`,
  ])
    for (const check of Object.values(formats)) check(text)
  expect(performance.now() - started).toBeLessThan(1_000)
})
