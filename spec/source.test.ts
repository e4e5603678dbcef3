import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Contract, Operation, Schema } from '../contracts/contract.ts'
import { derive } from '../contracts/derivation/derive.ts'
import { requestInputs } from '../contracts/fields.ts'
import { defined } from '../language/defined.ts'
import { type Document, loadDocument } from './document.ts'
import { anchored, type SourceStatement, statements } from './source.fixture.ts'

/** The source as it was handed to us. What it states is kept as hashes, each with what holds it. */
const source = new URL('./source.md', import.meta.url)
const fixture = new URL('./source.fixture.jsonl', import.meta.url)

interface HeldStatement {
  readonly clause: string
  readonly kind: SourceStatement['kind']
  readonly hash: string
  readonly type?: string
  readonly format?: string
  readonly heldBy: readonly string[]
}

const document = await loadDocument()
const contract = derive(document)
const holders = everyHolder(contract, document)
const kept = existsSync(fixture)
  ? readFileSync(fixture, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as HeldStatement)
  : []

describe('the document holds the source', () => {
  it('every statement that was found in it is held by something', () => {
    expect(kept.length).toBeGreaterThan(130)
    expect(kept.filter(({ heldBy }) => heldBy.length === 0)).toEqual([])
  })

  it('whatever holds a statement is still there', () => {
    expect(kept.flatMap(({ clause, heldBy }) => heldBy.filter((id) => !holders.has(id)).map((id) => `${clause}: ${id}`))).toEqual([])
  })

  it('every field has the type and the format that the source gives it', () => {
    const typed = kept.filter(({ type }) => type !== undefined)
    expect(typed.length).toBeGreaterThan(45)
    for (const { type, format, heldBy } of typed) {
      const schemas = heldBy.map((id) => holders.get(id)?.schema).filter((schema) => schema !== undefined)
      expect(schemas, heldBy.join()).not.toEqual([])
      for (const schema of schemas) expect([inWords(schema), formatOf(schema)], heldBy.join()).toEqual([type, format])
    }
  })

  it('everything in the document that refers to the source is found there', () => {
    const held = new Set(kept.flatMap(({ heldBy }) => heldBy))
    expect([...holders.keys()].filter((id) => !held.has(id) && holders.get(id)?.anchored)).toEqual([])
  })
})

it('what is kept of the source is current (else: vitest -u, and look at the difference)', async () => {
  const found = statements(readFileSync(source, 'utf8')).map(held)
  await expect(found.map((each) => `${JSON.stringify(each)}\n`).join('')).toMatchFileSnapshot(fixture.pathname)
})

interface Holder {
  readonly clause: string
  readonly anchor?: string
  readonly anchored?: boolean
  readonly schema?: Schema
}

/** All that can hold a statement, by an id that says what it is. */
function everyHolder({ requirements, openPoints, namedOnly, clauses, operations }: Contract, { content }: Document): Map<string, Holder> {
  const schemas = new Map(operations.flatMap(fieldSchemas))
  const entries = [...requirements, ...openPoints].map(({ id, clause, anchor }): [string, Holder] => {
    const schema = schemas.get(id)
    return [id, defined({ clause, ...(anchor && { anchor, anchored: true }), schema })]
  })
  const places = anchored(content).map(({ clause, anchor }): [string, Holder] => [
    `anchor:${clause}:${anchor}`,
    { clause, anchor, anchored: true },
  ])
  const named = namedOnly.map((entry): [string, Holder] => [namedId(entry), { clause: entry.clause, anchor: entry.name, anchored: true }])
  const titles = Object.entries(clauses).map(([clause, title]): [string, Holder] => [
    `clause:${clause}:${title}`,
    { clause, anchor: title },
  ])
  const exchanges = operations.map(({ id, clause, method }): [string, Holder] => [`method:${id}:${method}`, { clause }])
  return new Map([...entries, ...places, ...named, ...titles, ...exchanges])
}

function fieldSchemas(operation: Operation): [string, Schema][] {
  const { id, success } = operation
  const request = requestInputs(operation).map(({ name, schema }): [string, Schema] => [`${id}.request.${name}`, schema])
  return [...success.fields.map(({ requirement, schema }): [string, Schema] => [requirement, schema]), ...request]
}

function held(statement: SourceStatement): HeldStatement {
  const { clause, kind, hash, cells, columns } = statement
  const [, type, notes = ''] = columns[1] === 'Type' ? cells : []
  const format = formatIn(notes)
  return defined({ clause, kind, hash, type, format: type && format && format, heldBy: holding(statement) })
}

function holding(statement: SourceStatement): string[] {
  const anchored = [...holders].filter(([id, { clause, anchor }]) => {
    return !id.startsWith('clause:') && clause === statement.clause && statement.text.includes(anchor ?? '\0')
  })
  const ids = anchored.map(([id]) => id)
  if (statement.kind === 'section') return heading(statement)
  if (statement.text.includes('method unknown')) return [...ids, ...furtherNamed(statement.text)]
  if (statement.kind === 'item') return [...sentHeaders(statement.clause), ...ids]
  if (!isDerived(statement)) return ids
  const derived = row(statement)
  return derived.length === 0 ? [] : [...new Set([...derived, ...ids])]
}

/** What a client sends in a header that an item of the source is about. */
function sentHeaders(clause: string): string[] {
  return contract.requirements.filter((each) => each.clause === clause && each.id.includes('.request.header.')).map(({ id }) => id)
}

