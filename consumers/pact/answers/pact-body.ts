import type { Schema } from '../../../contracts/contract.ts'
import { expectation } from '../../../contracts/fields.ts'
import { brokenBound, hasFormat, hasType, isAllowed } from '../../../contracts/schemas/violations.ts'
import { jsonType } from '../../../text/json/json-type.ts'
import { isObject } from '../../../text/json/pointer.ts'
import { findingValue, must, type PactFinding, pointerOf, should } from '../finding.ts'

/** The most findings of one body: more would tell nothing new. */
const most = 50

/** Where an example of a pact departs from a schema: another type, another value, or a field that the source does not list. */
export function departures(schema: Schema, value: unknown, place: string, steps: readonly string[] = []): PactFinding[] {
  if (Array.isArray(value) && schema.items) {
    const items = schema.items
    return value.flatMap((element, index) => departures(items, element, place, [...steps, String(index)])).slice(0, most)
  }
  if (isObject(value) && schema.properties) {
    return Object.entries(value)
      .flatMap(([name, member]) => {
        const [property, own] = [schema.properties?.[name], [...steps, name]]
        return property ? departures(property, member, place, own) : [unlisted(`${place} ${pointerOf(own)}`, schema, findingValue(member))]
      })
      .slice(0, most)
  }
  const at = `${place} ${pointerOf(steps)}`.trim()
  if (!isAllowed(schema, value)) return [must(at, expectation(schema), departing(schema, value))]
  const asShown = otherwiseCased(schema, value)
  return asShown === undefined ? [] : [should(at, `${findingValue(asShown)}, as the source shows it`, findingValue(value))]
}

/** The shown value from which a text differs only in case; no provider is known to use another case. */
function otherwiseCased({ examples = [] }: Schema, value: unknown): string | undefined {
  const texts = examples.filter((each) => typeof each === 'string')
  if (typeof value !== 'string' || texts.includes(value)) return undefined
  return texts.find((each) => each.toLowerCase() === value.toLowerCase())
}

/** The finding that a field is relied on which the source does not list. */
export function unlisted(at: string, schema: Schema, actual: string): PactFinding {
  const names = Object.keys(schema.properties ?? {}).join(', ')
  return must(at, `a field that the source lists: ${names}`, actual)
}

export function typesOf({ type, const: constant, enum: values }: Schema): string[] {
  if (type !== undefined) return [type].flat().flatMap((name) => (name === 'number' ? ['number', 'integer'] : [name]))
  const stated = values ?? (constant === undefined ? [] : [constant])
  return [...new Set(stated.map(jsonType))]
}

/** A value, and the bound that it breaks: what was expected in words tells of none but a list of values. */
function departing(schema: Schema, value: unknown): string {
  const isTold = 'const' in schema || schema.enum !== undefined || !hasType(schema, value) || !hasFormat(schema, value)
  const broken = isTold ? undefined : brokenBound(schema, value)
  return broken ? `${findingValue(value)}: a value that ${broken}` : findingValue(value)
}
