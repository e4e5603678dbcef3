import type { Operation } from '../../contracts/contract.ts'
import { fits } from '../../contracts/schemas/allowed-values.ts'
import { propertiesOf } from '../../contracts/schemas/schema-parts.ts'
import type { SentRequest } from '../../engine/exchange.ts'
import { jsonValue } from '../../spec/json/json-text.ts'
import { isObject } from '../../spec/json/pointer.ts'

/** True for a request whose inputs the document allows: another may be refused for them, before anybody looks at its credentials. */
export function hasTakenInputs({ parameters, body }: Operation, { url, body: sent }: SentRequest): boolean {
  const known = new Set(parameters.flatMap(({ in: place, name }) => (place === 'query' ? [name] : [])))
  if ([...new URL(url).searchParams.keys()].some((name) => !known.has(name))) return false
  if (!body || !sent) return body === undefined && sent === undefined
  const value = jsonValue(sent.toString('utf8'))
  const fields = propertiesOf(body.schema)
  if (!isObject(value) || !fits(body.schema, value)) return false
  if (fields.some(([name, schema]) => schema['x-case'] === 'upper' && String(value[name]) !== String(value[name]).toUpperCase()))
    return false
  return Object.keys(value).every((name) => fields.some(([each]) => each === name))
}
