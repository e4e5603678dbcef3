import type { Schema } from '../../contracts/contract.ts'
import { inputAt, requestInputs, schemaAt } from '../../contracts/fields.ts'
import { settingValue } from '../../contracts/needed-settings.ts'
import type { PagedOperation } from '../../contracts/operation-kinds.ts'
import { propertiesOf } from '../../contracts/schemas/schema-parts.ts'
import { valueAtPointer } from '../../text/json/pointer.ts'
import { withValue } from '../edits.ts'
import { isServable } from './completion.ts'

/** As many as fill several pages of any usual size, and how many of them belong to somebody else, if a request selects records. */
const several = 64
const ofOthers = 7

/** The records of a list that the document shows one of: others beside it, if anything of a record may differ, so that there are pages. */
export function listing(
  operation: PagedOperation,
  shown: readonly unknown[],
  settings: Readonly<Record<string, string>>,
): readonly unknown[] {
  const { pagination, success } = operation
  const [one, ...others] = shown
  const schema = schemaAt(success.schema, `${pagination.records}/*`)
  if (one === undefined || others.length > 0 || !schema) return shown
  const { identity, filter } = pagination
  const places = identity === undefined ? propertiesOf(schema).map(([name]) => `/${name}`) : [identity]
  const [found] = places.flatMap((at) => {
    const values = at === filter?.record ? undefined : differing(schemaAt(schema, at) ?? {}, valueAtPointer(one, at))
    return values ? [{ at, values }] : []
  })
  const records = found ? found.values.map((value) => withValue(one, found.at, value)) : [one]
  const right = filter && selecting(operation, filter.request, settings)
  if (right === undefined) return records
  const other = another({}, right, 1)
  return records.map((record, index) => withValue(record, filter?.record ?? '', index < several - ofOthers ? right : other))
}

function selecting(operation: PagedOperation, request: string, settings: Readonly<Record<string, string>>): unknown {
  const value = requestInputs(operation).find(({ name }) => name === inputAt(request))?.value
  return value && ('setting' in value ? settingValue(settings, value.setting) : value.value)
}

/** Values of one form of which no two are the same, if there are so many. */
function differing(schema: Schema, value: unknown): readonly unknown[] | undefined {
  const made = Array.from({ length: several }, (_, index) => another(schema, value, index))
  return new Set(made).size === several && !made.includes(undefined) ? made : undefined
}

/** A value of the same form: a number is added to it, or counted at its end. */
function another(schema: Schema, value: unknown, index: number): unknown {
  if (index === 0) return value
  if (typeof value === 'number') return isServable(schema, value + index) ? value + index : undefined
  if (typeof value !== 'string') return undefined
  const digits = `${index}`
  const counted = [`${value}${digits}`, value.length > digits.length ? value.slice(0, -digits.length) + digits : value]
  return counted.find((text) => text !== value && isServable(schema, text))
}
