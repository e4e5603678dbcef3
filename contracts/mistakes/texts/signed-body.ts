import { asText } from '../../../text/json/as-text.ts'
import { jsonValue } from '../../../text/json/json-text.ts'
import { type Construction, fieldOfPart, type SignedPart } from '../../construction.ts'
import { canonicalString, partValue, type SigningInput } from '../../signing.ts'
import { isTimestamp, kebab, type Mistake, type MistakeRow, maker, onlyExplaining, type Spelling } from '../mistake.ts'
import type { Change } from '../signing-procedure.ts'
import { letterCases, urlEncoded } from '../values/spellings.ts'

type Make = (body: string, input: SigningInput) => string | undefined

const sent: Make = (body) => body
const anew: Make = (body) => reserialised(body)
const object: Make = () => '[object Object]'

/** What is signed beside the body: some of the values, in the order of their parts. */
function besides(construction: Construction) {
  const valuesOf =
    (isMeant: (part: SignedPart) => boolean): Make =>
    (_, { values }) =>
      construction.parts.flatMap((part) => (isMeant(part) ? [values[part.name]] : [])).join('')
  return {
    parts: (_: string, { values }: SigningInput) => canonicalString(construction, values),
    outside: valuesOf(({ body }) => !body),
    headers: valuesOf(({ header }) => header !== undefined),
    time: valuesOf(isTimestamp),
  }
}

/** One text behind another; none where one of them cannot be made. */
function inARow(...all: readonly Make[]): Make {
  return (body, input) => {
    const texts = all.map((make) => make(body, input))
    return texts.includes(undefined) ? undefined : texts.join('')
  }
}

/** The body signed, or the fields taken from its text. */
export function bodySigned(construction: Construction): Mistake[] {
  const { parts, outside } = besides(construction)
  const unsigned: Make = (body) => unsignedValues(construction, body).join('')
  const raw: Make = (body, input) => withRawFields(construction, body, input)
  const rows: MistakeRow<Make>[] = [
    ['signs-body', 'the body as it is sent', sent],
    ['signs-headers-and-body', 'the parts outside the body, then the body as it is sent', inARow(outside, sent)],
    ['signs-reserialised-body', 'the body serialised anew', anew],
    ['signs-headers-and-reserialised-body', 'the parts outside the body, then the body serialised anew', inARow(outside, anew)],
    ['signs-all-fields', 'every field of the body, not only those listed', inARow(parts, unsigned)],
  ]
  const ofFields = maker(construction, 'text', 'verbatim')
  return [
    ...maker(construction, 'text', 'plain')(rows, over),
    ...ofFields([['signs-raw-escapes', 'the fields as they stand in the JSON text, escapes and all', raw]], over),
  ]
}

/** Other things that signers take from the body: fields that are no part, and other forms of its text. */
export function bodySignedRarely(construction: Construction, fields: readonly string[]): Mistake[] {
  const { parts, outside, headers, time } = besides(construction)
  const make = maker(construction, 'text', 'plain')
  const inPlace = (names: readonly string[]) => inARow(outside, (body) => inBodyOrder(construction, body, names))
  const withNumbers: Make = (body) => numbered(construction, body)
  const included = fields.flatMap((name) => [
    ...placesOf(construction, name),
    ...make([[`includes-${name}-in-place`, `with ${name} where it stands in the body`, inPlace([name])]], over),
  ])
  const rows: MistakeRow<Make>[] = [
    ['signs-all-fields-in-place', 'every field of the body in its order', inPlace(fields)],
    ['signs-all-fields-alone', 'the fields of the body and nothing else', (body) => values(body)?.join('')],
    ['signs-sorted-body', 'the body serialised anew, sorted by name', sortedBody],
    ['signs-sorted-body-as-query-string', 'a query string of the body, sorted by name', sortedQuery],
    ['signs-body-and-headers', 'the body as it is sent, then the parts outside the body', inARow(sent, outside)],
    ['signs-timestamp-and-body', 'the timestamp, then the body as it is sent', inARow(time, sent)],
    ['signs-timestamp-dot-body', 'the timestamp, a dot, then the body as it is sent', inARow(time, () => '.', sent)],
    ['signs-sent-headers-and-body', 'the parts that are sent as headers, then the body as it is sent', inARow(headers, sent)],
    ['signs-headers-and-object', 'the parts outside the body, then the words [object Object]', inARow(outside, object)],
    ['signs-parts-and-object', 'the parts, then the words [object Object]', inARow(parts, object)],
    ['signs-indented-body', 'the body serialised anew with indentation', (body) => reserialised(body, 2)],
    ['signs-body-with-numbers', 'the body serialised anew, with its decimals as numbers', withNumbers],
    [
      'signs-headers-and-body-with-numbers',
      'the parts outside the body, then the body serialised anew, with its decimals as numbers',
      inARow(outside, withNumbers),
    ],
    ['signs-parts-and-body', 'the parts, then the body as it is sent', inARow(parts, sent)],
  ]
  return onlyExplaining([...included, ...make(rows, over)])
}

