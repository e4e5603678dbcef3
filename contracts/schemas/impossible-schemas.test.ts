import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { Node } from '../../text/json/node.ts'
import { deriveOverlaid } from '../overlays/overlaid.ts'

const folder = await mkdtemp(join(tmpdir(), 'assay-impossible-'))
afterAll(() => rm(folder, { recursive: true }))

const schema = { type: 'object', required: ['id'], properties: { id: { type: 'string' } } }
const success = (inner: unknown) => ({ '200': { description: 'ok', content: { 'application/json': { schema: inner } } } })
const added = (stated: Node) => ({ '/a': { get: { operationId: 'added', responses: success(schema), ...stated } } })
const answering = (inner: unknown) => added({ responses: success(inner) })
const asking = (parameters: unknown) => added({ parameters })
const holding = (property: unknown) => answering({ type: 'object', properties: { id: property } })
const query = { name: 'q', in: 'query' }

async function refusal(paths: Node): Promise<string> {
  const file = join(folder, 'o.yaml')
  await writeFile(file, JSON.stringify({ overlay: '1.1.0', info: { title: 'T' }, actions: [{ target: '$.paths', update: paths }] }))
  return deriveOverlaid([file]).then(
    () => 'taken',
    (error: Error) => error.message,
  )
}

it.each<[what: string, paths: Node, want: RegExp]>([
  [
    'types that exclude each other',
    holding({ allOf: [{ type: 'string' }, { type: 'integer' }] }),
    /types .*, string and integer: no value/,
  ],
  [
    'a format of another type',
    holding({ type: 'integer', format: 'date' }),
    /id has the format date, which asks nothing of the type integer/,
  ],
  ['a type that is excluded', holding({ type: 'number', not: { type: ['number', 'null'] } }), /types .*, number and not number or null:/],
  ['a type beside another', holding({ type: 'object', allOf: [{ type: ['array', 'null'] }] }), /id has types .*object and array or null/],
  ['nothing', answering(false), /json\/schema: no value could be right/],
  ['a type of a field again', answering({ ...schema, allOf: [{ properties: { id: { type: 'integer' } } }] }), /success\/id has types/],
  ['bounds without a step', holding({ type: 'integer', minimum: 1, maximum: 2, multipleOf: 5 }), /id has bounds .*no multiple of 5/],
  ['bounds without a whole', holding({ type: 'integer', minimum: 1.2, maximum: 1.8 }), /id has bounds .*no whole number/],
  ['bounds of nothing', holding({ type: 'number', exclusiveMinimum: 1, maximum: 1 }), /id has bounds that leave no number/],
  ['neighbours excluded', holding({ type: 'integer', exclusiveMinimum: 1, exclusiveMaximum: 2 }), /id has bounds .*no whole number/],
  ['bounds crossed apart', holding({ minLength: 3, allOf: [{ maxLength: 2 }] }), /id has a minLength above its maxLength/],
  ['a const of no pattern', holding({ type: 'string', const: 'a', pattern: '^b$' }), /id allows "a" alone, which the rest of it excludes/],
  ['a const beyond', holding({ type: 'number', const: 3, maximum: 2 }), /id allows 3 alone/],
  ['a const of another type', holding({ const: 'a', allOf: [{ type: 'integer' }] }), /id allows a value that its type integer excludes/],
  [
    'more elements than there are',
    holding({ type: 'array', minItems: 3, uniqueItems: true, items: { enum: ['a', 'b'] } }),
    /id asks for 3 elements, each another, of which there are 2/,
  ],
  ['more names than fit', answering({ ...schema, required: ['id'], maxProperties: 0 }), /success requires 1 fields and allows 0/],
  [
    'no form that fits',
    holding({ type: 'string', oneOf: [{ type: 'integer' }, { maxLength: 1, minLength: 2 }] }),
    /a oneOf of which no form/,
  ],
  [
    'bounds without a common step',
    holding({ type: 'integer', minimum: 1, maximum: 5, multipleOf: 2, allOf: [{ multipleOf: 3 }] }),
    /multiple of 6/,
  ],
  [
    'an object of another type',
    holding({ const: { a: 1 }, type: 'object', properties: { a: { type: 'string' } } }),
    /id allows \{"a":1\} alone/,
  ],
  ['a list of another type', holding({ const: [1, 2], type: 'array', items: { type: 'string' } }), /id allows \[1,2\] alone/],
  [
    'an object without what it needs',
    holding({ enum: [{}, { b: 1 }], type: 'object', required: ['a'], properties: { a: {} } }),
    /id allows \{\}, \{"b":1\} alone/,
  ],
  [
    'a field that a part shuts out',
    holding({ type: 'object', additionalProperties: false, properties: { a: {} }, allOf: [{ required: ['b'], properties: { b: {} } }] }),
    /id requires b, and a part of it .* no further ones: no value/,
  ],
  ['null alone', holding({ type: ['integer', 'null'], minimum: 5, maximum: 1 }), /id has a minimum above .*only null could be right/],
  [
    'a text alone',
    holding({ type: ['array', 'string'], minItems: 2, maxItems: 1 }),
    /id has a minItems above .*only string could be right/,
  ],
  [
    'a form that another takes in',
    holding({ oneOf: [{ type: 'number' }, { type: 'integer', minimum: 1 }] }),
    /form .*integer.* in its oneOf, which another one takes in/,
  ],
  ['a form beside one of anything', holding({ anyOf: [{ type: 'string' }, { title: 'any' }] }), /anyOf that takes whatever there is/],
  ['a parameter of nothing', asking([{ ...query, schema: { allOf: [{ type: 'string' }, { type: 'null' }] } }]), /parameter q has types/],
])('a schema that no value fits is refused with its action and its place: %s', async (_, paths, want) => {
  const said = await refusal(paths)
  expect(said).toMatch(want)
  expect(said).toMatch(/o\.yaml: \/actions\/0: /)
})

