import { unitEscapes } from '../../contracts/escapes.ts'
import { inPieces, pieceLength } from './pieces.ts'
import { replaceUnsafe } from './plain.ts'

/** A value as JSON for a terminal or a CI log: what could move a cursor, turn a text or give a command is escaped, and means the same. */
export function jsonText(value: unknown): string {
  return [...jsonPieces(value)].join('')
}

/** The same in pieces, so that a long text is never held whole, nor a list whose elements an iterator makes. */
export function* jsonPieces(value: unknown): Generator<string> {
  for (const piece of inPieces(partsOf(value, '', splitDepth))) yield harmless(piece)
  yield '\n'
}

/** Down to which depth lists are written piece by piece: in an object that stands in the whole, or in a list of one. */
const splitDepth = 6

/** What JSON.stringify writes with an indent of one. */
function* partsOf(value: unknown, indent: string, depth: number): Generator<string> {
  if (typeof value === 'string') return yield* partsOfText(value)
  const isList = Array.isArray(value) || value instanceof Iterator
  if (depth === 0 || typeof value !== 'object' || value === null || 'toJSON' in value) return yield written(value, indent)
  const members = isList ? value.map((element) => ['', element] as const) : Object.entries(value).filter(([, member]) => isWritten(member))
  const isMany = isList && !(Array.isArray(value) && value.length === 1)
  const [open = '', close = ''] = isList ? '[]' : '{}'
  let before = open
  for (const [name, member] of members) {
    yield `${before}\n${indent} ${isList ? '' : `${JSON.stringify(name)}: `}`
    yield* partsOf(member, `${indent} `, isMany ? 0 : depth - 1)
    before = ','
  }
  yield before === open ? `${open}${close}` : `\n${indent}${close}`
}

/** A long text is cut before commas, which no command and no character of several units has within. */
function* partsOfText(text: string): Generator<string> {
  yield '"'
  for (let at = 0, end = 0; at < text.length; at = end) {
    end = text.indexOf(',', at + pieceLength)
    if (end < 0) end = text.length
    yield JSON.stringify(text.slice(at, end)).slice(1, -1)
  }
  yield '"'
}

function isWritten(value: unknown): boolean {
  return value !== undefined && typeof value !== 'function' && typeof value !== 'symbol'
}

/** Indented further: JSON itself writes it so within as many lists, whose brackets and line breaks are cut off. */
function written(value: unknown, { length: depth }: string): string {
  let nested = value
  for (let lists = 0; lists < depth; lists += 1) nested = [nested]
  const text = JSON.stringify(nested, null, 1) ?? 'null'
  // Of each list, `[`, a line break and the spaces before what it holds: 3, then 4, then 5 …
  const before = (depth * (depth + 5)) / 2
  return text.slice(before, text.length - before + depth)
}

function harmless(text: string): string {
  return replaceUnsafe(withoutHalves(text), unitEscapes).replace(/##(?=\w*\[)/g, '\\u0023#')
}

/** JSON with no half of a character in its texts, whose escape strict parsers refuse. */
function withoutHalves(text: string): string {
  return text.includes('\\ud') ? text.replace(/\\(?:\\|ud[89a-f]..)/g, (found) => (found === '\\\\' ? found : '\\ufffd')) : text
}
