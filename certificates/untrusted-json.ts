import { jsonValue } from '../spec/json/json-text.ts'
import { isObject } from '../spec/json/pointer.ts'
import { scanJson } from '../spec/json/scan.ts'
import { HostileFile, UnreadableFile } from './unreadable.ts'

/** The members of an object that a stranger wrote: each is read by its type, or refused in a sentence. @throws {UnreadableFile} */
export interface Fields {
  text(name: string): string
  /** Undefined if it is left out. */
  optional(name: string): string | undefined
  integer(name: string): number
  /** Milliseconds since the Unix epoch. */
  moment(name: string): number
  flag(name: string): boolean
  list(name: string): readonly unknown[]
  texts(name: string): readonly string[]
  /** Texts of which none stands twice. */
  distinct(name: string): readonly string[]
  /** Header fields. */
  pairs(name: string): readonly (readonly [name: string, value: string])[]
  /** Undefined if it is left out. */
  optionalFields(name: string): Fields | undefined
  fields(name: string): Fields
  /** An object whose members are all texts. */
  named(name: string): Readonly<Record<string, string>>
  has(name: string): boolean
  value(name: string): unknown
  /** Refuses members that nobody reads: what stands there unread could mean something to another. */
  only(...names: readonly string[]): void
}

/** Parses JSON in which no key stands twice and none reaches for a prototype. @throws {UnreadableFile} */
export function parseJson(text: string, what: string): unknown {
  const value = jsonValue(text)
  if (value === undefined) throw new UnreadableFile(`${what} is not JSON, or is cut off.`)
  const [twice] = scanJson(text, value).duplicateKeys
  if (twice) throw new UnreadableFile(`${what} says "${twice.text}" twice (${twice.at}): which of the two is meant cannot be told.`)
  if (/(?<!\\)"(?:_|\\u005f){2}proto(?:_|\\u005f){2}"\s*:/i.test(text))
    throw new HostileFile(`${what} holds a key that reaches for a prototype ("__proto__").`)
  return value
}

/** Reads an object. @throws {UnreadableFile} */
export function fieldsOf(value: unknown, what: string): Fields {
  if (!isObject(value)) throw new UnreadableFile(`${what}: expected an object, found ${typeInWords(value)}.`)
  const of = (name: string) => (Object.hasOwn(value, name) ? value[name] : undefined)
  const read = <Value>(name: string, expected: string, fits: (found: unknown) => found is Value): Value => {
    const found = of(name)
    if (!fits(found)) throw new UnreadableFile(`${what}: expected ${expected} under "${name}", found ${typeInWords(found)}.`)
    return found
  }
  const text = (name: string) => read(name, 'a text', isText)
  const list = (name: string) => read(name, 'a list', (found): found is readonly unknown[] => Array.isArray(found))
  const texts = (name: string) => {
    list(name)
    return [...read(name, 'texts', isTexts)]
  }
  const fields = (name: string) => fieldsOf(of(name), `${what}, "${name}"`)
  return {
    text,
    optional: (name) => (of(name) === undefined ? undefined : text(name)),
    integer: (name) => read(name, 'an integer', (found): found is number => Number.isSafeInteger(found)),
    moment: (name) => read(name, 'a time in milliseconds', isMoment),
    flag: (name) => read(name, 'true or false', (found) => typeof found === 'boolean'),
    list,
    texts,
    distinct: (name) => {
      const found = texts(name)
      if (new Set(found).size === found.length) return found
      throw new UnreadableFile(`${what} says something twice under "${name}".`)
    },
    pairs: (name) => read(name, 'pairs of texts', isPairs),
    optionalFields: (name) => (of(name) === undefined ? undefined : fields(name)),
    fields,
    named: (name) => ({ ...read(name, 'an object of texts', isObjectOfTexts) }),
    has: (name) => of(name) !== undefined,
    value: of,
    only: (...names) => {
      const other = Object.keys(value).find((name) => !names.includes(name))
      if (other !== undefined) throw new UnreadableFile(`${what}: ${JSON.stringify(other.slice(0, 60))} is no member of it.`)
    },
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(isText)
}

function isPairs(value: unknown): value is readonly (readonly [string, string])[] {
  return Array.isArray(value) && value.every((pair) => isTexts(pair) && pair.length === 2)
}

/** True for milliseconds since the Unix epoch that are a date. */
export function isMoment(value: unknown): value is number {
  return Number.isSafeInteger(value) && !Number.isNaN(new Date(Number(value)).getTime())
}

function isObjectOfTexts(value: unknown): value is Record<string, string> {
  return isObject(value) && Object.values(value).every(isText)
}

/** Bytes of a base64 text that has one spelling only. @throws {UnreadableFile} */
export function base64Bytes(text: string, what: string): Buffer {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.toString('base64') !== text) throw new UnreadableFile(`${what} is not base64.`)
  return bytes
}

export function timeText(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}

/** Milliseconds of a time as `timeText` writes it. @throws {UnreadableFile} */
export function timeOf(text: string, what: string): number {
  const time = Date.parse(text)
  if (Number.isNaN(time) || timeText(time) !== text)
    throw new UnreadableFile(`${what}: expected a time such as ${timeText(0)}, found ${JSON.stringify(text.slice(0, 40))}.`)
  return time
}

function typeInWords(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  return Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : `the ${typeof value} ${String(value).slice(0, 40)}`
}
