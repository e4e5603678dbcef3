import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import type { Operation } from '../contracts/contract.ts'
import { derive } from '../contracts/derivation/derive.ts'
import { ownFormats, wholePattern } from '../contracts/formats/formats.ts'
import { listing, response } from '../engine/evidence/evidence.fixture.ts'
import { createShapes } from '../engine/evidence/shape.ts'
import { edited } from '../provider/edits.ts'
import { nodeOf } from '../text/json/node.ts'
import { isObject } from '../text/json/pointer.ts'
import { documentUrl, loadDocument, parseYaml } from './document.ts'

it('is an OpenAPI 3.1 document by the published schema', async () => {
  const validator = new Validator()
  const outcome = await validator.validate({ ...parseYaml(await readFile(documentUrl, 'utf8'), 'openapi.yaml') })
  expect([outcome.valid, outcome.errors, validator.version]).toEqual([true, undefined, '3.1'])
})

it("passes Redocly's recommended rules without a warning", () => {
  const redocly = fileURLToPath(new URL('../node_modules/@redocly/cli/bin/cli.js', import.meta.url))
  const { status, stdout } = spawnSync(
    process.execPath,
    [redocly, 'lint', fileURLToPath(documentUrl), '--extends=recommended', '--format=json'],
    { env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }, encoding: 'utf8' },
  )
  expect(JSON.parse(stdout)).toMatchObject({ totals: { errors: 0, warnings: 0 }, problems: [] })
  expect(status).toBe(0)
})

it('has a pattern beside every format of its own, for tools that do not know the format', async () => {
  const { content } = await loadDocument()
  const found: string[] = []
  JSON.stringify(content, (_, value: unknown) => {
    const own = isObject(value) && ownFormats.find(({ name }) => name === value['format'])
    if (own) found.push(own.name)
    if (own) expect([own.name, nodeOf(value)['pattern']]).toEqual([own.name, wholePattern(own.pattern)])
    return value
  })
  expect(new Set(found)).toEqual(new Set(ownFormats.map(({ name }) => name)))
})

it('gives every requirement and every open point an id of its own, and words', async () => {
  const { requirements, openPoints } = derive(await loadDocument())
  const entries = [...requirements, ...openPoints]
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length)
  expect(entries.filter(({ text, clause }) => !/^[A-Z\w].*\.$/.test(text) || !/^\d+(\.\d+)?$/.test(clause))).toEqual([])
})

it('has no member without a value: an unquoted comma ends a text in { }, and what follows becomes a member', async () => {
  const { content } = await loadDocument()
  const empty: string[] = []
  JSON.stringify(content, function (this: unknown, name: string, value: unknown) {
    if (value === null && !Array.isArray(this) && name !== 'max_supply') empty.push(name)
    return value
  })
  expect(empty).toEqual([])
})

describe('examples', async () => {
  const { compileValidators } = await import('../contracts/schemas/compile.ts')
  const contract = derive(await loadDocument())
  const shapes = createShapes(compileValidators(contract))
  const findings = ({ id, success }: Operation, example: unknown) =>
    success.fields.flatMap((field) => shapes({ id, ...success }, field, response(200, example)).findings.map(({ at }) => at))

  it.for(contract.operations)('of $id conform to their schema, to the last field', (operation) => {
    expect(operation.success.examples.flatMap(({ value }) => findings(operation, value))).toEqual([])
  })

  it('of requests are in the case that is stated, which no keyword of JSON Schema says', async () => {
    const { content } = await loadDocument()
    const found = contract.operations.flatMap(({ method, path, body }) => {
      const examples = body && valueAt(content, ['paths', path, method.toLowerCase(), 'requestBody', 'content', body.mediaType, 'examples'])
      const cased = body?.fields.filter(({ schema }) => schema['x-case'] === 'upper') ?? []
      return Object.values(nodeOf(examples ?? {})).flatMap((example) => cased.map(({ name }) => String(valueAt(example, ['value', name]))))
    })
    expect(found).not.toEqual([])
    expect(found).toEqual(found.map((text) => text.toUpperCase()))
  })

  it('would not, were a field of a record wrong', () => {
    const spoiled = edited(listing.success.example, ['data', '*', 'rank'], () => 'two')
    expect(findings(listing, spoiled)).toEqual(['/data/0/rank'])
  })
})

function valueAt(node: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, name) => nodeOf(value)[name], node)
}
