import { describe, expect, it } from 'vitest'
import { createRedaction, redactBytes } from './redaction.ts'

const token = 'tok/EN+s3cret="ü"&<9f>'
const redact = createRedaction([
  { name: 'accessToken', value: token },
  { name: 'merchantCode', value: 'M-42x' },
])

const escapeAll = (text: string) => [...text].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')
const percentAll = (text: string) => [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
const html = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const spellings: Readonly<Record<string, string>> = {
  raw: token,
  'upper case': token.toUpperCase(),
  'URL-encoded': encodeURIComponent(token),
  'URL-encoded in lower case': percentAll(token),
  'URL-encoded twice': encodeURIComponent(encodeURIComponent(token)),
  'form-encoded': new URLSearchParams({ a: token }).toString().slice(2),
  'in JSON': JSON.stringify(token).slice(1, -1),
  'in JSON in JSON': JSON.stringify(JSON.stringify(token)),
  'escaped for JSON': escapeAll(token),
  'escaped for JSON in upper case': escapeAll(token).replace(/[0-9a-f]{4}/g, (hex) => hex.toUpperCase()),
  'escaped slashes': token.replaceAll('/', '\\/'),
  'in HTML': html(token),
  'in HTML by number': [...token].map((c) => `&#${c.codePointAt(0)};`).join(''),
  base64: Buffer.from(token).toString('base64'),
  base64url: Buffer.from(token).toString('base64url'),
  hex: Buffer.from(token).toString('hex'),
  'HEX in upper case': Buffer.from(token).toString('hex').toUpperCase(),
  'cut short at the end': token.slice(0, -1),
  'cut short at the start': token.slice(1),
  extended: `${token}x`,
  'in quoted-printable': percentAll(token).replaceAll('%', '='),
  'with a backslash before each sign': token.replace(/[^\w]/g, (sign) => (sign.charCodeAt(0) < 128 ? `\\${sign}` : sign)),
  reversed: [...token].reverse().join(''),
  'with its letters taken apart': token.normalize('NFD'),
}

describe('a secret', () => {
  for (const [name, spelling] of Object.entries(spellings)) {
    it(`is taken out ${name}`, () => {
      const text = redact(`before ${spelling} after`)
      expect(text).toMatch(/^before .*«accessToken[^»]*».{0,3} after$/)
      expect(text).not.toContain(spelling.slice(2, -2))
    })
  }

  for (const shift of [0, 1, 2]) {
    it(`is taken out of the middle of base64, shifted by ${shift}`, () => {
      const encoded = Buffer.from(`${'u'.repeat(shift + 3)}${token}:more`).toString('base64')
      const core = Buffer.from(token).toString('base64').slice(4, -4)
      const text = redact(encoded)
      expect(text).toContain('«accessToken, base64»')
      expect(Buffer.from(text.replace(/«.*»/, '-'), 'base64').toString()).not.toContain(token.slice(2, -2))
      expect(text).not.toContain(core)
    })
  }

  it('is named by its setting', () => {
    expect(redact(`Authorization: Bearer ${token}`)).toBe('Authorization: Bearer «accessToken»')
  })

  it('is taken out of bytes that are not text', () => {
    const ascii = createRedaction([{ name: 'apiKey', value: 'key-0123456789' }])
    const bytes = redactBytes(ascii, Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('key-0123456789', 'utf16le')]))
    expect(bytes.toString('latin1').replaceAll('\0', '')).toContain('«apiKey»')
    expect(bytes.toString('latin1').replaceAll('\0', '')).not.toContain('0123')
  })

  it.each([
    ['full-width letters', (text: string) => text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))],
    ['what nobody sees between them', (text: string) => [...text].join('\u200b')],
  ])('is taken out of text that one byte spoils, in %s', (_, spelt) => {
    const value = 'key-0123456789-of-ours'
    const ascii = createRedaction([{ name: 'apiKey', value }])
    const bytes = redactBytes(ascii, Buffer.concat([Buffer.from([0xff]), Buffer.from(`seen: ${spelt(value)}`)]))
    expect(bytes.toString('utf8').normalize('NFKC').replaceAll('\u200b', '')).not.toContain('0123')
  })
})

