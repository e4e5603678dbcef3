import { attempted } from '../../language/attempted.ts'
import { pointerStep } from '../../text/json/pointer.ts'
import { plainLines } from './plain.ts'

/** What a pointer leads to, or leads through. */
export interface MarkedPlace {
  readonly name: string
  readonly above: MarkedPlace | undefined
  readonly members: Map<string, MarkedPlace>
  readonly lines: number[]
  isMarked: boolean
}

export interface JsonLine {
  readonly depth: number
  readonly text: string
  readonly place: MarkedPlace | undefined
  readonly missing?: boolean
}

/** Deeper than any place that is pointed at; a target may nest as it likes. */
const deepest = 200

export function placesOf(pointers: readonly string[]): MarkedPlace {
  const root = placeIn(undefined, '')
  for (const pointer of pointers.filter((each) => each.startsWith('/'))) {
    const place = pointer
      .split('/')
      .slice(1)
      .reduce((above, name) => above.members.get(name) ?? placeIn(above, name), root)
    place.isMarked = true
  }
  return root
}

function placeIn(above: MarkedPlace | undefined, name: string): MarkedPlace {
  const place: MarkedPlace = { name, above, members: new Map(), lines: [], isMarked: false }
  above?.members.set(name, place)
  return place
}

/** A bracket (and its other half, if nothing is between), a name or a string, or another scalar, each with the commas behind it. */
const tokens = /\s*(?:([{[])\s*([}\]])?|([}\]])|("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|([^\s{}[\],:"]+))(?:\s*(,+))?/y

/** The lines of a JSON text; from where it is not JSON any more, its own lines. */
export function* linesOf(text: string, root: MarkedPlace): Generator<JsonLine> {
  const token = new RegExp(tokens)
  const open: Container[] = []
  let [key, end] = ['', 0]
  for (let match = token.exec(text); match; match = token.exec(text)) {
    end = token.lastIndex
    const [, opening = '', closedAtOnce = '', closing, string = '', colon, scalar = '', commas = ''] = match
    const top = open.at(-1)
    if (colon) {
      key = string
      continue
    }
    if (closing) {
      open.pop()
      if (closing === '}' && top?.place) yield* missingFrom(top.place, open.length + 1)
      yield { depth: open.length, text: closing + commas, place: top?.place }
    } else {
      const place = open.length > deepest ? undefined : top ? placeWithin(top, key) : root
      const value = `${opening}${closedAtOnce}${string}${scalar}${commas}`
      yield { depth: open.length, text: key ? `${key}: ${value}` : value, place }
      key = ''
      if (opening && !closedAtOnce) open.push({ place, isList: opening === '[', index: 0 })
    }
    const inner = open.at(-1)
    if (inner) inner.index += commas.length
  }
  const rest = text.slice(end)
  if (rest.trim()) for (const line of plainLines(rest).split('\n')) yield { depth: 0, text: line, place: undefined }
}

/** An object or a list that is not closed yet. */
interface Container {
  readonly place: MarkedPlace | undefined
  readonly isList: boolean
  /** Of the element that is read next. */
  index: number
}

function placeWithin({ place, isList, index }: Container, key: string): MarkedPlace | undefined {
  return place?.members.get(isList ? String(index) : key === '' ? '' : nameOf(key))
}

/** One more line for each member that is pointed at and is not there: at the end of the object that lacks it. */
function* missingFrom({ members }: MarkedPlace, depth: number): Generator<JsonLine> {
  for (const place of members.values()) {
    if (place.isMarked && place.lines.length === 0) yield { depth, text: `${memberOf(place.name)}: missing`, place, missing: true }
  }
}

function nameOf(key: string): string {
  return attempted(() => pointerStep(String(JSON.parse(key)))) ?? key.slice(1, -1)
}

function memberOf(name: string): string {
  return JSON.stringify(name.replaceAll('~1', '/').replaceAll('~0', '~'))
}
