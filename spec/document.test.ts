import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { sha256 } from '../text/digest.ts'
import type { Node } from '../text/json/node.ts'
import { documentUrl, loadDocument, parseYaml, resolveDocument } from './document.ts'
import { DocumentError } from './document-error.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-document-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function written(text: string): Promise<URL> {
  const file = join(folder, 'document.yaml')
  await writeFile(file, text)
  return pathToFileURL(file)
}

describe('loadDocument', () => {
  it('reads the committed document with every reference resolved', async () => {
    const { content } = await loadDocument()
    expect(JSON.stringify(content)).not.toContain('"$ref"')
  })

  it('keeps the SHA-256 of the text, to the byte', async () => {
    const [one, other] = ['a: 1\n', 'a: 1']
    expect((await loadDocument(await written(one))).sha256).toBe(sha256(one))
    expect((await loadDocument(await written(other))).sha256).not.toBe(sha256(one))
  })

  it.each([
    { given: 'a: [1', want: /document\.yaml is not valid YAML.*line 1/s },
    { given: '- a\n- b\n', want: /document\.yaml holds no document: expected a YAML mapping/ },
    { given: '', want: /holds no document/ },
    { given: 'a: { $ref: "#/nowhere" }', want: /cannot be resolved.*nowhere/ },
    { given: 'a: { $ref: "#/a/b" }\n', want: /holds itself/ },
    { given: 'a: !!set { b }', want: /Unresolved tag/ },
  ])('refuses $given', async ({ given, want }) => {
    const url = await written(given)
    await expect(loadDocument(url)).rejects.toThrow(DocumentError)
    await expect(loadDocument(url)).rejects.toThrow(want)
  })

  it('tells the terminal nothing of what it holds', async () => {
    using warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
    await loadDocument(await written('? { a: hidden }\n: 1\n'))
    expect(warned).not.toHaveBeenCalled()
  })

  it('reads nothing outside of the document', async () => {
    const url = await written(`a: { $ref: "${documentUrl.pathname}#/info" }\n`)
    const outcome = await loadDocument(url).then(({ content }) => JSON.stringify(content), String)
    expect(outcome).not.toContain('Wallet-payment')
  })
})

describe('resolveDocument', () => {
  it('leaves what it was given as it was', () => {
    const content: Node = { a: { $ref: '#/b' }, b: { c: 1 } }
    expect(resolveDocument(content, 'x').content).toEqual({ a: { c: 1 }, b: { c: 1 } })
    expect(content).toEqual({ a: { $ref: '#/b' }, b: { c: 1 } })
  })

  it.each([
    {
      what: 'a reference beside other members, which stand before what it names',
      given: { a: { $ref: '#/b', d: 2, c: 3 }, b: { c: 1 } },
      want: { c: 3, d: 2 },
    },
    { what: 'a chain of references', given: { a: { $ref: '#/b' }, b: { $ref: '#/c' }, c: [1] }, want: [1] },
    { what: 'a place within a reference', given: { a: { $ref: '#/b/c' }, b: { $ref: '#/d' }, d: { c: 'within' } }, want: 'within' },
    { what: 'escaped names', given: { a: { $ref: '#/~1p~0/%7Bid%7D' }, '/p~': { '{id}': 1 } }, want: 1 },
    { what: 'an element of a list', given: { a: { $ref: '#/b/1' }, b: [0, { c: 1 }] }, want: { c: 1 } },
    { what: 'beside operations of many parts', given: { a: { $ref: '#/b' }, b: [0], paths: Array(15_999).fill(0) }, want: [0] },
  ])('resolves $what', ({ given, want }) => expect(resolveDocument(given, 'x').content['a']).toEqual(want))

  it.each([
    { what: 'a schema that holds itself', given: { a: { properties: { child: { $ref: '#/a' } } } }, want: /#\/a holds itself/ },
    {
      what: 'references that name each other',
      given: { a: { $ref: '#/b' }, b: { $ref: '#/a' } },
      want: /holds itself: #\/b → #\/a → #\/b/,
    },
    { what: 'a place within itself', given: { a: { $ref: '#/a/b' } }, want: /holds itself/ },
    { what: 'another document', given: { a: { $ref: 'https://else.example/x.yaml#/a' } }, want: /expected one within the document/ },
    { what: 'a document of no end', given: doubling(40), want: /more than 100000 parts/ },
    {
      what: 'operations that become too large',
      given: { list: Array(999).fill(0), paths: Array(16).fill({ $ref: '#/list' }) },
      want: /\/paths has more than 16,000 parts/,
    },
  ])('refuses $what', ({ given, want }) => {
    expect(() => resolveDocument(given, 'x')).toThrow(DocumentError)
    expect(() => resolveDocument(given, 'x')).toThrow(want)
  })
})

function doubling(levels: number): Node {
  const members = Array.from({ length: levels }, (_, level) => [
    `l${level}`,
    [`#/l${level + 1}`, `#/l${level + 1}`].map(($ref) => ({ $ref })),
  ])
  return { ...Object.fromEntries(members), [`l${levels}`]: 'end' }
}

it('a clause is read as it is written, and another number as a number', () => {
  expect(parseYaml('{ x-clause: 4.10, clause: 4.20, minimum: 1.10 }', 'o.yaml')).toEqual({
    'x-clause': '4.10',
    clause: '4.20',
    minimum: 1.1,
  })
})