describe('a secret with signs in it', () => {
  const value = "tok'EN+s3cret'Long"
  const quoted = createRedaction([{ name: 'apiKey', value }])
  it('is taken out whole of what a shell quotes', () => expect(quoted(`-H 'tok'\\''EN+s3cret'\\''Long' x`)).toBe(`-H '«secret, split»' x`))

  it.each([...';=#+$!^\'"\\@&?(~-·•→—،'])('is taken out with %s between its characters', (sign) =>
    expect(quoted(`seen ${[...value].join(sign)} end`)).toBe('seen «secret, split» end'),
  )
})

describe('a short secret', () => {
  for (const [given, want] of [
    ['code M-42x.', 'code «merchantCode».'],
    ['{"a":"M-42x"}', '{"a":"«merchantCode»"}'],
    ['?code=M-42x&a=1', '?code=«merchantCode»&a=1'],
    ['a\\nM-42x', 'a\\n«merchantCode»'],
    ['XM-42x', 'XM-42x'],
    ['M-42xy', 'M-42xy'],
    ['M%2D42x', '«merchantCode»'],
    ['%2FM-42x', '%2F«merchantCode»'],
  ] as const) {
    it(`${given} becomes ${want}`, () => expect(redact(given)).toBe(want))
  }
})

describe('a secret with what looks like an escape in it', () => {
  for (const value of [
    'pa\\ss\\new\\u0041-wd',
    'p%41ss%2Bword%',
    'a&amp;b%5Cn\\/c',
    'trailing-backslash\\',
    'x~1y~0z-pointer',
    '100%\\%d\\x41',
  ]) {
    const once = createRedaction([{ name: 'apiKey', value }])
    const inJson = JSON.stringify(value).slice(1, -1)
    const written = {
      raw: value,
      'in JSON': inJson,
      'in JSON in JSON': JSON.stringify(JSON.stringify(value)),
      'URL-encoded': encodeURIComponent(value),
      'URL-encoded twice': encodeURIComponent(encodeURIComponent(value)),
      'in JSON, URL-encoded': encodeURIComponent(inJson),
      'URL-encoded, in JSON': JSON.stringify(encodeURIComponent(value)),
      'in HTML': html(value),
      'percent signs doubled': value.replaceAll('%', '%25'),
    }
    for (const [name, spelling] of Object.entries(written)) {
      it(`${value} is taken out ${name}`, () => {
        const text = once(`<${spelling}>`)
        expect(text).toContain('«apiKey')
        expect(text).not.toContain(spelling.slice(3, -3))
      })
    }
  }
})

describe('a secret that is broken into lines', () => {
  const wrap = (text: string, width: number, between: string) => text.replace(new RegExp(`(.{${width}})(?=.)`, 'g'), `$1${between}`)
  const long = 'Zq-long-enough-to-be-broken-more-than-once-7/+='
  const find = createRedaction([{ name: 'apiToken', value: long }])
  for (const encoding of ['base64', 'base64url', 'hex'] as const)
    for (const shift of [0, 1, 2])
      for (const between of ['\n', '\r\n', '\n  ', '\\n', '%0A', '=\n']) {
        it(`is taken out of ${encoding} shifted by ${shift}, lines ended by ${JSON.stringify(between)}`, () => {
          const encoded = Buffer.from(`${'u'.repeat(shift + 30)}${long}:tail`).toString(encoding)
          const text = find(wrap(encoded, 19, between))
          const left = text.replace(/«[^»]*»/g, '-').replaceAll(between, '')
          expect(text).toContain('«apiToken')
          expect(Buffer.from(left, encoding).toString('latin1')).not.toContain('enough-to-be')
        })
      }
  it('is taken out as it is, too', () => expect(find(wrap(long, 10, '\n'))).toBe('«apiToken»'))
})

describe('a secret that was cut', () => {
  for (const [given, want] of [
    ['"tok/EN+s3…', '"«secret, cut short»…'],
    ['x tok/EN+s3cret="ü… and 3 more', 'x «secret, cut short»… and 3 more'],
    ['Bearer tok/EN+s3', 'Bearer «secret, cut short»'],
    [`${Buffer.from(token).toString('base64').slice(0, 12)}…`, '«secret, cut short»…'],
    ['tok…', 'tok…'],
    ['tok/EN+', 'tok/EN+'],
  ] as const) {
    it(`${given} becomes ${want}`, () => expect(redact(given)).toBe(want))
  }
})

