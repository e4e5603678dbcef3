import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { Operation } from '../contract.ts'
import { deriveOverlaid } from '../overlays/overlaid.ts'

const folder = await mkdtemp(join(tmpdir(), 'assay-paged-'))
afterAll(() => rm(folder, { recursive: true }))

const number = { type: 'integer' }
const answer = {
  type: 'object',
  properties: { items: { type: 'array', items: { type: 'object' } }, page: number, size: number, total: number },
}
const responses = { '200': { description: 'ok', content: { 'application/json': { schema: answer } } } }

async function paged(
  pages: object,
  { page = number, size = number }: { page?: object; size?: object } = {},
): Promise<Operation | undefined> {
  const parameters = Object.entries({ page, size }).map(([name, schema]) => ({ name, in: 'query', schema }))
  const pagination = {
    page: { request: '/page', response: '/page', ...pages },
    size: { request: '/size', response: '/size' },
    total: '/total',
    records: '/items',
  }
  const update = {
    '/added': { get: { operationId: 'added', security: [{ apiToken: [] }], parameters, responses, 'x-pagination': pagination } },
  }
  const file = join(folder, 'o.yaml')
  await writeFile(file, JSON.stringify({ overlay: '1.1.0', info: { title: 'T' }, actions: [{ target: '$.paths', update }] }))
  return (await deriveOverlaid([file])).operations.find(({ id }) => id === 'added')
}

it.each([
  [{}, {}, [1, 10]],
  [{ first: 0 }, {}, [0, 10]],
  [{}, { size: { ...number, maximum: 5 } }, [1, 5]],
  [{}, { size: { ...number, minimum: 20 } }, [1, 20]],
  [{}, { size: { ...number, example: 3 } }, [1, 3]],
])('asks for the first page and its usual size where nothing says it: %j, %j', async (pages, schemas, wanted) => {
  const added = await paged(pages, schemas)
  expect(added?.parameters.map(({ value }) => 'value' in value && value.value)).toEqual(wanted)
  expect(added?.pagination?.page.first).toBe(wanted[0])
})

it.each([
  [{ request: '/pg' }, {}, /o\.yaml: \/actions\/0: added: x-pagination\/page\/request is \/pg, .* expected page or size\./],
  [{}, { page: { type: 'string' } }, /x-pagination\/page\/request: page is no number/],
  [{ first: 0 }, { page: { ...number, minimum: 1 } }, /x-pagination\/page\/request: a right request leaves page out; give it an example/],
])('refuses what cannot page through a list: %j, %j', async (pages, schemas, want) => {
  await expect(paged(pages, schemas)).rejects.toThrow(want)
})
