import type { Schema } from '../contracts/contract.ts'
import { sample } from '../contracts/sample.ts'
import { violations } from '../contracts/violations.ts'

/** A way to spoil a value, named so that it reads before a field: `drops data[].rank`. */
export interface Fault {
  readonly id: string
  readonly title: string
  /** Undefined drops the value. */
  readonly spoil: (value: unknown) => unknown
}

/** Every fault that takes a value out of its schema: dropped, null, of another type, in a broken format, another constant. */
export function faultsOf(schema: Schema, isRequired = true): Fault[] {
  return [...(isRequired ? [{ id: 'drops', title: 'left out', spoil: () => undefined }] : []), ...valueFaults(schema)]
}

/** The faults of a value that is there. */
export function valueFaults(schema: Schema): Fault[] {
  const allowed = typesOf(schema)
  const types = Object.entries(otherTypes).filter(([type]) => !allowed.has(type) && !(type === 'integer' && allowed.has('number')))
  return [
    ...types.map(([type, spoil]) => ({ id: `as-${type}`, title: type === 'integer' ? 'an integer' : `of type ${type}`, spoil })),
    ...formatFaults(schema.format),
    ...constantFaults(schema),
    ...boundFaults(schema),
  ]
}

/** The JSON types that a schema allows; an integer is no fraction, a number may be an integer. */
function typesOf({ type }: Schema): ReadonlySet<string> {
  return new Set(type === undefined ? Object.keys(otherTypes) : typeof type === 'string' ? [type] : type)
}

const otherTypes: Readonly<Record<string, (value: unknown) => unknown>> = {
  null: () => null,
  string: (value) => (typeof value === 'object' ? JSON.stringify(value) : String(value)),
  integer: (value) => (Number.isSafeInteger(Number(value)) ? Number(value) : 7),
  number: (value) => (Number.isFinite(Number(value)) ? Math.trunc(Number(value)) + 0.5 : 1.5),
  boolean: () => true,
  array: (value) => [value ?? null],
  object: (value) => ({ value }),
}

function constantFaults(schema: Schema): Fault[] {
  if (!('const' in schema)) return []
  return [{ id: 'as-other-value', title: 'with another value', spoil: () => (schema.const === 'ok' ? 'fine' : 'ok') }]
}

function boundFaults(schema: Schema): Fault[] {
  return violations(schema, sample(schema))
    .filter(({ keyword }) => keyword !== 'const')
    .map(({ keyword, value, words }) => ({ id: `breaks-${keyword}`, title: `with a value that ${words}`, spoil: () => value }))
}

function formatFaults(format: string | undefined): Fault[] {
  return (broken[format ?? ''] ?? []).map(([id, spoil]) => ({
    id: `as-${id}`,
    title: `as ${id.replaceAll('-', ' ')}`,
    spoil: (value) => spoil(String(value)),
  }))
}

type Breakage = readonly [id: string, spoil: (value: string) => string]

const empty: Breakage = ['empty-text', () => '']

/** Each format broken in the ways in which services break it. */
const broken: Readonly<Record<string, readonly Breakage[]>> = {
  url: [
    ['relative-url', (value) => value.replace(/^https?:\/\/[^/]*\/?/, '/')],
    ['url-without-scheme', (value) => value.replace(/^https?:\/\//, 'www.')],
    ['protocol-relative-url', (value) => value.replace(/^https?:/, '')],
    ['ftp-url', (value) => value.replace(/^https?/, 'ftp')],
    ['url-without-host', () => 'https://'],
    ['url-with-space', (value) => `${value}a b`],
    ['plain-words', () => 'not available'],
    empty,
  ],
  date: [
    ['impossible-date', () => '2023-02-30'],
    ['thirteenth-month', () => '2023-13-01'],
    ['local-date', (value) => value.split('-').reverse().join('/')],
    ['date-with-time', (value) => `${value}T00:00:00Z`],
    ['unpadded-date', () => '2019-3-7'],
    ['year-alone', (value) => value.slice(0, 4)],
    ['date-without-hyphens', (value) => value.replaceAll('-', '')],
    empty,
  ],
  digits: [
    ['digits-and-letter', (value) => `${value}x`],
    ['negative-digits', (value) => `-${value}`],
    ['digits-with-point', (value) => `${value}.0`],
    ['digits-with-space', (value) => ` ${value}`],
    empty,
  ],
  hex: [
    ['hex-without-prefix', (value) => value.replace(/^0x/, '')],
    ['prefix-alone', () => '0x'],
    ['hex-with-other-letter', (value) => `${value.slice(0, -1)}g`],
    empty,
  ],
  'upper-snake': [
    ['lower-case', (value) => value.toLowerCase()],
    ['hyphenated', (value) => value.replaceAll('_', '-').replace(/^([^-]*)$/, '$1-MAINNET')],
    ['spaced', (value) => `${value} MAINNET`],
    ['double-underscore', (value) => `${value}__MAINNET`],
    ['leading-underscore', (value) => `_${value}`],
    ['trailing-underscore', (value) => `${value}_`],
    empty,
  ],
  uri: [['relative-uri', (value) => value.replace(/^\w+:\/\/[^/]*\/?/, '/')], ['uri-with-space', (value) => `${value}a b`], empty],
  'date-time': [
    ['date-alone', (value) => value.slice(0, 10)],
    ['time-without-zone', (value) => value.slice(0, 19)],
    ['seconds-of-epoch', () => '1700000000'],
    empty,
  ],
  uuid: [['uuid-cut-short', (value) => value.slice(0, -1)], ['uuid-with-other-letter', (value) => `${value.slice(0, -1)}g`], empty],
  email: [['email-without-at', (value) => value.replace('@', '.')], empty],
  'not-blank': [empty, ['blank-text', () => ' \t ']],
}
