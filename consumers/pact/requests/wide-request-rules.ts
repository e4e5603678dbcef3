import type { Construction } from '../../../contracts/construction.ts'
import type { Operation, RequestField, Schema } from '../../../contracts/contract.ts'
import type { SchemeCredential } from '../../../contracts/credential-place.ts'
import { expectation, requestFields } from '../../../contracts/fields.ts'
import { formatCalled } from '../../../contracts/formats/formats.ts'
import { isMedia } from '../../../contracts/media-type.ts'
import { signaturePattern } from '../../../contracts/pacts/pacts.ts'
import { statedTypes } from '../../../contracts/schemas/schema-parts.ts'
import { hasFormat } from '../../../contracts/schemas/violations.ts'
import { headerValue } from '../../../engine/exchange.ts'
import { asText } from '../../../text/json/as-text.ts'
import { valueAt } from '../../../text/json/pointer.ts'
import { findingValue, must, type PactFinding, pointerOf } from '../finding.ts'
import type { ConsumerRequest, PlacedGenerator, PlacedRule } from '../reading/interaction.ts'
import { textsTaken, textTaken } from '../reading/matcher.ts'
import { filterOf, isTakenBy, memberRules, schemaOf } from '../reading/pact-rules.ts'

/**
 * Rules of a request that take what the document forbids: a consumer that departs from it passes its own test. A rule for a type
 * alone takes any text, so that it fails where the document gives the text a form; one for a whole object is warned of, as it may
 * have been meant for its members' names.
 */
export function takenFindings(operation: Operation, request: ConsumerRequest, schemes: readonly string[]): PactFinding[] {
  const rules = [...request.rules, ...request.generators.flatMap(asRule)]
  return [
    ...bodyRules(operation, rules).flatMap((rule) => bodyFindings(operation, request, rule)),
    ...rules.filter(({ part }) => part === 'header').flatMap((rule) => headerFinding(operation, request, rule, schemes)),
    ...rules.filter(({ part }) => part === 'path').flatMap((rule) => pathFinding(operation, rule)),
    ...rules.filter(({ part }) => part === 'query').flatMap((rule) => queryFinding(operation, rule)),
  ]
}

function bodyRules({ body }: Operation, rules: readonly PlacedRule[]): PlacedRule[] {
  const own = rules.filter(({ part }) => part === 'body')
  return body ? memberRules(own, body.schema) : []
}

/** What a regular expression makes is what it takes. */
function asRule({ part, path, generator: { type, regex } }: PlacedGenerator): PlacedRule[] {
  return type === 'Regex' ? [{ part, path, combine: 'AND', matchers: [{ match: 'regex', regex }] }] : []
}

/** The worst value that a rule of a body accepts, so that each place has one finding. */
function bodyFindings(operation: Operation, request: ConsumerRequest, rule: PlacedRule): PactFinding[] {
  const found = [bodyFinding, filterFinding, halfFinding, emptyFinding].map((judge) => judge(operation, request, rule))
  return found.find((each) => each.length > 0) ?? []
}

function bodyFinding({ body }: Operation, request: ConsumerRequest, rule: PlacedRule): PactFinding[] {
  const found = body && schemaOf(body.schema, rule.path)
  if (!found) return []
  const { properties } = found
  return properties && isForAnyText(rule) ? inheritedFindings(request, rule, properties) : fieldFinding(request, rule, found)
}

/** Only the records tell which form the value has by which they are asked for, so a rule that accepts another form is a warning. */
function filterFinding(operation: Operation, request: ConsumerRequest, rule: PlacedRule): PactFinding[] {
  const filter = filterOf(operation)
  if (!filter || isForAnyText(rule) || pointerOf(rule.path) !== pointerOf([filter.name])) return []
  return warned(fieldFinding(request, rule, filter.schema))
}

function fieldFinding({ body: { value } }: ConsumerRequest, rule: PlacedRule, schema: Schema): PactFinding[] {
  const example = valueAt(value, rule.path)
  const letters = schema['x-case']
  const hasForm = letters !== undefined || formatCalled(schema.format)?.pattern !== undefined
  if (isForAnyText(rule) && (typeof example !== 'string' || !hasForm)) return []
  const asTexts = typeof example === 'number' ? numeralsTaken(rule, example) : []
  return finding(
    rule,
    [...forbidden(schema, example), ...otherTexts(rule, (text) => isForbidden(schema, text)), ...asTexts],
    `request body ${pointerOf(rule.path)}`,
    `${expectation(schema)}${letters === undefined ? '' : ` in ${letters} case`}`,
  )
}

