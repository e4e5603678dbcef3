import { unitEscapes } from '../contracts/escapes.ts'

export interface JsonStyle {
  readonly layout?: 'compact' | 'pretty' | 'spacious'
  readonly order?: 'stated' | 'reversed' | 'sorted'
  /** How numbers are written: integers as `1.0` or `1e+0`, others with needless decimals; or each in another of the ways there are. */
  readonly numbers?: 'shortest' | 'pointed' | 'exponent' | 'odd'
  /** True if every character that may be escaped is. */
  readonly escaped?: boolean
}

const rawText = Symbol('raw JSON text')

/** A text that is written as it stands, for what no JavaScript value can express: huge integers, or text that is not JSON. */
export function rawJson(text: string): object {
  return { [rawText]: text }
}

/** Writes JSON in a style. Members that are undefined are left out. */
export function writeJson(value: unknown, style: JsonStyle = {}, depth = 0): string {
  if (typeof value === 'string') return writeString(value, style)
  if (typeof value === 'number') return writeNumber(value, style)
  if (typeof value !== 'object' || value === null) return String(value)
  if (rawText in value) return String(value[rawText])
  const written = (member: unknown) => writeJson(member, style, depth + 1)
  const items = Array.isArray(value)
    ? value.map(written)
    : members(value, style).map(([name, member]) => `${writeString(name, style)}${colon(style)}${written(member)}`)
  return enclose(Array.isArray(value) ? '[]' : '{}', items, style, depth)
}

function enclose([open, close]: string, items: readonly string[], { layout }: JsonStyle, depth: number): string {
  if (items.length === 0) return `${open}${close}`
  if (layout === 'pretty') {
    const indent = '  '.repeat(depth + 1)
    return `${open}\n${indent}${items.join(`,\n${indent}`)}\n${'  '.repeat(depth)}${close}`
  }
  return layout === 'spacious' ? `${open}\t\r\n ${items.join(' , ')} ${close}` : `${open}${items.join(',')}${close}`
}

function members(value: object, { order }: JsonStyle): [string, unknown][] {
  const stated = Object.entries(value).filter(([, member]) => member !== undefined)
  if (order === 'reversed') return stated.reverse()
  return order === 'sorted' ? stated.sort(([a], [b]) => (a < b ? -1 : 1)) : stated
}

function colon({ layout }: JsonStyle): string {
  return layout === 'pretty' ? ': ' : layout === 'spacious' ? ' : ' : ':'
}

function writeString(text: string, { escaped }: JsonStyle): string {
  return escaped ? `"${unitEscapes(text)}"` : JSON.stringify(text)
}

function writeNumber(value: number, { numbers }: JsonStyle): string {
  if (!Number.isFinite(value)) return 'null'
  if (numbers === 'exponent') return value.toExponential()
  if (numbers === 'odd') return oddNumber(value)
  if (numbers !== 'pointed') return String(value)
  return Number.isInteger(value) ? `${value}.0` : value.toFixed(20)
}

/** `-0`, `2.0`, `3e0`, `4000E-3`: integers by RFC 8259 and JSON Schema, whatever they look like. */
function oddNumber(value: number): string {
  if (value === 0) return '-0'
  if (!Number.isSafeInteger(value) || Math.abs(value) > 1e12) return String(value)
  return [`${value}.0`, `${value}e0`, `${value}000E-3`, `${value}.000e+00`][Math.abs(value) % 4] ?? String(value)
}