/** Rows of these tables must be held by what the contract derives; an anchor alone does not do. */
function isDerived({ columns }: SourceStatement): boolean {
  return ['Field', 'Item', 'Area'].includes(columns[0] ?? '') || columns[1] === 'Scheme'
}

function row(statement: SourceStatement): string[] {
  const { clause, columns, cells } = statement
  if (columns[0] === 'Field') return field(statement)
  if (columns[0] === 'Item') return operationAt(clause).flatMap((operation) => item(operation, cells))
  if (columns[0] === 'Area') return named(({ name, method }) => cells[1] === name && cells[2] === method)
  return contract.operations.filter(({ summary }) => summary.startsWith(cells[0] ?? '?')).flatMap(credentials)
}

function heading({ clause, text }: SourceStatement): string[] {
  const own = [...holders].filter(
    ([id, { anchor }]) => id.startsWith(`clause:${clause}:`) && text.toLowerCase().startsWith((anchor ?? '\0').toLowerCase()),
  )
  const within = [...holders].filter(([id, holder]) => id.startsWith('clause:') && holder.clause.startsWith(`${clause}.`))
  const items = contract.requirements.filter((requirement) => requirement.clause.startsWith(`${clause}.`))
  return own.length > 0 ? own.map(([id]) => id) : within.length > 0 ? within.map(([id]) => id) : items.map(({ id }) => id)
}

function field({ clause, cells: [name = ''] }: SourceStatement): string[] {
  const ids = contract.operations.flatMap(fieldSchemas).map(([id]) => id)
  return ids.filter((id) => id.replace(/^.*[.]/, '') === name && holders.get(id)?.clause === clause)
}

function operationAt(clause: string): Operation[] {
  return contract.operations.filter((operation) => operation.clause === clause)
}

/** The rows that say how an operation is called and how it answers. */
function item(operation: Operation, [name, value = '']: readonly string[]): string[] {
  const { id, method, path, parameters, success, body } = operation
  switch (name) {
    case 'Method':
      return method === value ? [`method:${id}:${method}`] : []
    case 'Path':
      return value.endsWith(path) ? [...holders].flatMap(([key, { anchor }]) => (anchor === value ? [key] : [])) : []
    case 'Query parameter':
      return parameters
        .filter((parameter) => value === `${parameter.name} (${parameter.schema.type})`)
        .map((parameter) => `${id}.request.${parameter.name}`)
    case 'Header':
    case 'Headers':
      return [
        ...headersIn(operation, value),
        ...(body && value.includes(`Content-Type: ${body.mediaType}`) ? [`${id}.request.content-type`] : []),
      ]
    case 'Success status':
      return value === `${success.status}, ${success.mediaType}` ? [`${id}.status`, `${id}.media-type`] : []
    default:
      return []
  }
}

function headersIn({ id, authentication }: Operation, value: string): string[] {
  if (authentication.kind === 'scheme')
    return value.includes(`${authentication.header}: ${authentication.scheme} `)
      ? [`${id}.credential.scheme`, `${id}.request.header.${authentication.header.toLowerCase()}`]
      : []
  if (authentication.kind === 'none') return []
  const { key, timestamp, signature } = authentication
  return [
    [key.header, 'key-id'],
    [timestamp.header, 'timestamp'],
    [signature.header, 'required'],
  ].flatMap(([header = '', requirement]) =>
    value.includes(header) ? [`${id}.signature.${requirement}`, `${id}.request.header.${header}`] : [],
  )
}

function credentials({ id }: Operation): string[] {
  return contract.requirements
    .map((requirement) => requirement.id)
    .filter((key) => key.startsWith(`${id}.credential.`) || key === `${id}.signature.required` || key.startsWith(`${id}.request.header.`))
}

/** Throws where the list has a name that the document lacks; "add to, get and delete from watch list" names three. */
function furtherNamed(text: string): string[] {
  const list = text
    .replace(/^[^:]*: /, '')
    .replace(/ \([^)]*\)/g, '')
    .replace(/\.$/, '')
  return list.split(/, |; | and /).flatMap((fragment) => {
    const ids = named(({ name, method }) => method === undefined && (name === fragment || name.startsWith(`${fragment} `)))
    if (ids.length === 0) throw new Error(`"${fragment}" is named in clause 4.4 of the source, and not in x-named-only.`)
    return ids
  })
}

function named(is: (entry: Contract['namedOnly'][number]) => boolean): string[] {
  return contract.namedOnly.filter((entry) => entry.clause === '4.4' && is(entry)).map(namedId)
}

function namedId({ clause, area, name, method }: Contract['namedOnly'][number]): string {
  return `named:${clause}:${area}:${method ? `${method} ` : ''}${name}`
}

function formatIn(notes: string): string | undefined {
  const formats: [RegExp, string][] = [
    [/\bURLs?\b/, 'url'],
    [/YYYY-MM-DD/, 'date'],
    [/^digits/, 'digits'],
    [/0x-prefixed hexadecimal/, 'hex'],
    [/upper case with underscore/, 'upper-snake'],
    [/^decimal /, 'decimal'],
    [/the value success/, 'const success'],
    [/^empty string/, 'const '],
  ]
  return formats.find(([pattern]) => pattern.test(notes))?.[1]
}

function formatOf(schema: Schema): string | undefined {
  return 'const' in schema ? `const ${schema.const}` : (schema.format ?? schema.items?.format)
}

/** A schema's type as the source writes it. */
function inWords({ type, items }: Schema): string {
  if (type === 'array' && items?.type === 'string') return 'array of strings'
  return Array.isArray(type) ? type.join(' or ') : String(type)
}