const fieldSpellings: readonly Spelling[] = [
  ...letterCases,
  ['url-encoded', 'encoded for a URL', urlEncoded],
  ['as-null', 'as the word null', () => 'null'],
  ['as-undefined', 'as the word undefined', () => 'undefined'],
]

/** A field signed as a further part: after the others, or before one of them. */
function placesOf(construction: Construction, name: string): Mistake[] {
  const before = construction.parts.map((part) => [`-before-${kebab(part.name)}`, `before ${part.name}`, part.name] as const)
  const rows = [['', 'behind the parts', undefined] as const, ...before].flatMap(([id, where, next]) =>
    [['', '', (value: string) => value] as const, ...fieldSpellings].map(
      ([form, words, spell]) =>
        [`includes-${name}${id}${form && `-${form}`}`, `with ${name} ${words && `${words} `}${where}`, { next, spell }] as const,
    ),
  )
  const make = maker(construction, 'parts', 'plain')
  return make(rows, ({ next, spell }) => (procedure) => {
    const at = procedure.parts.findIndex((part) => part.name === next)
    const index = at < 0 ? procedure.parts.length : at
    const further = (body: string | undefined) => {
      const value = body === undefined ? undefined : parsed(body)?.[name]
      return value === undefined ? undefined : spell(asText(value))
    }
    return {
      ...procedure,
      parts: [...procedure.parts.slice(0, index), { name }, ...procedure.parts.slice(index)],
      value: (part, input) => (part.name === name ? further(input.body) : procedure.value(part, input)),
    }
  })
}

function over(make: Make): Change {
  return (procedure) => ({
    ...procedure,
    text: (values, input) => {
      const changed = { ...input, values: { ...input.values, ...Object.fromEntries(values) } }
      return input.body === undefined ? undefined : make(input.body, changed)
    },
  })
}

function reserialised(body: string, indent = 0): string | undefined {
  return JSON.stringify(parsed(body), undefined, indent)
}

function numbered({ parts }: Construction, body: string): string | undefined {
  const decimals = parts.filter(({ kind }) => kind === 'decimal').map(fieldOfPart)
  return JSON.stringify(parsed(body), (name, value: unknown) => (decimals.includes(name) ? Number(value) : value))
}

function sortedBody(body: string): string | undefined {
  const fields = sortedFields(body)
  return fields && JSON.stringify(Object.fromEntries(fields))
}

function sortedFields(body: string): [name: string, value: unknown][] | undefined {
  const fields = parsed(body)
  return fields && Object.entries(fields).toSorted(([one], [other]) => (one < other ? -1 : 1))
}

function sortedQuery(body: string): string | undefined {
  const fields = sortedFields(body)
  return fields?.map(([name, value]) => `${name}=${asText(value)}`).join('&')
}

function values(body: string): string[] | undefined {
  const fields = parsed(body)
  return fields && Object.values(fields).map(asText)
}

function unsignedValues({ parts }: Construction, body: string): string[] {
  const signed = new Set(parts.map(fieldOfPart))
  return Object.entries(parsed(body) ?? {}).flatMap(([name, value]) => (signed.has(name) ? [] : [asText(value)]))
}

/** The fields in the body's order: those that are parts, and the further ones. */
function inBodyOrder({ parts }: Construction, body: string, further: readonly string[]): string | undefined {
  const signed = parts.map(fieldOfPart)
  const fields = parsed(body)
  if (!fields || further.some((name) => !(name in fields))) return undefined
  const named = Object.keys(fields).filter((name) => signed.includes(name) || further.includes(name))
  return named.map((name) => asText(fields[name])).join('')
}

function withRawFields(construction: Construction, body: string, { values }: SigningInput): string {
  const raw = construction.parts.map((part) => {
    const name = fieldOfPart(part)
    const token = name && new RegExp(`"${name}"\\s*:\\s*"((?:[^"\\\\]|\\\\.)*)"`).exec(body)?.[1]
    return token || partValue(values, part.name)
  })
  return raw.join(construction.separator)
}

function parsed(body: string): Record<string, unknown> | undefined {
  const value = jsonValue(body)
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
}
