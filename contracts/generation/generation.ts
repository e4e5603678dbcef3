import type { Document } from '../../spec/document.ts'
import type { Contract, Schema } from '../contract.ts'
import { derive } from '../derivation/derive.ts'
import { formatCalled, wholePattern } from '../formats/formats.ts'
import { pactConsumer, pacts } from '../pacts/pacts.ts'
import { validatorModule } from '../schemas/compile.ts'
import { withoutKnownPatterns } from '../schemas/known-patterns.ts'
import { portable } from '../schemas/schemas.ts'
import { vectorSchema } from '../vectors/schema.ts'
import { signedHeaders, vectorFile, vectorsName } from '../vectors/vectors.ts'
import { configurationSchema, configurationSchemaName } from './configuration-schema.ts'
import { typesModule } from './typescript.ts'

/** The files of `contracts/generated`: the text of each, by its path there. Pure: the same document gives the same texts. */
export async function generate(document: Document): Promise<ReadonlyMap<string, string>> {
  const content = withoutKnownPatterns(document.content)
  const contract = derive(document)
  return new Map([
    ['contract.json', json(contract)],
    ['contract.ts', `${head}${contractModule}`],
    ['ids.ts', `${head}${idsModule(contract)}`],
    ['types.ts', `${head}${typesModule(content, contract)}`],
    ['validators.js', `${head}${validatorModule(contract)}`],
    ['validators.d.ts', `${head}${validatorTypes}`],
    [configurationSchemaName, json(configurationSchema(contract))],
    ...vectors(contract),
    ...[...jsonSchemas(contract)].map(([name, schema]) => [`schemas/${name}`, json(schema)] as const),
    ...[...pacts(contract)].map(([base, pact]) => [`pacts/${pactConsumer}-${base}.json`, json(sorted(pact))] as const),
  ])
}

const head = '// Generated from spec/openapi.yaml by `npm run generate`; do not edit.\n\n'

const contractModule = `import type { Contract } from '../contract.ts'
import json from './contract.json' with { type: 'json' }

export const contract = json as unknown as Contract
`

const validatorTypes = `import type { Validators } from '../schemas/validator.ts'

export declare const generatedValidators: Validators
`

function vectors(contract: Contract): [string, string][] {
  const construction = signedHeaders(contract)?.signature.construction
  if (!construction) return []
  return [
    [`vectors/${vectorsName}.json`, json(vectorFile(construction))],
    [`vectors/${vectorsName}.schema.json`, json(vectorSchema(construction))],
  ]
}

function idsModule({ operations, requirements, openPoints, settings }: Contract): string {
  return [
    union('OperationId', 'Every operation', operations),
    union('RequirementId', 'Every requirement', requirements),
    union('OpenPointId', 'Every open point', openPoints),
    union('SettingName', 'Every setting of a target', settings),
  ].join('\n')
}

function union(name: string, comment: string, members: readonly ({ readonly id: string } | { readonly name: string })[]): string {
  const lines = members.map((member) => `  | '${'id' in member ? member.id : member.name}'\n`)
  return `/** ${comment} that the document states. */\nexport type ${name} =\n${lines.join('')}`
}

/** The same with the members of every object in the order of their names. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(members.map(([name, member]) => [name, sorted(member)]))
}

function json(value: unknown): string {
  return `${JSON.stringify(value, undefined, 1)}\n`
}

const dialect = 'https://json-schema.org/draft/2020-12/schema'

/** Each operation's bodies as JSON Schema 2020-12, by file name: formats stand as patterns, so that every validator asserts them. */
export function jsonSchemas({ operations }: Contract): Map<string, Schema> {
  return new Map(
    operations.flatMap(({ id, summary, body, success }) => [
      ...(body ? [[`${id}.request.schema.json`, described(`${summary}: request`, body.schema)] as const] : []),
      ...(success.mediaType === undefined
        ? []
        : [[`${id}.response.schema.json`, described(`${summary}: success`, success.schema)] as const]),
    ]),
  )
}

function described(title: string, schema: Schema): Schema {
  return { $schema: dialect, title, ...portable(schema, withPattern) }
}

/** Formats of our own are known to nobody else; a pattern is asserted by every validator. */
function withPattern(schema: Schema): Schema {
  const pattern = formatCalled(schema.format)?.pattern
  if (pattern === undefined) return schema
  const { format: _own, ...rest } = schema
  return { ...rest, pattern: wholePattern(pattern) }
}
