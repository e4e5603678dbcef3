import { type Node, nodeOf } from '../../text/json/node.ts'
import type { Contract, Operation, Parameter, Schema } from '../contract.ts'
import { queryParameters } from '../fields.ts'
import { propertiesOf } from '../schemas/schema-parts.ts'

export function typesModule(document: Node, { operations }: Contract): string {
  const schemas = Object.entries(nodeOf(nodeOf(document['components'])['schemas'])) as [string, Schema][]
  const names = new Map(schemas.flatMap(([name, { properties }]) => (properties ? [[properties, name] as const] : [])))
  return [
    ...schemas.map(([name, schema]) => declaration(name, schema, names)),
    ...operations.flatMap((operation) => operationTypes(operation, names)),
  ].join('\n')
}

/** A reference that has a description of its own is resolved into a copy; the properties are still the schema's. */
type Names = ReadonlyMap<Schema['properties'], string>

function declaration(name: string, schema: Schema, names: Names): string {
  const { description } = schema
  const comment = description ? `/** ${description} */\n` : ''
  if (!schema.properties) return `${comment}export type ${name} = ${typeOf(schema, names, '')}\n`
  return `${comment}export interface ${name} ${objectType(schema, names, '')}\n`
}

function operationTypes({ id, summary, parameters, body, success }: Operation, names: Names): string[] {
  const title = id.replace(/^[a-z]/, (letter) => letter.toUpperCase())
  const query = queryParameters({ parameters })
  const members = [
    ...(query.length > 0 ? [`  query${query.some(({ required }) => required) ? '' : '?'}: ${queryType(query, names)}`] : []),
    ...(body ? [`  body${body.required ? '' : '?'}: ${typeOf(body.schema, names, '  ')}`] : []),
  ]
  return [
    `/** ${summary}: what is asked. */\nexport interface ${title}Request {\n${members.join('\n')}\n}\n`,
    `/** ${summary}: the success. */\nexport type ${title}Response = ${success.mediaType === undefined ? 'undefined' : typeOf(success.schema, names, '')}\n`,
  ]
}

function queryType(parameters: readonly Parameter[], names: Names): string {
  const members = parameters.map(({ name, required, schema }) => `${key(name)}${required ? '' : '?'}: ${typeOf(schema, names, '  ')}`)
  return `{ ${members.join('; ')} }`
}

function typeOf(schema: Schema, names: Names, indent: string): string {
  const name = schema.properties && names.get(schema.properties)
  if (name) return name
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.properties) return objectType(schema, names, indent)
  const types = Array.isArray(schema.type) ? schema.type : [schema.type]
  return types.map((type) => plainType(type, schema, names, indent)).join(' | ')
}

function plainType(type = 'unknown', { items }: Schema, names: Names, indent: string): string {
  if (type === 'array') return `Array<${items ? typeOf(items, names, indent) : 'unknown'}>`
  return otherNames[type] ?? type
}

const otherNames: Readonly<Record<string, string>> = { integer: 'number', object: 'Record<string, unknown>' }

function objectType(schema: Schema, names: Names, indent: string): string {
  const members = propertiesOf(schema).map(([name, property]) => {
    const comment = property.description ? `${indent}  /** ${property.description} */\n` : ''
    return `${comment}${indent}  ${key(name)}${schema.required?.includes(name) ? '' : '?'}: ${typeOf(property, names, `${indent}  `)}\n`
  })
  return `{\n${members.join('')}${indent}}`
}

function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)
}
