import { grouped, plain, plainLines, shortened } from './plain.ts'

/** A line of a body as people read it; `skipped` counts lines that are left out in its place. */
export interface ExcerptLine {
  readonly text: string
  readonly marked?: boolean
  /** A member that is not there, in the place where it would stand. */
  readonly missing?: boolean
  readonly skipped?: number
}

export interface ExcerptLimits {
  /** Lines shown from the beginning. */
  readonly head: number
  /** Lines shown on each side of a marked one. */
  readonly around: number
}

interface Line {
  readonly pointer: string
  readonly text: string
  readonly missing?: boolean
}

const longest = 1024 * 1024
const longestUnmarked = 16 * 1024
const longestLine = 400
/** Deeper than any place that is pointed at; a target may nest as it likes. */
const deepest = 200

/** A body indented, its own spelling of every value kept, with what the JSON pointers point at marked and the rest folded. */
export function excerptOf(body: string, pointers: readonly string[], limits: ExcerptLimits): ExcerptLine[] {
  const readable = body.slice(0, pointers.length > 0 ? longest : longestUnmarked)
  const lines = withMissing([...jsonLines(readable)], pointers)
  const marks = new Set(pointers.flatMap((pointer) => nearest(lines, pointer)))
  const excerpt = folded(lines, marks, limits)
  const unread = body.length - readable.length
  return unread > 0 ? [...excerpt, { text: `${grouped(unread)} more characters`, skipped: 1 }] : excerpt
}

/** The lines of a JSON text, indented; from where it is not JSON any more, its own lines. */
function* jsonLines(text: string): Generator<Line> {
  const token = /\s*(?:([{[])\s*([}\]])?|([}\]])|(,)|("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|([^\s{}[\],:"]+))/y
  const open: { readonly pointer: string; readonly list: boolean; index: number }[] = []
  let key: { readonly text: string; readonly name: string } | undefined
  let pending: Line | undefined
  let end = 0
  for (let match = token.exec(text); match; match = token.exec(text)) {
    end = token.lastIndex
    const [, opening, closedAtOnce, closing, comma, string, colon, scalar] = match
    if (comma) {
      const top = open.at(-1)
      if (top) top.index += 1
      if (pending) pending = { ...pending, text: `${pending.text},` }
      continue
    }
    if (string && colon) {
      key = { text: `${string}: `, name: nameOf(string) }
      continue
    }
    if (pending) yield pending
    if (closing) {
      const closed = open.pop()
      pending = { pointer: closed?.pointer ?? '', text: `${indent(open.length)}${closing}` }
      continue
    }
    const top = open.at(-1)
    const step = top ? `/${top.list ? top.index : (key?.name ?? '')}` : ''
    const pointer = open.length > deepest ? '?' : `${top?.pointer ?? ''}${step}`
    const value = opening ? `${opening}${closedAtOnce ?? ''}` : (string ?? scalar ?? '')
    pending = { pointer, text: shortened(plain(`${indent(open.length)}${key?.text ?? ''}${value}`), longestLine) }
    key = undefined
    if (opening && !closedAtOnce) open.push({ pointer, list: opening === '[', index: 0 })
  }
  if (pending) yield pending
  const rest = text.slice(end)
  if (rest.trim()) for (const line of plainLines(rest).split('\n')) yield { pointer: '?', text: shortened(line, longestLine) }
}

function indent(depth: number): string {
  return '  '.repeat(Math.min(depth, 40))
}

function nameOf(key: string): string {
  try {
    return String(JSON.parse(key)).replaceAll('~', '~0').replaceAll('/', '~1')
  } catch {
    return key.slice(1, -1)
  }
}

/** The lines, with one more for each member that is pointed at and is not there: at the end of the object that lacks it. */
function withMissing(lines: readonly Line[], pointers: readonly string[]): readonly Line[] {
  const known = new Set(lines.map(({ pointer }) => pointer))
  const absent = new Map<string, string[]>()
  for (const pointer of new Set(pointers)) {
    const parent = pointer.slice(0, pointer.lastIndexOf('/'))
    if (!known.has(pointer) && known.has(parent)) absent.set(parent, [...(absent.get(parent) ?? []), pointer])
  }
  if (absent.size === 0) return lines
  return lines.flatMap((line) => {
    const members = line.text.trimStart().startsWith('}') ? (absent.get(line.pointer) ?? []) : []
    return [
      ...members.map((pointer) => ({ pointer, text: `${/^ */.exec(line.text)?.[0]}  ${memberOf(pointer)}: missing`, missing: true })),
      line,
    ]
  })
}

function memberOf(pointer: string): string {
  const name = pointer.slice(pointer.lastIndexOf('/') + 1)
  return plain(JSON.stringify(name.replaceAll('~1', '/').replaceAll('~0', '~')))
}

/** The lines that a pointer points at; where there is none, because something is missing, the first of what it is missing from. */
function nearest(lines: readonly Line[], pointer: string): number[] {
  for (let at = pointer; at; at = at.slice(0, at.lastIndexOf('/'))) {
    const exact = lines.flatMap((line, index) => (line.pointer === at ? [index] : []))
    if (exact.length > 0) return at === pointer ? exact : exact.slice(0, 1)
  }
  return pointer.startsWith('/') && lines.length > 0 ? [0] : []
}

function folded(lines: readonly Line[], marks: ReadonlySet<number>, { head, around }: ExcerptLimits): ExcerptLine[] {
  const near = new Set([...marks].flatMap((mark) => Array.from({ length: 2 * around + 1 }, (_, at) => mark - around + at)))
  const excerpt: ExcerptLine[] = []
  let skipped = 0
  for (const [index, { text, missing }] of lines.entries()) {
    if (index >= head && !near.has(index)) {
      skipped += 1
      continue
    }
    if (skipped > 0) excerpt.push(gap(skipped))
    skipped = 0
    excerpt.push({ text, ...(marks.has(index) && { marked: true }), ...(missing && { missing }) })
  }
  return skipped > 0 ? [...excerpt, gap(skipped)] : excerpt
}

function gap(skipped: number): ExcerptLine {
  return { text: `${grouped(skipped)} more line${skipped === 1 ? '' : 's'}`, skipped }
}
