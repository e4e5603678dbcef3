import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { Node } from '../../text/json/node.ts'
import { deriveOverlaid } from '../overlays/overlaid.ts'

const folder = await mkdtemp(join(tmpdir(), 'assay-declared-inputs-'))
afterAll(() => rm(folder, { recursive: true }))

const text = { type: 'string' }
const query = { name: 'q', in: 'query', schema: text }

/** The added operation of a path and a parameter, or why it is refused. */
async function derived(path: string, parameter: Node) {
  const file = join(folder, 'o.yaml')
  const responses = {
    '200': { description: 'ok', content: { 'application/json': { schema: { type: 'object', properties: { id: text } } } } },
  }
  const update = { [path]: { get: { operationId: 'added', responses, parameters: [parameter] } } }
  await writeFile(file, JSON.stringify({ overlay: '1.1.0', info: { title: 'T' }, actions: [{ target: '$.paths', update }] }))
  return (await deriveOverlaid([file])).operations.find(({ id }) => id === 'added')
}

it.each<[what: string, path: string, parameter: Node, want: RegExp]>([
  ['half a percent sign', '/a%zz', query, /a percent sign in it two digits behind/],
  ['a control character in a path', '/a\u0007', query, /a path has no control character/],
  ['a letter beyond ASCII in a path', '/caf\u00e9', query, /sent encoded; expected "\/caf%C3%A9"/],
  ['a list that is joined', '/a', { ...query, schema: { type: 'array' }, explode: false }, /0\/explode: a list is sent as a parameter/],
  ['a list between bars', '/a', { ...query, style: 'pipeDelimited' }, /style: expected one of form, simple/],
  ['a parameter of no name', '/a', { ...query, name: '' }, /name: expected a text with something in it/],
  ['a setting of no name', '/a', { ...query, 'x-setting': 'my own!' }, /x-setting: expected a name of letters/],
  ['a value of another type', '/a', { ...query, schema: { type: 'integer' }, example: 'a' }, /the value of its q is "a", which its schema/],
])('%s is refused with its action and its place', async (_, path, parameter, want) => {
  await expect(derived(path, parameter)).rejects.toThrow(want)
  await expect(derived(path, parameter)).rejects.toThrow(/o\.yaml: \/actions\/0: /)
})

it('a list is sent as it is declared, in another writing of the same path too', async () => {
  const operation = await derived('/a%20b', {
    ...query,
    schema: { type: 'array', items: text },
    example: ['x', 'y'],
    explode: true,
    style: 'form',
  })
  expect(operation?.parameters).toMatchObject([{ name: 'q', value: { value: ['x', 'y'] } }])
})

it.each([
  ['query', 1, ['minLength']],
  ['query', 3, ['minLength']],
  ['path', 3, ['minLength']],
  ['path', 1, []],
])('a text in the %s of at least %i letters is asked for with fewer, unless the path would be another', async (place, minLength, want) => {
  const parameter = { name: 'q', in: place, schema: { ...text, minLength }, ...(place === 'path' && { required: true }) }
  const operation = await derived(place === 'path' ? '/a/{q}' : '/a', parameter)
  expect(operation?.bounds.map(({ keyword }) => keyword)).toEqual(want)
})
