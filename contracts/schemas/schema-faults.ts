import { nodeOf } from '../../text/json/node.ts'
import { isObject } from '../../text/json/pointer.ts'
import type { Contract, Operation, Schema } from '../contract.ts'
import { requestInputs } from '../fields.ts'
import { knownFormats } from '../formats/formats.ts'
import { didYouMean } from '../suggestion.ts'
import { isAnnotation } from './composition.ts'
import { impossibleIn } from './impossible-schemas.ts'
import { patternCost } from './pattern.ts'
import { mayBeOf, propertiesOf, subschemas } from './schema-parts.ts'
import { innerSchemas } from './schemas.ts'
import { allowsName, hasType, isAllowed } from './violations.ts'

/** Schemas that ask for what cannot be, or for what nothing reads, one sentence each: no answer could be right, or any would be. */
export function schemaFaults({ operations }: Contract): string[] {
  return operations.flatMap(({ id, parameters, body, success, refusals }) => [
    ...parameters.flatMap(({ name, schema }) => [
      ...askedFaults(schema, `${id}: its parameter ${name}`),
      ...settingsWithin(schema, `${id}: its parameter ${name}`),
    ]),
    ...(body ? askedFaults(body.schema, `${id}: its body`) : []),
    ...(body?.fields ?? []).flatMap(({ name, schema }) => settingsWithin(schema, `${id}: its body/${name}`)),
    ...judgedFaults(success.schema, `${id}: its success`),
    ...refusals.forms.flatMap(({ statuses, schema }) => (schema ? judgedFaults(schema, `${id}: its refusal ${statuses.join(', ')}`) : [])),
  ])
}

/** Examples that are not the document's `own` and depart from their schema: whoever serves or sends one would be judged wrong. */
export function exampleFaults({ operations }: Contract, own: Contract): string[] {
  const stated = new Set(
    own.operations.flatMap(({ success, body }) => [success.example, body?.example].map((each) => JSON.stringify(each))),
  )
  return operations.flatMap((operation) => [...valueFaults(operation), ...exampleFaultsOf(operation, stated)])
}

/** What is sent where no setting says it. */
function valueFaults(operation: Operation): string[] {
  return requestInputs(operation).flatMap(({ name, schema, value }) =>
    'value' in value ? departures(schema, value.value, `${operation.id}: the value of its ${name}`) : [],
  )
}

function exampleFaultsOf({ id, success, body }: Operation, stated: ReadonlySet<string>): string[] {
  return [
    ...(stated.has(JSON.stringify(success.example))
      ? []
      : departures(success.schema, success.example, `${id}: the example of its success`)),
    ...(!body || stated.has(JSON.stringify(body.example)) ? [] : departures(body.schema, body.example, `${id}: the example of its body`)),
  ]
}

/** Formats that are annotations alone: what they say is said by the type, or cannot be judged. */
const annotations = ['int32', 'int64', 'float', 'double', 'password', 'byte', 'binary', 'char', 'decimal128', 'html', 'commonmark']
const validated = ['idn-hostname', 'iri-reference', 'uri-template', 'relative-json-pointer', 'iso-time', 'iso-date-time']

function askedFaults(schema: Schema, at: string): string[] {
  return [...faultsOf(schema, at), ...impossibleIn(schema, at), ...idleIn(schema, ['x-unique', 'readOnly', 'nullable'], at)]
}

/** A setting is the value of a whole parameter or field: further in, nothing reads it. */
function settingsWithin(schema: Schema, at: string): string[] {
  return innerSchemas(schema).flatMap(([step, each]) => idleIn(each, ['x-setting'], at + step))
}

/** Keywords that nothing reads in such a place; `nullable` is folded into the type wherever that is known. */
function idleIn(schema: Schema, keywords: readonly string[], at: string): string[] {
  const found = keywords.find((keyword) => (schema[keyword] ?? false) !== false)
  const remedy = found === 'nullable' ? "write type: [string, 'null']" : 'leave it out'
  const inner = innerSchemas(schema).flatMap(([step, each]) => idleIn(each, keywords, at + step))
  return [...(found === undefined ? [] : [`${at} has ${found}, which nothing reads there: ${remedy}.`]), ...inner]
}

