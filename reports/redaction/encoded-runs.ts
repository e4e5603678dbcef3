import { isUtf8 } from 'node:buffer'
import { capitals, digits32, figures, fromBase32 } from '../../contracts/mistakes/bases.ts'
import { inflated, mostUnpacked, type Unpacked, unzipped } from './compressed.ts'
import { matchesOf } from './spelling.ts'

/** So many characters in a row may be encoded, and are decoded to be searched. */
const leastRun = 24
const anyRun = new RegExp(`(?<![\\w+/-])[\\w+/-]{${leastRun},}`, 'g')

/** A part of a text that may be encoded, or what it decodes to. */
export interface EncodedRun {
  readonly start: number
  readonly end: number
  readonly text: string
}

export function runsIn(text: string): EncodedRun[] {
  return matchesOf(anyRun, text).map(({ start, found }) => ({ start, end: start + found.length, text: found }))
}

/** What runs decode to as text from base64, base32 or base32hex, hexadecimal or binary digits, starting anywhere in them. Digests do not. */
export function decodedRuns(runs: readonly EncodedRun[]): EncodedRun[] {
  const room = { left: mostInRuns }
  return runs.flatMap((run) => textsIn(run.text, room).map((text) => ({ ...run, text })))
}

/** What makes a text long, and says nothing. */
const filling = /^(.)\1*$/

/** What was read of short runs: a list has the same hashes in every answer. */
const known = new Map<string, readonly string[]>()
const [mostKnown, longestKnown] = [4096, 512]

function textsIn(run: string, room: { left: number }): readonly string[] {
  if (filling.test(run)) return []
  const before = known.get(run)
  if (before) return before
  const read = [...decodings(run), ...unpacked(run, room)].map(readable).filter((text) => text !== '')
  if (known.size < mostKnown && run.length + read.join().length <= longestKnown) known.set(run, read)
  return read
}

/** A run this long may have lost its beginning, because texts are searched in windows. */
const leastTorn = 1 << 15

/** The bytes that a run may decode to, from its start or its middle. */
function decodings(run: string): Buffer[] {
  const bits = partsOf(run, /[01]{100,}/g, 8).map(fromBits)
  if (bits.length > 0) return bits
  const hex = partsOf(run, hexadecimal, 2).map((part) => Buffer.from(part, 'hex'))
  if (/^(?:0x)?[0-9a-f]+$/i.test(run)) return hex
  const base64 = [0, 1, 2, 3].map((from) => Buffer.from(run.slice(from), 'base64'))
  const base32 = alphabets32.flatMap(([alphabet, digits]) => partsOf(run, alphabet, 8).map((part) => fromBase32(part, digits)))
  return [...hex, ...base64, ...base32]
}

/** Those of base32 and of base32hex (RFC 4648), of Crockford and of z-base-32, each with its digits. */
const alphabets32 = [
  [/[A-Z2-7]{24,}|[a-z2-7]{24,}/g, digits32],
  [/[0-9A-V]{24,}|[0-9a-v]{24,}/g, `${figures}${capitals}`],
  [/[0-9A-HJKMNP-TV-Z]{24,}|[0-9a-hjkmnp-tv-z]{24,}/g, `${figures}${capitals}`.replace(/[ILOU]/g, '')],
  [/[13-9a-km-uw-z]{24,}/g, 'YBNDRFG8EJKMCPQXOT1UWISZA345H769'],
] as const

const hexadecimal = new RegExp(`[0-9a-f]{${leastRun},}`, 'gi')

/** The parts of a run that fit a narrower alphabet: a path or a name may precede them. What was cut may begin in the middle of a character. */
function partsOf(run: string, alphabet: RegExp, count: number): string[] {
  const parts = run.match(alphabet) ?? []
  return parts.flatMap((part) => Array.from({ length: part.length < leastTorn ? 1 : count }, (_, from) => part.slice(from)))
}

/** What a run decompresses to, as far as it goes: gzip anywhere in it, zlib, Zstandard or a zip archive at its start, and what has no head. */
function unpacked(run: string, room: { left: number }): Buffer[] {
  const base64 = run.includes('H4sI') ? run.slice(run.indexOf('H4sI')) : /^(?:e[AFJN]|UEsDB|KLUv)/.test(run) ? run : undefined
  const hex = /(?:1f8b08|504b0304|28b52ffd|(?<![0-9a-f])78(?:01|5e|9c|da))[0-9a-f]+/i.exec(run)?.[0]
  if (base64 === undefined && hex === undefined) return within(room, headless(run).values().map(inflated))
  return within(room, unzipped(hex === undefined ? Buffer.from(base64 ?? '', 'base64') : Buffer.from(hex, 'hex')))
}

function within(room: { left: number }, pieces: Iterator<Unpacked>): Buffer[] {
  const found: Buffer[] = []
  while (room.left > 0) {
    const { value, done } = pieces.next()
    if (done) break
    room.left -= Math.max(leastSpent, value === 'too much' ? mostUnpacked : (value?.length ?? 0))
    if (Buffer.isBuffer(value)) found.push(value)
  }
  return found
}

/** Data that is not compressed takes time as well: it counts as so many bytes. */
const leastSpent = 1 << 13

/** The bytes of a short run that may be compressed without a head, alone or behind a path: a final block begins so, and a digest seldom. */
function headless(run: string): Buffer[] {
  if (run.length > mostHeadless || run.startsWith('0x')) return []
  const coding = /^[0-9a-f]+$/i.test(run) ? 'hex' : 'base64'
  const steps = run.split('/')
  const ends = steps.slice(0, mostSteps).map((_, at) => steps.slice(at).join('/'))
  const whole = ends.filter(({ length }) => length >= leastRun).map((text) => Buffer.from(text, coding))
  return whole.filter(([first = 0]) => (first & 0b111) === 0b011 || (first & 0b111) === 0b101)
}

/** Longer runs without a head are not unpacked: a secret and what is beside it are shorter. */
const mostHeadless = 4096
/** How many steps of a path may precede them. */
const mostSteps = 8

/** For all runs of a text together: compressed data may expand a thousand times. */
const mostInRuns = 4 * mostUnpacked

// biome-ignore-start lint/suspicious/noControlCharactersInRegex: no text holds them except as the second byte of a character in UTF-16
const control = /[\x01-\x08\x0e-\x1f\x7f]/
const stretches = /[\0\t\n\r\x20-\x7e]{12,}/g
// biome-ignore-end lint/suspicious/noControlCharactersInRegex: -

/** The bytes as text, or the stretches of text among them. */
function readable(bytes: Buffer): string {
  const text = bytes.toString('latin1')
  return isUtf8(bytes) && !control.test(text) ? bytes.toString('utf8') : (text.match(stretches) ?? []).join('\n')
}

/** The bytes that are written in binary digits. */
function fromBits(text: string): Buffer {
  return Buffer.from((text.match(/[01]{8}/g) ?? []).map((bits) => Number.parseInt(bits, 2)))
}