describe('a short number', () => {
  const digits = createRedaction([{ name: 'merchantCode', value: '1500' }])
  for (const [given, want] of [
    [
      '{"rank": 1500, "price":1500.25,"open":0.1500,"list":[1500,1500]}',
      '{"rank": 1500, "price":1500.25,"open":0.1500,"list":[1500,1500]}',
    ],
    ['{"merchant":"1500"}', '{"merchant":"«merchantCode»"}'],
    ['merchant: 1500', 'merchant: «merchantCode»'],
    ['?code=1500&a', '?code=«merchantCode»&a'],
  ] as const) {
    it(`in ${given} leaves JSON as it is`, () => expect(digits(given)).toBe(want))
  }
})

it.each([' ', '-'])('is taken out of binary digits whose bytes stand apart by %j', (between) => {
  const bytes = Array.from(Buffer.from(token), (byte) => byte.toString(2).padStart(8, '0'))
  expect(redact(`(${bytes.join(between)})`)).toBe('(«accessToken»)')
})

it.each([' ', ':', '-', ', 0x', '0x'])('is taken out of a dump whose bytes stand apart by %j', (between) => {
  const bytes = Buffer.from(token).toString('hex').match(/../g) ?? []
  const dump = `${between === '0x' ? between : ''}${bytes.join(between)}`
  for (const some of [dump, dump.toUpperCase().replaceAll('X', 'x')]) expect(redact(`(${some})`)).toBe('(«accessToken»)')
  expect(redact('10:20:30:40:50:60, 2026-11-22')).toBe('10:20:30:40:50:60, 2026-11-22')
})

it.each([
  ['as a list of many lines', JSON.stringify([...Buffer.from(token)], null, 2)],
  ['as bytes by their numbers', JSON.stringify({ ...Buffer.from(token) }, null, 1)],
  ['as bytes between dots', [...Buffer.from(token)].join('.')],
  ['as bytes of a line each', [...Buffer.from(token)].join('\n')],
  ['as letters by their numbers', JSON.stringify({ ...'bearer'.split(''), ...token.split('') })],
  ['with soft hyphens', [...token].join('&shy;')],
])('is taken out %s', (_, written) => {
  for (const text of [written, JSON.stringify({ message: written })]) {
    const left = redact(text).replaceAll(/«[^»]*»|\\n/g, '')
    expect(left).not.toBe(text)
    expect(left.length).toBeLessThan(40)
  }
})

it('takes out the variations that probes made', () => {
  expect(createRedaction([], ['zz-another-one'])('a zz-another-one b')).toBe('a «altered credential» b')
  const secrets = [{ name: 'merchantCode', value: 'Merchant4Nobody' }]
  const redacted = createRedaction(secrets, ['Key4SomebodyXMerchant'])
  expect(redacted('Key4SomebodyXMerchant')).toBe('«altered credential»')
})

it('takes a signature of a stranger for a text, not for an expression', () => {
  for (const value of ['http://[::1 12', '(a+)+$', 'x[', '\\', 'a|b.*'])
    expect(createRedaction([], [], [{ name: 'signature 1', value }])(`<${value}> aaaa`)).toBe('<«signature 1»> aaaa')
})

it('leaves a text without secrets as it is', () => {
  const text = JSON.stringify({ a: 'https://example.com/?q=%20x', b: 'é\\n', signature: 'ab'.repeat(32) })
  expect(redact(text)).toBe(text)
})

describe('in a long text', () => {
  for (const at of [1 << 20, (1 << 20) - 5, (1 << 20) - (1 << 15) - 3, (1 << 21) + 7]) {
    it(`a secret is found where two parts of it meet, at ${at}`, () => {
      const text = `${'-'.repeat(at - 8)}${encodeURIComponent(token)}${'-'.repeat(1 << 20)}`
      expect(redact(text)).toBe(`${'-'.repeat(at - 8)}«accessToken»${'-'.repeat(1 << 20)}`)
    })
  }

  it('only the secret is taken out, whatever escapes surround it', () => {
    expect(redact(`\\\\ %25 &amp; ${encodeURIComponent(token)} \\u00e9\\`)).toBe('\\\\ %25 &amp; «accessToken» \\u00e9\\')
  })

  for (const filler of ['\\', '%25', '\0', '&amp;', '%e9', '\\u0041']) {
    it(`of nothing but ${JSON.stringify(filler)} is read to its end`, () => {
      expect(redact(`${filler.repeat(300_000)} ${token}`).endsWith('«accessToken»')).toBe(true)
    })
  }
})