/** Of what a target answers, a pattern may ask for no more than can be judged in the time that its text takes to read. */
function judgedFaults(schema: Schema, at: string): string[] {
  const patterns = JSON.stringify(schema).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)
  const costly = [...patterns].flatMap(([, text = '""']) => {
    const pattern = JSON.parse(text) as string
    const cost = patternCost(pattern)
    return cost === undefined ? [] : [`${at} has the pattern ${pattern}, which ${cost}: write it without.`]
  })
  return [
    ...faultsOf(schema, at),
    ...impossibleIn(schema, at),
    ...costly,
    ...idleIn(schema, ['x-case', 'x-sends', 'x-setting', 'writeOnly', 'nullable'], at),
    ...idleInElements(schema, at),
  ]
}

/** What no two elements share is sought in the lists of an answer, not in those of its records. */
function idleInElements(schema: Schema, at: string): string[] {
  return innerSchemas(schema).flatMap(([step, each]) =>
    step === '/*' ? idleIn(each, ['x-unique'], at + step) : idleInElements(each, at + step),
  )
}

/** `known` are the properties that the schema around describes, of which a form in it may speak. */
function faultsOf(schema: Schema, at: string, known: readonly string[] = []): string[] {
  const names = [...known, ...propertiesOf(schema).map(([name]) => name)]
  const own = [unlisted(schema, names), ...[contradiction, vast, idle, unfit, unknownFormat].map((faultOf) => faultOf(schema))]
  const inner = innerSchemas(schema).flatMap(([step, each]) => faultsOf(each, at + step, step === '' ? names : []))
  return [...own.flatMap((fault) => (fault === undefined ? [] : [`${at} ${fault}`])), ...inner]
}

/** A name that is required and nowhere described: its field would be judged by nothing. */
function unlisted({ properties, required = [], ...rest }: Schema, known: readonly string[]): string | undefined {
  if (!properties || ['allOf', 'anyOf', 'oneOf', '$ref'].some((keyword) => keyword in rest)) return undefined
  const named = [required, ...Object.values(nodeOf(rest['dependentRequired']))].flat()
  const name = named.find((each) => !known.includes(String(each)))
  return name === undefined
    ? undefined
    : `requires ${name}, which its properties do not have.${didYouMean(String(name), Object.keys(properties))}`
}

function contradiction(schema: Schema): string | undefined {
  if (Array.isArray(schema.enum) && schema.enum.length === 0) return 'has an empty enum: no value could be right.'
  if (isObject(schema.not) && Object.keys(schema.not).length === 0) return 'has a not that excludes everything: no value could be right.'
  if (isTwiceIn(schema.oneOf)) return 'has the same form twice in its oneOf, which takes a value of one alone: none could be right.'
  const held = heldIn(subschemas(schema, 'oneOf'))
  if (held) return `has the form ${JSON.stringify(held)} in its oneOf, which another one takes in: no value of it could be right.`
  if (subschemas(schema, 'anyOf').some((form) => takesAll(form)))
    return 'has a form in its anyOf that takes whatever there is: the others would ask for nothing.'
  const { enum: values, const: only } = schema
  if (values && only !== undefined && !values.includes(only)) return `has a const that its enum does not have: no value could be right.`
  if (values && schema['example'] !== undefined && !values.includes(schema['example'])) return 'has an example that its enum does not have.'
  const allowed = only === undefined ? values : [only]
  return allowed?.some((value) => !hasType(schema, value)) ? `allows a value that its type ${String(schema.type)} excludes.` : undefined
}

/** A form of several that another one takes in, as that of numbers does integers; told of what is plainly written alone. */
function heldIn(forms: readonly Schema[]): Schema | undefined {
  const wide = forms.find((form) => takesAll(form)) ?? forms.find((form) => form.type === 'number' && takesAll(form, 'type'))
  return wide && forms.find((form) => form !== wide && (takesAll(wide) || form.type === 'integer'))
}

