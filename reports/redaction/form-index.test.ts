import { describe, expect, it } from 'vitest'
import { base64, hex, inGroups } from './encodings.fixture.ts'
import { createRedaction } from './redaction.ts'

const escaped = (text: string, spell: (code: number) => string) => [...text].map((c) => spell(c.charCodeAt(0))).join('')
const styled = (text: string, by: number) => escaped(text, (code) => String.fromCharCode(code + by))

describe('a secret of which a part shows, or that stands in pieces', () => {
  const value = 'live-7f3a91bc22d0e4415b'
  const redacted = createRedaction([{ name: 'signingSecret', value }])

  it.each([
    ['base64 of base64', base64(base64(value))],
    ['base64 of hexadecimal', base64(hex(value))],
    ['hexadecimal of base64', hex(base64(value))],
    ['base64 in base64 of more', base64(`user:${base64(`pass:${value}`)}`)],
    ['letter by letter', [...value].join(' ')],
    ['in groups of four', inGroups(value, 4, ' ')],
    ['in groups with dashes', inGroups(value, 5, '-')],
    ['as a list of letters', [...value].map((letter) => JSON.stringify(letter)).join(',')],
    ['with what nobody sees', inGroups(value, 3, '\u200b')],
    ['in base64 in groups', inGroups(base64(value), 8, ' ')],
    ['in hexadecimal in groups', inGroups(hex(value), 4, ' ')],
    ['as bytes in decimal', [...Buffer.from(value)].join(', ')],
    ['cut to four fifths', value.slice(0, Math.ceil(value.length * 0.8))],
    ['without its first fifth', value.slice(Math.floor(value.length / 5))],
    ['without its ends', value.slice(2, -2)],
    ['in base64, cut to four fifths', base64(value).slice(0, 25)],
    ['masked at its end', `${value.slice(0, -4)}****`],
    ['masked but for its second half', `****${value.slice(11)}`],
    ['by twelve of its letters', `key_${value.slice(5, 17)}`],
    ['in base64, the second half', base64(value).slice(-18)],
    ['full-width', styled(value, 0xfee0)],
    ['percent-encoded as IIS does', escaped(value, (code) => `%u00${code.toString(16)}`)],
    ['in octal, as in C', escaped(value, (code) => `\\${code.toString(8).padStart(3, '0')}`)],
    ['in HTML by number, without semicolons', escaped(value, (code) => `&#${code}`)],
    ['in HTML by the names of signs', value.replace('-', '&hyphen;')],
    ['each letter in an element', escaped(value, (code) => `<i>${String.fromCharCode(code)}</i>`)],
    ['with accents', inGroups(value, 1, '\u0301')],
    ['in groups with commas', inGroups(value, 4, ',')],
    ['by its first half', `${value.slice(0, 9)}...`],
    ['cut by an ellipsis that was read byte by byte', `${value.slice(0, 9)}${Buffer.from('…').toString('latin1')}`],
  ])('is taken out: %s', (_, spelling) => {
    const text = redacted(`before ${spelling} after`)
    expect(text).toMatch(/^before? ?\S{0,16}«[^»]*»\S{0,9} after$/)
  })

  it('leaves words that are like it', () => {
    const named = createRedaction([{ name: 'apiToken', value: 'Token4AssayReferenceApi2026' }])
    for (const text of ['the Assay reference API', 'AssayRef 2026', 'assayreferenceapi']) expect(named(text)).toBe(text)
    for (const text of ['live 7f3a', 'a live-7f3a9 key', 'live or not, 91 bc 22']) expect(redacted(text)).toBe(text)
  })
})

