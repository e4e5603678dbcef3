import type { Construction, SignedPart } from '../../../contracts/construction.ts'
import { isTimestamp } from '../../../contracts/mistakes/mistake.ts'
import { formQuoted } from '../../../contracts/mistakes/values/spellings.ts'
import { partValue } from '../../../contracts/signing.ts'
import { memoized } from '../../../language/memoized.ts'
import { digestIn } from '../given-digest.ts'
import { type Endpoint, fieldsOfFullest, type Input, type Signed } from '../given-signature.ts'
import { allJoints, digesters, encodings, type Guess, type Way } from './guesses.ts'
import { namings } from './namings.ts'
import { jsonObjects, type Member, type PrintedRecord, printedRecords } from './printed-records.ts'

type Text = string | Buffer

type Selection = Way<(input: Input) => readonly Member[]> & {
  /** It takes fields of the body alone, so that the other parts may stand beside it. */
  readonly isOfBody?: true
}
type Form = PrintedRecord<Text> & {
  /** Signers often use it, so it is also tried together with other choices. */
  readonly usual?: boolean
}
type Surrounding = Way<(text: string, input: Input) => string>

/** Names and values as other services sign them: which, how named, sorted and written, with what else, digested to the given length. */
export function* compositions(construction: Construction, address: Endpoint | undefined, { input, answer }: Signed): Generator<Guess> {
  const ways = digesters(construction, digestIn(construction, answer.signature)?.length).map(({ words, make: under }) => ({
    words,
    digest: memoized(({ secret }: Input) => under(secret)),
  }))
  if (ways.length === 0) return
  for (const { words, text } of composed(construction, address, input)) {
    for (const way of ways) yield { words: words + way.words, make: (other) => [way.digest(other)(text(other))] }
  }
}

/** Texts that are composed of named values. */
function* composed(construction: Construction, address: Endpoint | undefined, given: Input) {
  const around = surroundings(construction, address)
  const beside = outsideParts(construction)
  const forms = [...named(construction), ...unnamed]
  for (const { words: chosen, make: select, isOfBody } of selections(construction, given)) {
    for (const { words: sorted, make: sort } of sortings) {
      const members = memoized((input: Input) => sort(select(input)))
      for (const form of forms) {
        const words = form.words.replace('%', chosen) + sorted
        const text = memoized((input: Input) => form.make(members(input)))
        yield { words, text }
        if (Buffer.isBuffer(text(given))) continue
        for (const { words: where, make } of [...(form.usual ? around : []), ...(isOfBody ? beside : [])]) {
          yield { words: words + where, text: memoized((input: Input) => make(String(text(input)), input)) }
        }
      }
    }
  }
}

function selections({ parts }: Construction, given: Input): Selection[] {
  const of = (chosen: readonly SignedPart[]) => (input: Input) => chosen.map(({ name }): Member => [name, partValue(input.values, name)])
  const inside = parts.filter(({ body }) => body)
  const beside = (input: Input) => fieldsOfFullest(input).filter(([name]) => !parts.some((part) => part.name === name))
  return [
    { words: 'the parts', make: of(parts) },
    { words: 'the parts and the other fields of the body', make: (input) => [...of(parts)(input), ...beside(input)] },
    ...beside(given).map(([field]) => ({
      words: `the parts and ${field}`,
      make: (input: Input) => [...of(parts)(input), ...beside(input).filter(([name]) => name === field)],
    })),
    { words: 'the fields of the body', make: fieldsOfFullest, isOfBody: true },
    ...outsideChoices(parts).flatMap((chosen) => {
      const names = chosen.map(({ name }) => name).join(', ')
      return [
        { words: `${names} and the fields of the body`, make: (input: Input) => [...of(chosen)(input), ...fieldsOfFullest(input)] },
        { words: `the fields of the body and ${names}`, make: (input: Input) => [...fieldsOfFullest(input), ...of(chosen)(input)] },
      ]
    }),
    { words: 'the signed fields', make: of(inside), isOfBody: true },
    ...outsideChoices(parts).map((chosen) => ({
      words: `the signed fields and ${chosen.map(({ name }) => name).join(', ')}`,
      make: of([...inside, ...chosen]),
    })),
    ...parts.map((left) => ({ words: `the parts but ${left.name}`, make: of(parts.filter((part) => part !== left)) })),
  ]
}

const sortings: readonly Way<(members: readonly Member[]) => readonly Member[]>[] = [
  { words: '', make: (members) => members },
  { words: ', sorted by name', make: (members) => members.toSorted(([one], [other]) => (one < other ? -1 : 1)) },
]

function named(construction: Construction): Form[] {
  return namings(construction).flatMap(({ words, make }) =>
    namedForms
      .filter((form) => form.namings?.includes(words) ?? true)
      .map((form) => ({
        ...form,
        words: form.words + words,
        make: (members) => form.make(members.map(([name, value]): Member => [make(name), value])),
      })),
  )
}

const between = ['&', '', '\n', ',', ';', '|', ', ', ' ', '\r\n']

const namedForms: readonly Form[] = [
  ...['=', ':', '', ': '].flatMap((equals) =>
    between.map((separator) => ({
      words: `name${equals}value of %${separator === '' ? '' : ` with ${JSON.stringify(separator)} between them`}`,
      usual: equals === '=' && separator === '&',
      make: (members: readonly Member[]) => members.map(([name, value]) => `${name}${equals}${value}`).join(separator),
    })),
  ),
  { words: 'names and values of % with "," between all', make: (members) => members.flat().join(',') },
  { words: 'a query string of %', usual: true, make: (members) => new URLSearchParams(members.map(([...pair]) => pair)).toString() },
  { words: 'a query string of %, as Python writes it', usual: true, make: (members) => query(members, formQuoted) },
  {
    words: 'a query string of %, encoded for a URL',
    make: (members) => query(members, (value) => encodeURIComponent(value.toWellFormed())),
  },
  ...jsonObjects.map(({ words, make }) => ({
    words: `a JSON object of %${words}`,
    usual: !words.endsWith('writes it'),
    make: (members: readonly Member[]) => make(members),
  })),
  ...printedRecords,
]