function takesAll(schema: Schema, besides?: string): boolean {
  return Object.keys(schema).every((keyword) => keyword === besides || isAnnotation(keyword))
}

function isTwiceIn(forms: unknown): boolean {
  return Array.isArray(forms) && new Set(forms.map((form) => JSON.stringify(form))).size < forms.length
}

/** A value that the schema gives beside itself and does not allow. */
function excluded(schema: Schema): string | undefined {
  const found = ['example', 'default'].find((keyword) => schema[keyword] !== undefined && !isAllowed(schema, schema[keyword]))
  return found && `has ${found === 'example' ? 'an example' : 'a default'} that it does not allow itself: ${JSON.stringify(schema[found])}.`
}

function departures(schema: Schema, value: unknown, at: string): string[] {
  if (value === undefined || unreadable(schema) !== undefined) return []
  if (!isAllowed(schema, value)) return [`${at} is ${JSON.stringify(value).slice(0, 80)}, which its schema does not allow.`]
  if (isObject(value)) {
    const absent = schema.required?.find((name) => !Object.hasOwn(value, name))
    if (absent !== undefined) return [`${at} lacks ${absent}, which its schema requires.`]
    const further = Object.keys(value).find((name) => !allowsName(schema, name))
    if (further !== undefined) return [`${at} has ${further}, and its schema allows no further fields.`]
  }
  const elements = Array.isArray(value) && schema.items ? value.map((each, index) => [`/${index}`, schema.items, each] as const) : []
  const members = isObject(value) ? propertiesOf(schema).map(([name, property]) => [`/${name}`, property, value[name]] as const) : []
  return [...elements, ...members].flatMap(([step, inner, each]) => departures(inner ?? {}, each, at + step))
}

const typed: Readonly<Record<string, readonly string[]>> = {
  string: ['minLength', 'maxLength', 'pattern'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  array: ['items', 'minItems', 'maxItems', 'uniqueItems'],
  object: ['properties', 'required', 'minProperties', 'maxProperties'],
}

/** A keyword that says nothing of values of the stated type. */
function idle(schema: Schema): string | undefined {
  const types = [schema.type ?? Object.keys(typed)].flat().map((type) => (type === 'integer' ? 'number' : type))
  const others = Object.entries(typed).flatMap(([type, keywords]) => (types.includes(type) ? [] : keywords))
  const found = others.find((keyword) => schema[keyword] !== undefined)
  if (found) return `has ${found}, which asks nothing of the type ${String(schema.type)}.`
  return 'x-sends' in schema && 'x-setting' in schema ? 'has x-sends beside x-setting, which decides: leave it out.' : undefined
}

/** A value of this size would be made many times over, and an answer is read no further than a megabyte. */
const vastest = 65_536

function vast(schema: Schema): string | undefined {
  const found = ['minLength', 'minItems', 'minProperties'].find((keyword) => Number(schema[keyword]) > vastest)
  return found && `has a ${found} of ${schema[found]}; ${vastest} is the most that can be asked for.`
}

function unfit(schema: Schema): string | undefined {
  return unreadable(schema) ?? excluded(schema)
}

function unreadable({ pattern }: Schema): string | undefined {
  const isDelimited = typeof pattern === 'string' && /^\/.*\/[a-z]*$/.test(pattern)
  return isDelimited ? `has the pattern ${pattern} between slashes, which would be looked for: write it without.` : undefined
}

/** Formats of numbers; every other one is of texts. */
const numeric = ['int32', 'int64', 'float', 'double', 'decimal128']

function unknownFormat(schema: Schema): string | undefined {
  const { type, format } = schema
  if (format === undefined) return undefined
  if (![...knownFormats, ...validated, ...annotations].includes(format))
    return `has the format ${JSON.stringify(format)}, which nothing here judges.${didYouMean(format, knownFormats)} Leave it out, or say it as a pattern.`
  const types = numeric.includes(format) ? ['integer', 'number'] : ['string']
  return mayBeOf(schema, ...types) ? undefined : `has the format ${format}, which asks nothing of the type ${String(type)}.`
}