describe('a secret of letters and digits that is too short to be told by a part', () => {
  const mixed = createRedaction([{ name: 'merchantCode', value: 'MERCH-445566' }])

  it.each(['-', ' ', '\\', '\u200b', '\n', "' + '"])('is taken out where %j stands between its letters', (sign) =>
    expect(mixed(`seen ${[...'MERCH-445566'].join(sign)} end`)).toMatch(/^seen «[^»]*» end$/),
  )

  it('is taken out where it is cut before a sign that is of the mark as well', () => {
    const dotted = createRedaction([{ name: 'apiToken', value: 'abcdefghi9.k2m' }])
    expect(dotted('see abcdefghi9... here')).toBe('see «secret, cut short».. here')
    expect(dotted('see abcdefghi9. Here')).toBe('see abcdefghi9. Here')
  })

  it('is no reason to take out numbers or words that make it up together', () => {
    const number = createRedaction([{ name: 'merchantCode', value: '10020030' }])
    expect(number('[100, 200, 30]')).toBe('[100, 200, 30]')
    expect(createRedaction([{ name: 'apiToken', value: 'nopayment' }])('no payment')).toBe('no payment')
  })
})

describe('secrets that share their letters', () => {
  const inner = 'Qz7fK2mP9xLw'
  const redacted = createRedaction([
    { name: 'apiKey', value: inner },
    { name: 'accessToken', value: `hh77ZZ99${inner}88aaBBcc` },
  ])

  it.each([0, 1, 2, 3])('are taken out whole, where one is within another and where that is cut, %i letters on', (letters) => {
    const before = 'o'.repeat(letters)
    expect(redacted(`${before} ${inner} end`)).toBe(`${before} «apiKey» end`)
    expect(redacted(`${before} hh77ZZ99${inner}88aaBBcc end`)).toBe(`${before} «accessToken» end`)
    expect(redacted(`${before} ZZ99${inner} end`)).toMatch(/^o* «[^»]*» end$/)
    expect(redacted(`${before} ${inner}88aa end`)).toMatch(/^o* «[^»]*» end$/)
  })

  it('are told by the one that stands there, in its own case', () => {
    const cased = createRedaction([
      { name: 'apiKey', value: 'abcdefgh1234' },
      { name: 'accessToken', value: 'ABCDEFGH1234' },
    ])
    expect(cased('see ABCDEFGH1234 and abcdefgh1234')).toBe('see «accessToken» and «apiKey»')
  })
})

describe('a secret of letters alone', () => {
  const letters = createRedaction([{ name: 'apiToken', value: 'lrjwyrktizuytucluhfallidgbfhjpsa' }])
  for (const [given, want] of [
    ['of rjwyrktizuyt... here', 'of «secret, cut short»... here'],
    ['of RKTIZUYTUCLUHFALLIDGBFHJPSA.', 'of «apiToken, cut short».'],
    ['of lrjwyrktizuytucluhfallidgb.', 'of «apiToken, cut short».'],
    ['of RKTIZUYTUCLUHFALLIDGBF.', 'of RKTIZUYTUCLUHFALLIDGBF.'],
  ] as const) {
    it(`is taken out where no more than a fifth is missing: ${given} becomes ${want}`, () => expect(letters(given)).toBe(want))
  }

  it('is taken out wherever a text stands that lacks its first fifth, and all but eight characters of the rest', () => {
    const texts = ['', ' ', '  ', '   '].map((before) => `${before}ktizuytu...`)
    expect(texts.map((text) => letters(text).trim())).toEqual(texts.map(() => '«secret, cut short»...'))
  })
})

it.each([
  ['of ***e-2024!.', 'of ***«secret, cut short».'],
  ['"…a-«b»-2024!"', '"…a-«b»-2024!"'],
  ['[redacted]***024!', '[redacted]***«secret, cut short»'],
  ['of ...24!? and so on', 'of ...24!? and so on'],
  ['of ***e-2025! there', 'of ***e-2025! there'],
])('the end of a secret behind a mark of omission is taken out with its signs: %s', (given, want) => {
  expect(createRedaction([{ name: 'apiToken', value: 'Pa55word-of-mine-2024!' }])(given)).toBe(want)
})