/** Many parsers read a number with no digits before or after its point, and few consumers mean to send one. */
function halfFinding(operation: Operation, { body: { value } }: ConsumerRequest, rule: PlacedRule): PactFinding[] {
  const field = fieldAt(operation, rule)
  if (field?.schema.format !== 'decimal' || typeof valueAt(value, rule.path) !== 'string') return []
  return warned(finding(rule, ['.5', '5.'], `request body ${pointerOf(rule.path)}`, expectation(field.schema)))
}

/** What a setting names is named by some text; which texts name nothing is not said, so that an empty one is a warning. */
function emptyFinding(operation: Operation, _: ConsumerRequest, rule: PlacedRule): PactFinding[] {
  const field = fieldAt(operation, rule)
  if (!field || !('setting' in field.value) || isForAnyText(rule)) return []
  return warned(finding(rule, [''], `request body ${pointerOf(rule.path)}`, `${expectation(field.schema)} that names something`))
}

function fieldAt(operation: Operation, { path }: PlacedRule): RequestField | undefined {
  return requestFields(operation).find(({ name }) => path.length === 1 && name === path[0])
}

function warned(findings: readonly PactFinding[]): PactFinding[] {
  return findings.map((each) => ({ ...each, level: 'SHOULD' }))
}

/** A regular expression takes a number's text as well, and other texts where it stands alone or is an alternative. */
function numeralsTaken({ combine, matchers }: PlacedRule, example: number): string[] {
  const own = matchers.filter(({ match }) => match === 'regex')
  const isAlone = own.length === matchers.length
  return isAlone || combine === 'OR' ? [...own.flatMap((matcher) => textTaken(matcher) ?? []), ...(isAlone ? [String(example)] : [])] : []
}

/** A rule for the type of an object is one for each member that has none of its own. */
function inheritedFindings(request: ConsumerRequest, rule: PlacedRule, properties: Readonly<Record<string, Schema>>): PactFinding[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const path = [...rule.path, name]
    const hasOwn = request.rules.some(
      (other) => other.part === 'body' && [name, '*'].includes(other.path.slice(rule.path.length).join('/')),
    )
    return hasOwn ? [] : warned(fieldFinding(request, { ...rule, path }, schema))
  })
}

function forbidden(schema: Schema, example: unknown): unknown[] {
  const types = statedTypes(schema)
  if (types.includes('integer') && !types.includes('number')) return [1.5]
  if (typeof example !== 'string') return []
  const { faults = [], extremes } = formatCalled(schema.format) ?? {}
  const broken = [example, ...Object.values(extremes ?? {})].flatMap((text) => faults.map(([, spoil]) => spoil(String(text))))
  const marks =
    schema.format === 'decimal' ? [example.replace('.', ','), `${example}.5.5`, `${example} 5`, ` ${example}`, `+${example}`] : []
  const lower = schema['x-case'] === 'upper' ? [example.toLowerCase()] : []
  return [...broken, ...marks, ...lower].filter((text) => text !== example)
}

/** True for a text without the form or the case of its field; a number with nothing on one side of its point is judged by itself. */
function isForbidden(schema: Schema, text: string): boolean {
  const { format, 'x-case': letters } = schema
  const hasForm = hasFormat(schema, text) || (format === 'decimal' && /^(\d+\.|\.\d+)$/.test(text))
  return !hasForm || (letters === 'upper' && text !== text.toUpperCase())
}

/** What the regular expressions of a rule take, the words that they name and texts of all kinds, that departs from a form. */
function otherTexts({ matchers }: PlacedRule, departs: (text: string) => boolean): string[] {
  const own = matchers.filter(({ match }) => match === 'regex')
  return own.flatMap((matcher) => [...(asText(matcher['regex']).match(/[A-Za-z]{2,}/g) ?? []), ...textsTaken(matcher)]).filter(departs)
}

function headerFinding(operation: Operation, request: ConsumerRequest, rule: PlacedRule, schemes: readonly string[]): PactFinding[] {
  const [name = ''] = rule.path
  const value = headerValue(request.headers, name)
  const wrong = value === undefined ? [] : otherHeaders(operation, [name.toLowerCase(), value], rule, schemes)
  const found = finding(rule, wrong, `request header ${name}`, 'a matching rule that takes no other form than the stated one')
  return wrong === noKey && isForAnyText(rule) ? warned(found) : found
}

/** A key has no form but that there is one: a rule for its type alone takes an empty one, and may be all that a library offers. */
const noKey = ['']

