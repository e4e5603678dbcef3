import type { Contract, Schema } from '../contract.ts'
import { formatCalled, wholePattern } from '../formats/formats.ts'
import { portable } from './schemas.ts'

const dialect = 'https://json-schema.org/draft/2020-12/schema'

/** The body of each operation's request and success as JSON Schema 2020-12 for any validator, by file name: formats stand as patterns, so that all assert them. */
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