function query(members: readonly Member[], write: (value: string) => string): string {
  return members.map(([name, value]) => `${write(name)}=${write(value)}`).join('&')
}

const measures: readonly Way<(value: string) => number>[] = [
  { words: '', make: (value) => Buffer.byteLength(value) },
  { words: ', in units of UTF-16', make: (value) => value.length },
  { words: ', in characters', make: (value) => [...value].length },
]

const unnamed: readonly Form[] = [
  ...['', ...between.slice(2), '&', ':', '-', '.', '_', '/', '#', '+', '\t', '\0'].map((separator) => ({
    words: separator === '' ? '%, nothing between the values' : `% with ${JSON.stringify(separator)} between them`,
    usual: separator === '',
    make: (members: readonly Member[]) => members.map(([, value]) => value).join(separator),
  })),
  ...measures.flatMap(({ words, make: lengthOf }) => [
    framed(`the length of each of % before it${words}`, (value) => `${lengthOf(value)}${value}`),
    framed(`each of % as a netstring${words}`, (value) => `${lengthOf(value)}:${value},`),
    framed(`each of % behind its length and a colon${words}`, (value) => `${lengthOf(value)}:${value}`),
  ]),
  ...[1, 2, 4, 8].flatMap((size) => [
    framed(`each of % behind its length in ${size} bytes`, (value) => Buffer.concat([sizeOf(value, size), Buffer.from(value)])),
    framed(`each of % behind its length in ${size} bytes, little end first`, (value) =>
      Buffer.concat([sizeOf(value, size).reverse(), Buffer.from(value)]),
    ),
  ]),
]

function framed(words: string, frame: (value: string) => Text): Form {
  return { words, make: (members) => Buffer.concat(members.map(([, value]) => Buffer.from(frame(value)))) }
}

function sizeOf(value: string, bytes: number): Buffer {
  const digits = Buffer.byteLength(value).toString(16)
  return Buffer.from(digits.padStart(bytes * 2, '0').slice(-bytes * 2), 'hex')
}

function surroundings({ parts }: Construction, address: Endpoint | undefined): Surrounding[] {
  const time = parts.find(isTimestamp)?.name ?? ''
  const timeOf = ({ values }: Input) => values[time] ?? ''
  return [
    ...[...allJoints, '&key=', '&secret='].flatMap((joint): Surrounding[] => [
      {
        words: `, with ${joint && `${JSON.stringify(joint)} and `}the secret behind it`,
        make: (text, { secret }) => text + joint + secret,
      },
      {
        words: `, with the secret${joint && ` and ${JSON.stringify(joint)}`} before it`,
        make: (text, { secret }) => secret + joint + text,
      },
    ]),
    { words: ', with the secret before and behind it', make: (text, { secret }) => secret + text + secret },
    ...['', '.', '\n', '&'].flatMap((separator) => [
      { words: `, behind ${time}${said(separator)}`, make: (text: string, input: Input) => timeOf(input) + separator + text },
      { words: `, before ${time}${said(separator)}`, make: (text: string, input: Input) => text + separator + timeOf(input) },
      ...(address ? ofAddress(address, separator) : []),
    ]),
    ...[':', ': ', '='].map((equals) => ({
      words: `, behind the headers as lines of name${equals}value`,
      make: (text: string, { values }: Input) =>
        parts.flatMap(({ name, header }) => (header ? [`${header}${equals}${partValue(values, name)}\n`] : [])).join('') + text,
    })),
    ...encodings.map(([encoding, named]) => ({
      words: `, all of it in ${named}`,
      make: (text: string) => Buffer.from(text).toString(encoding),
    })),
    { words: ', with & behind it', make: (text) => `${text}&` },
    { words: ', with a newline behind it', make: (text) => `${text}\n` },
  ]
}

/** The parts that are no fields, the time alone, and those that headers carry. */
function outsideChoices(parts: readonly SignedPart[]): (readonly SignedPart[])[] {
  const outside = parts.filter(({ body }) => !body)
  return [outside, outside.filter(isTimestamp), outside.filter(({ header }) => header)]
}

/** The parts that are no fields before or behind a text of the fields, nothing between them. */
function outsideParts({ parts }: Construction): Surrounding[] {
  return outsideChoices(parts).flatMap((those): Surrounding[] => {
    const names = those.map(({ name }) => name).join(', ')
    const values = (input: Input) => those.map(({ name }) => partValue(input.values, name)).join('')
    return [
      { words: `, behind ${names}`, make: (text, input) => values(input) + text },
      { words: `, before ${names}`, make: (text, input) => text + values(input) },
    ]
  })
}

function ofAddress({ method, path }: Endpoint, separator: string): Surrounding[] {
  const before = [
    ['the method', method],
    ['the path', path],
    ['the method and the path', method + separator + path],
  ] as const
  return before.map(([words, start]) => ({ words: `, behind ${words}${said(separator)}`, make: (text) => start + separator + text }))
}

function said(separator: string): string {
  return separator === '' ? '' : ` and ${JSON.stringify(separator)}`
}