it.each<[what: string, property: unknown]>([
  ['an integer among numbers', { type: 'number', allOf: [{ type: 'integer' }] }],
  ['a fraction', { type: 'number', not: { type: 'integer' } }],
  ['null in both lists', { type: ['string', 'null'], allOf: [{ type: ['integer', 'null'] }] }],
  ['what is excluded', { type: 'string', not: { allOf: [{ type: 'string' }, { type: 'integer' }] } }],
  ['one of two forms', { type: 'string', anyOf: [{ type: 'integer' }, { minLength: 2 }] }],
  [
    'an integer beside other numbers',
    {
      oneOf: [
        { type: 'number', maximum: 0 },
        { type: 'integer', minimum: 1 },
      ],
    },
  ],
  ['a form that nothing fits', { oneOf: [{ type: 'integer', minimum: 2, maximum: 1 }, { type: 'string' }] }],
  ['a step that binary numbers miss', { type: 'number', minimum: 0.07, maximum: 0.07, multipleOf: 0.01 }],
  ['bounds that meet', { type: 'integer', exclusiveMinimum: 1, exclusiveMaximum: 3 }],
  ['every element there is', { type: 'array', minItems: 2, uniqueItems: true, items: { enum: ['a', 'b'] } }],
  ['two steps that meet', { type: 'number', minimum: 0.1, maximum: 0.6, multipleOf: 0.2, allOf: [{ multipleOf: 0.3 }] }],
  ['an object as it is described', { type: 'object', const: { a: 'x' }, example: { a: 'x' }, properties: { a: { type: 'string' } } }],
  [
    'a field that no part shuts out',
    { additionalProperties: false, required: ['b'], properties: { a: {}, b: {} }, allOf: [{ properties: { b: {} } }] },
  ],
  ['a form that null fits', { anyOf: [{ type: ['integer', 'null'], minimum: 5, maximum: 1 }, { type: 'boolean' }] }],
  ['one value of a list', { type: 'integer', enum: [1, 20], maximum: 5 }],
])('a schema that a value fits is taken: %s', async (_, property) => {
  expect(await refusal(holding(property))).toBe('taken')
})