/** Values of a header that an operation does not take: of its media type, its signed headers or its credential. */
function otherHeaders(
  { authentication, body }: Operation,
  [name, value]: readonly [name: string, value: string],
  rule: PlacedRule,
  schemes: readonly string[],
): readonly string[] {
  if (body && name === 'content-type') return [...otherMedia, ...otherTexts(rule, (text) => !isMedia(text, body.mediaType))]
  if (authentication.kind === 'none') return []
  const isNamed = (header: string) => name === header.toLowerCase()
  if (authentication.kind === 'scheme') {
    if (!isNamed(authentication.header)) return []
    return authentication.scheme ? otherCredentials(authentication, value, rule, schemes) : noKey
  }
  const { key, timestamp, signature } = authentication
  if (isNamed(key.header)) return noKey
  if (isNamed(timestamp.header)) return otherTimes(rule, value)
  return isNamed(signature.header) ? otherSignatures(rule, signature.construction, value) : []
}

/** Media types that no body of a request here has. */
const otherMedia = ['text/plain', 'application/x-www-form-urlencoded', 'application/xml']

function otherCredentials({ scheme }: SchemeCredential, value: string, rule: PlacedRule, schemes: readonly string[]): string[] {
  const credential = value.split(' ').at(-1) ?? ''
  const others = ['Basic', ...schemes].filter((each) => each !== scheme).map((each) => `${each} ${credential}`)
  const bare = ['', credential, scheme, `${scheme} `, `${scheme}${credential}`, `${scheme.toLowerCase()} ${credential}`]
  return [...bare, ...others, ...otherTexts(rule, (text) => !new RegExp(`^${scheme} [^\\s]`).test(text))]
}

/** A rule for any number of digits may mean any integer; a rule that counts digits and accepts those of another unit is wrong. */
function otherTimes(rule: PlacedRule, value: string): string[] {
  const seconds = value.length === 13 && !isTakenBy(rule)(value.slice(0, 2)) ? [value.slice(0, -3)] : []
  const finer = isTakenBy(rule)(`${value}0`) ? [] : [`${value}000`, `${value}000000`]
  const plain = ['', 'now', 'x'.repeat(value.length), `${value}.5`, `-${value}`, '2024-02-29T12:00:00.000Z']
  return [...plain, ...seconds, ...finer, ...otherTexts(rule, (text) => !/^\d+$/.test(text))]
}

function otherSignatures(rule: PlacedRule, construction: Construction, value: string): string[] {
  const isForm = new RegExp(`^${signaturePattern(construction)}$`)
  const cut = value.slice(1)
  const others = ['', cut, `${value}0`, value + value, `${cut}-`, `${cut}g`, 'x'.repeat(value.length), value.toUpperCase(), `0x${value}`]
  const isOther = (text: string) => text !== value && !isForm.test(text)
  return [...others.filter(isOther), ...otherTexts(rule, isOther)]
}

function pathFinding({ path }: Operation, rule: PlacedRule): PactFinding[] {
  if (path.includes('{')) return []
  const steps = path.split('/').map((step) => path.replace(step, 'other'))
  const others = ['/', `${path}/`, `${path}/1`, path.toUpperCase(), path.replace(/\d/g, '9'), ...steps]
  const isOther = (text: string) => text !== path
  return finding(rule, [...others.filter(isOther), ...otherTexts(rule, isOther)], 'request path', path)
}

/** A parameter that a setting gives a value names something, as a field of a body does. */
function queryFinding({ parameters }: Operation, rule: PlacedRule): PactFinding[] {
  const own = parameters.find((parameter) => parameter.in === 'query' && parameter.name === rule.path[0])
  if (!own || isForAnyText(rule)) return []
  return warned(finding(rule, [''], `request query ${own.name}`, 'a text that names something'))
}

function finding(rule: PlacedRule, wrong: readonly unknown[], at: string, expected: string): PactFinding[] {
  const isAny = isForAnyText(rule)
  const found = wrong.find(isAny ? (value) => typeof value === 'string' : isTakenBy(rule))
  if (found === undefined) return []
  const actual = isAny
    ? `a matching rule for any text, ${findingValue(found)} as well`
    : `a matching rule that takes ${findingValue(found)}`
  return [must(at, expected, actual)]
}

function isForAnyText({ matchers, combine }: PlacedRule): boolean {
  const any = matchers.map(({ match }) => match === 'type' || match === 'notEmpty' || match === 'values')
  return combine === 'OR' ? any.includes(true) : any.length > 0 && !any.includes(false)
}
