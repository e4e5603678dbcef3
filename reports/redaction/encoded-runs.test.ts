import { createHash } from 'node:crypto'
import { deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { decodedRuns, runsIn } from './encoded-runs.ts'
import { base64, hex, inGroups } from './encodings.fixture.ts'
import { createRedaction, redactionOf } from './redaction.ts'

/** A zip archive without its directory, its entries deflated. */
function zipped(...texts: readonly string[]): Buffer {
  return Buffer.concat(texts.map(zipEntry))
}

function zipEntry(text: string): Buffer {
  const [head, name] = [Buffer.alloc(30), Buffer.from('key.txt')]
  head.write('PK\x03\x04', 'latin1')
  head.writeUInt16LE(8, 8)
  head.writeUInt16LE(name.length, 26)
  return Buffer.concat([head, name, deflateRawSync(text)])
}

const numbersOf = (text: string, radix: number) => Array.from(Buffer.from(text), (byte) => byte.toString(radix))

describe('a secret that is hidden by what writes it', () => {
  const value = 'live-7f3a91bc22d0e4415b'
  const redacted = createRedaction([{ name: 'signingSecret', value }])

  it.each([
    ['base64 of base64 of base64', base64(base64(base64(value)))],
    ['base32', 'NRUXMZJNG5TDGYJZGFRGGMRSMQYGKNBUGE2WE==='],
    ['UTF-16 in base64', Buffer.from(value, 'utf16le').toString('base64')],
    ['UTF-16 in hexadecimal', `0x${Buffer.from(value, 'utf16le').toString('hex')}`],
    ['gzip in base64', gzipSync(`{"key":"${value}"}`).toString('base64')],
    ['zlib in base64', deflateSync(value).toString('base64')],
    ['deflate without its head in base64', deflateRawSync(`{"key":"${value}"}`).toString('base64')],
    ['deflate without its head in hexadecimal', deflateRawSync(`{"key":"${value}"}`).toString('hex')],
    ['gzip in hexadecimal, cut short', gzipSync(`${value}, and so on`).toString('hex').slice(0, -20)],
    ['base32hex', 'DHKNCP9D6TJ36O9P65H66CHICGO6AD1K64QM4==='],
    ['decimal digits', '10383803099665836850869288844869148565681687608542967138'],
    ['a zip archive in base64', zipped(value).toString('base64')],
    ['a zip archive in hexadecimal', zipped(value).toString('hex')],
    ['base58', '3EsbXMsjFuht1TWkvyH5GGJFdV2Wb8p1'],
    ['binary digits', Array.from(Buffer.from(value), (byte) => byte.toString(2).padStart(8, '0')).join('')],
    ['a path before UTF-16 in hexadecimal', `/files/${Buffer.from(value, 'utf16le').toString('hex')}`],
    ['a path before gzip in hexadecimal', `/files/${gzipSync(value).toString('hex')}`],
    ['a path before base32', '/files/NRUXMZJNG5TDGYJZGFRGGMRSMQYGKNBUGE2WE'],
    ['base32 in groups', 'nruxm zjng5 tdgyj zgfrg gmrsm qygkn buge2 we'],
    ['base32 in groups, between hyphens', 'NRUX-MZJN-G5TD-GYJZ-GFRG-GMRS-MQYG-KNBU-GE2W-E'],
    ['a path before base64', `/files/${base64(base64(base64(value)))}`],
    ['gzip in base64, in lines', inGroups(gzipSync(`key ${value}`).toString('base64'), 20, '\n')],
    ['gzip of gzip in base64', gzipSync(gzipSync(value)).toString('base64')],
    ['the second entry of a zip archive in base64', zipped('nothing to see', value).toString('base64')],
    ['Zstandard in base64', zstdCompressSync(`${Array.from({ length: 99 }, (_, at) => `word ${at}`)} ${value}`).toString('base64')],
    ['UTF-7', `+${Buffer.from(value, 'utf16le').swap16().toString('base64').replaceAll('=', '')}-`],
    ["Crockford's base32", 'DHMQCS9D6XK36R9S65H66CHJCGR6AD1M64TP4'],
    ['z-base-32', 'ptwzc3jpg7udgaj3gftggct1coagkpbwgr4sr'],
  ])('is taken out: %s', (_, spelling) => {
    expect(redacted(`before ${spelling} after`)).toMatch(/^before (?:\/files\/)?«(?:signingSecret|secret, split)[^»]*»=* after$/)
  })

  it.each([
    ['gzip in base64, in lines', JSON.stringify(inGroups(gzipSync(`key ${value}`).toString('base64'), 20, '\r\n')), '"'],
    ['a list of bytes in hexadecimal', JSON.stringify(numbersOf(value, 16).map((byte) => `0x${byte}`)), '["'],
    ['pieces in the value of a tag', `<input value="${inGroups(value, 4, ' ')}">`, '<input value="'],
    ['pieces in a name', `{"a":1,"${inGroups(value, 6, '_')}":2}`, '{"a":1,"'],
  ])('is taken out of JSON or markup: %s', (_, spelling, before) => {
    expect(redacted(spelling).slice(before.length)).toMatch(/^«[^»]*»\W{0,4}2?}?$/)
  })

  it.each([
    ['base62', 'HYvGgoCyVKiwRp3BRfVVLZtUoc0i6j4'],
    ['base45', '3PDXVDO/EAW5I-C4DC.A6EOCUG6E56:Q6.9682'],
    ['base45, one byte later', 'JY7/EDQZC707DM6GA7WJCPF6/TCXZC-Q6VX6'],
    ['Ascii85', "Ch\\'(/N78t@6$&O@kofM0P*'t0f<D"],
    ["Python's base85", 'Y-x67EjMN}VL35kV=^*iFl96}F*RZ'],
    ['rot13', 'yvir-7s3n91op22q0r4415o'],
    ['rot18', 'yvir-2s8n46op77q5r9960o'],
    ['rot47', '=:G6\\f7b2h`34aa5_6cc`d3'],
    ['atbash', 'orev-7u3z91yx22w0v4415y'],
    ['bytes in decimal', numbersOf(value, 10).join('')],
    [
      'bytes in decimal, three digits each',
      numbersOf(value, 10)
        .map((code) => code.padStart(3, '0'))
        .join(''),
    ],
    ['uuencode', '7;&EV92TW9C-A.3%B8S(R9#!E-#0Q-6(`'],
    ['xxencode', 'LP4ZqNGorNXBVCH3WMn6mN1-ZB1ElBK6+'],
    ['base64 backwards', [...base64(value)].reverse().join('')],
    ['octal escapes', value.replaceAll(/./g, (character) => `\\${character.charCodeAt(0).toString(8)}`)],
    ['escapes of eight digits', value.replaceAll(/./g, (character) => `\\U000000${hex(character)}`)],
    ['code points', value.replaceAll(/./g, (character) => `U+00${hex(character)}`)],
    ['colours of a terminal', [...value].join('\x1b[1;31m')],
    ['colours of a terminal, in JSON', [...value].join('\\u001b[0m')],
    ['tabs in JSON', [...value].join('\\t')],
    ['comments in HTML', [...value].join('<!-- -->')],
    ['sections of XML', `${inGroups(value, 9, ']]><![CDATA[')}]]>`],
    ['parts of a query', inGroups(value, 6, '&part=')],
    ['characters that nobody sees', [...value].join('\ufe0f')],
    ['what only machines see', value.replaceAll(/./g, (character) => `\udb40${String.fromCharCode(0xdc00 + character.charCodeAt(0))}`)],
    ['figures above the line', value.replaceAll(/\d/g, (figure) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(figure)] ?? '')],
    ['escapes of SQL', `U&'${value.replaceAll(/./g, (character) => `\\00${hex(character)}`)}'`],
    ['a dump of UTF-16', value.replaceAll(/./g, (character) => ` 00${hex(character)}`).trim()],
    ['a dump of UTF-16, the low byte first', value.replaceAll(/./g, (character) => ` ${hex(character)}00`).trim()],
    ['escapes of CSS', value.replaceAll(/./g, (character) => `\\0000${hex(character)}`)],
    ['escapes of Perl', value.replaceAll(/./g, (character) => `\\x{${hex(character)}}`)],
    ['octal numbers', numbersOf(value, 8).join(' ')],
    ['octal numbers of JavaScript', numbersOf(value, 8).join(', 0o')],
    ['binary numbers', numbersOf(value, 2).join(' ')],
    ['calls of chr', `(${numbersOf(value, 10).join(').chr(')})`],
    ['decimal texts', `"${numbersOf(value, 10).join('","')}"`],
    ['decimal fractions', numbersOf(value, 10).join('.5, ')],
    ['words in hexadecimal', inGroups(hex(value), 8, ' 0x')],
    ['words whose lowest byte comes first', inGroups(hex(value).replaceAll(/(..)(..)/g, '$2$1'), 4, ' ')],
  ])('is taken out but for what tells nothing, in %s', (_, spelling) => {
    expect(redacted(`before ${spelling} after`)).toMatch(/^before .{0,4}«[^»]*».{0,4} after$/)
  })

  it.each([
    ['in pieces by name', JSON.stringify({ first: value.slice(0, 8), second: value.slice(8, 16), third: value.slice(16) })],
    ['in letters by name', JSON.stringify(Object.fromEntries([...value].map((letter, at) => [`c${at}`, letter])))],
    ['in letters of a line each, with their places', [...value].map((letter, at) => `[${at}] => ${letter}`).join('\n')],
    ['in letters with their places', [...value].map((letter, at) => `${at}:${letter}`).join(' ')],
    ['in pairs of a letter and its place', JSON.stringify([...value].map((letter, at) => [at, letter]))],
    ['in a list of letters, the last first', JSON.stringify([...value].reverse())],
    ['in numbers with their places', JSON.stringify(numbersOf(value, 10).map((code, pos) => ({ pos, code })))],
    ['in words of a mail', `=?UTF-8?B?${base64(value.slice(0, 9))}?= =?UTF-8?B?${base64(value.slice(9))}?=`],
    ['in lines of od', `0000000 ${numbersOf(value, 8).slice(0, 16).join(' ')}\n0000020 ${numbersOf(value, 8).slice(16).join(' ')}`],
  ])('is taken out: %s', (_, spelling) => {
    const text = redacted(spelling)
    expect(text).toMatch(/«[^»]*»/)
    expect(text.replace(/«[^»]*»/, '').length).toBeLessThan(32)
  })

  it('is taken out of JSON in Ascii85 that holds what looks like an escape', () => {
    const token = createRedaction([{ name: 'accessToken', value: 'Acc3ssTok_Zq9xWv7RmL2pKtB8' }])
    expect(token('{"a":"v 6\\"=C\\\\F)t<!CL:7b3I\\"VK2c=Kd12om.69\\" w"}')).toBe('{"a":"v «accessToken, base85»69\\" w"}')
  })

  it.each(['…', '...', '******', 'XXXXXX', '####'])('is taken out on both sides of %s', (mark) => {
    expect(redacted(`key ${value.slice(0, 6)}${mark}${value.slice(-4)} refused`)).toBe(
      `key «secret, cut short»${mark}«secret, cut short» refused`,
    )
  })

  it('that is hexadecimal is taken out of base64 of its bytes', () => {
    const digits = '7f3a91bc22d0e4415b7f3a91bc22d0e4'
    const redactedDigits = createRedaction([{ name: 'signingSecret', value: digits }])
    expect(redactedDigits(Buffer.from(digits, 'hex').toString('base64'))).toMatch(/^«signingSecret, base64».?=*$/)
  })

  it.each(['...', '<a', '\x1b[0', '\\65', 'U+0041'])(
    'is looked for in time in a text of nothing but %j',
    (text) => {
      const long = text.repeat(60_000)
      expect(redacted(long)).toBe(long)
    },
    5_000,
  )

  it.each([' ', ''])('is taken out of lines as hexdump and xxd write them, bytes parted by %j', (between) => {
    const lines = inGroups(value, 16, '\n').split('\n')
    const bytes = lines.map((line, at) => `${at}0`.padStart(8, '0').concat('  ', inGroups(hex(line), between ? 2 : 4, ' '), `  |${line}|`))
    expect(redacted(`sent:\n${bytes.join('\n')}\n`)).toBe('sent:\n«signingSecret»')
  })

  it.each([
    ['base64', base64],
    ['hexadecimal', hex],
    ['hexadecimal behind a word', (text: string) => `a${hex(text)}`],
  ])('is taken out of a run that is longer than what is searched at once, in %s', (_, encode) => {
    const escaped = value.replaceAll(/./g, (character) => `%${hex(character)}`)
    const run = encode(`${'a wonderful life '.repeat(18_000)}${escaped} and so on`)
    expect(run.length).toBeGreaterThan(1 << 18)
    expect(redacted(run)).not.toContain(run.slice(-60, -30))
  })

  it('is taken out of numbers in base64 behind others', () => {
    const [others, own] = [[1, 2, 3, 4, 5, 6, 7, 8, 9], [...Buffer.from(value)]].map((numbers) => base64(JSON.stringify(numbers)))
    expect(redacted(`${others} and ${own}`)).toMatch(/^«signingSecret[^»]*»=* and «signingSecret[^»]*»=*$/)
  })

  it('is taken out of bytes with their places', () => {
    expect(redacted(JSON.stringify(new Uint8Array(Buffer.from(value))))).toMatch(/^\{"«signingSecret»\}$/)
  })
})

it.each([1, 16, 64])('a secret of %i KB is taken out in time', (kilobytes) => {
  const value = Array.from({ length: kilobytes * 32 }, (_, at) => createHash('sha1').update(String(at)).digest('hex').slice(0, 32)).join('')
  const redacted = createRedaction([{ name: 'signingSecret', value }])
  expect(redacted(`<${value}> <${base64(value)}>`)).toMatch(/^<«signingSecret»> <«signingSecret, base64».{0,4}>$/)
  expect(redacted(`<${value.slice(64, 64 + (kilobytes << 5))}>`)).toBe('<«secret, cut short»>')
})

it('what many runs are made of holds no more than can be searched', () => {
  const run = gzipSync('abc def '.repeat(1 << 16))
    .toString('base64')
    .replaceAll('=', '')
  const found = decodedRuns(runsIn(Array(40).fill(run).join(' ')))
  expect(found.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(5 << 20)
  expect(found.length).toBeGreaterThan(1)
})

it('a digest of a secret is taken out', () => {
  const settings = { merchantCode: 'M-42x' }
  const target = { name: 'dev', bases: {}, settings, operations: [], allowWithdrawals: false }
  const digest = createHash('sha256').update('M-42x').digest('hex')
  const redact = redactionOf(contract, target)
  expect(redact(`of ${digest}.`)).toBe('of «merchantCode, sha256».')
  expect(redact(`sha256-${Buffer.from(digest, 'hex').toString('base64')}`)).toBe('sha256-«merchantCode, sha256»=')
  expect(redact(Buffer.from(digest, 'hex').toString('base64url'))).toBe('«merchantCode, sha256»')
  expect(redact(`/keys/${base64(digest.toUpperCase()).replace(/=+$/, '')}/and/what/follows/it`)).toBe('«merchantCode, sha256, encoded»')
  const cut = base64(digest.toUpperCase().slice(0, 20)).replace(/=+$/, '')
  expect(redact(`a=${cut}&b=${base64('of no interest to anybody')}`)).toMatch(/^a=«secret, cut short, encoded»&b=b2Yg/)
  const encoded = base64(digest)
  for (const text of [inGroups(encoded, 4, '.'), [...Buffer.from(encoded)].join(', '), `${digest}/${encoded}`])
    expect(redact(text).replace(/«[^»]*»/g, '').length, text).toBeLessThan(8)
  expect(redact(`SHA256:${inGroups(digest, 2, ':')}`)).toMatch(/^SHA256:«[^»]*»$/)
  const another = createHash('sha256').update('another').digest('base64')
  expect(redact(another)).toBe(another)
})

it.each(['Bearer tok-1', 'tok-1\n'])('a digest of a credential as its header or a line has it (%j) is taken out', (text) => {
  const settings = { accessToken: 'tok-1' }
  const redact = redactionOf(contract, { name: 'dev', bases: {}, settings, operations: [], allowWithdrawals: false })
  const digest = createHash('sha1').update(text).digest('hex')
  expect(redact(`of ${digest}.`)).toBe('of «accessToken, sha1».')
})

it('a short secret is taken out of what was signed with it, where it stands in a longer word', () => {
  const settings = { apiKey: 'key-0123456789', merchantCode: 'M-4' }
  const redact = redactionOf(contract, { name: 'dev', bases: {}, settings, operations: [], allowWithdrawals: false })
  expect(redact('signed key-0123456789M-41700000000000')).toBe('signed «apiKey merchantCode»1700000000000')
  expect(redact('AM-4B')).toBe('AM-4B')
})

it.each(['hex', 'base64', 'latin1'] as const)(
  'a secret in other letters is taken out of its UTF-16 in %s, and of UTF-8 read twice as bytes',
  (coding) => {
    const value = 'пароль-سکه-ñ9'
    const redact = createRedaction([{ name: 'apiKey', value }])
    const wide = Buffer.from(value, 'utf16le')
    const misread = Buffer.from(Buffer.from(value).toString('latin1')).toString('latin1')
    const texts = [wide.toString(coding), Buffer.from(wide).swap16().toString(coding), misread]
    expect(texts.map((text) => redact(`seen ${text} there`).replace(/«apiKey[^«»]*»\S{0,3}/, '…'))).toEqual(texts.map(() => 'seen … there'))
  },
)
