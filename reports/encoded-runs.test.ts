import { createHash } from 'node:crypto'
import { deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { contract } from '../contracts/generated/contract.ts'
import { encodedRuns } from './encoded-runs.ts'
import { base64, hex, inGroups } from './encodings.fixture.ts'
import { createRedaction, redactionOf } from './redaction.ts'

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
    ['gzip in hexadecimal, cut short', gzipSync(`${value}, and so on`).toString('hex').slice(0, -20)],
    ['base58', '3EsbXMsjFuht1TWkvyH5GGJFdV2Wb8p1'],
    ['a path before base64', `/files/${base64(base64(base64(value)))}`],
  ])('is taken out: %s', (_, spelling) => {
    expect(redacted(`before ${spelling} after`)).toMatch(/^before «signingSecret[^»]*»=* after$/)
  })

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

  it('is taken out of bytes with their places', () => {
    expect(redacted(JSON.stringify(new Uint8Array(Buffer.from(value))))).toMatch(/^\{"0":«signingSecret»\}$/)
  })
})

it('what many runs are made of holds no more than can be searched', () => {
  const run = gzipSync('abc def '.repeat(1 << 16))
    .toString('base64')
    .replaceAll('=', '')
  const found = encodedRuns(Array(40).fill(run).join(' '))
  expect(found.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(5 << 20)
  expect(found.length).toBeGreaterThan(1)
})

it('a digest of a secret is taken out', () => {
  const settings = { merchantCode: 'M-42x' }
  const target = { name: 'dev', bases: {}, settings, operations: [], allowWithdrawals: false }
  const digest = createHash('sha256').update('M-42x').digest('hex')
  expect(redactionOf(contract, target)(`of ${digest}.`)).toBe('of «merchantCode, sha256».')
})
