import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DocumentError, documentUrl, loadDocument, type Node, parseYaml, resolveDocument, sha256 } from './document.ts'

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
    { given: 'a: { $ref: "#/a/b" }\n', want: /cannot be resolved/ },
  ])('refuses $given', async ({ given, want }) => {
    const url = await written(given)
    await expect(loadDocument(url)).rejects.toThrow(DocumentError)
    await expect(loadDocument(url)).rejects.toThrow(want)
  })

  it('reads nothing outside of the document', async () => {
    const url = await written(`a: { $ref: "${documentUrl.pathname}#/info" }\n`)
    const outcome = await loadDocument(url).then(({ content }) => JSON.stringify(content), String)
    expect(outcome).not.toContain('Wallet-payment')
  })
})

describe('resolveDocument', () => {
  it('leaves what it was given as it was', async () => {
    const content: Node = { a: { $ref: '#/b' }, b: { c: 1 } }
    expect((await resolveDocument(content, 'x')).content).toEqual({ a: { c: 1 }, b: { c: 1 } })
    expect(content).toEqual({ a: { $ref: '#/b' }, b: { c: 1 } })
  })

  it('refuses a schema that holds itself', async () => {
    const content = parseYaml('a: { properties: { child: { $ref: "#/a" } } }', 'x')
    await expect(resolveDocument(content, 'x')).rejects.toThrow(DocumentError)
  })
})
