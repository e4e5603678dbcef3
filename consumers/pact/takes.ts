import type { Operation, Schema, SignedHeaders } from '../../contracts/contract.ts'
import { expectation } from '../../contracts/fields.ts'
import { formatCalled } from '../../contracts/formats.ts'
import { type PactFinding, pointerOf, shown } from './finding.ts'
import { type ConsumerRequest, headerOf, isObject, type Json, type PlacedGenerator, type PlacedRule } from './interaction.ts'
import { schemaOf } from './pact-rules.ts'

/**
 * Rules of a request that take what the document forbids: a consumer that departs from it passes its own test. A rule for a type
 * alone says nothing of the text: it fails where the document gives the whole text its form, as that of a signature, and is warned
 * of where it leaves a part of it open, as a credential, or where the text is one of many in a body.
 */
export function takenFindings(operation: Operation, request: ConsumerRequest, schemes: readonly string[]): PactFinding[] {
  const rules = [...request.rules, ...request.generators.flatMap(asRule)]
  return [
    ...rules.filter(({ part }) => part === 'body').flatMap((rule) => bodyFinding(operation, request, rule)),
    ...rules.filter(({ part }) => part === 'header').flatMap((rule) => headerFinding(operation, request, rule, schemes)),
    ...rules.filter(({ part }) => part === 'path').flatMap((rule) => pathFinding(operation, rule)),
  ]
}

/** What a regular expression makes is what it takes. */
function asRule({ part, path, generator: { type, regex } }: PlacedGenerator): PlacedRule[] {
  return type === 'Regex' ? [{ part, path, combine: 'AND', matchers: [{ match: 'regex', regex }] }] : []
}

function bodyFinding({ body }: Operation, { body: { value } }: ConsumerRequest, rule: PlacedRule): PactFinding[] {
  const found = body && schemaOf(body.schema, rule.path)
  if (!found || found === 'any' || 'within' in found) return []
  const example = rule.path.reduce<unknown>((within, step) => (isObject(within) ? within[step] : undefined), value)
  const findings = finding(rule, forbidden(found.schema, example), `request body ${pointerOf(rule.path)}`, expectation(found.schema))
  return found.schema.format === undefined ? findings.filter(({ level }) => level === 'MUST') : findings
}

/** Texts and numbers beside an example that the schema of a field forbids. */
function forbidden(schema: Schema, example: unknown): unknown[] {
  const types = [schema.type].flat()
  if (types.includes('integer') && !types.includes('number')) return [1.5]
  if (typeof example !== 'string') return []
  const { faults = [], extremes } = formatCalled(schema.format) ?? {}
  const broken = [example, ...Object.values(extremes ?? {})].flatMap((text) => faults.map(([, spoil]) => spoil(String(text))))
  const comma = schema.format === 'decimal' ? [example.replace('.', ',')] : []
  const lower = schema['x-case'] === 'upper' ? [example.toLowerCase()] : []
  return [...broken, ...comma, ...lower].filter((text) => text !== example)
}

function headerFinding(
  { authentication, body }: Operation,
  request: ConsumerRequest,
  rule: PlacedRule,
  schemes: readonly string[],
): PactFinding[] {
  const [name = ''] = rule.path
  const value = headerOf(request, name)?.[0]
  if (value === undefined) return []
  const place = `request header ${name}`
  const expected = 'a matching rule that takes no other form than the stated one'
  if (body !== undefined && name.toLowerCase() === 'content-type') return finding(rule, otherMedia, place, expected)
  if (authentication.kind === 'signed') return signedFinding(authentication, { name: name.toLowerCase(), value }, rule, [place, expected])
  return authentication.kind === 'none' ? [] : finding(rule, otherCredentials(authentication, name, value, schemes), place, expected)
}

/** Media types that no body of a request here has. */
const otherMedia = ['text/plain', 'application/x-www-form-urlencoded', 'application/xml']

function otherCredentials({ header, scheme }: Scheme, name: string, value: string, schemes: readonly string[]): string[] {
  if (name.toLowerCase() !== header.toLowerCase() || !scheme) return []
  const credential = value.split(' ').at(-1) ?? ''
  const others = ['Basic', ...schemes].filter((each) => each !== scheme).map((each) => `${each} ${credential}`)
  return [credential, scheme, `${scheme}${credential}`, ...others]
}

type Scheme = Extract<Operation['authentication'], { kind: 'scheme' }>

function signedFinding(
  { key, timestamp, signature }: SignedHeaders,
  { name, value }: { readonly name: string; readonly value: string },
  rule: PlacedRule,
  [place, expected]: readonly [string, string],
): PactFinding[] {
  if (name === key.header.toLowerCase()) return finding(rule, [''], place, expected).filter(({ level }) => level === 'MUST')
  const isTime = name === timestamp.header.toLowerCase()
  if (!isTime && name !== signature.header.toLowerCase()) return []
  const wrong = isTime ? otherTimes(rule, value) : otherSignatures(signature.construction.encoding, value)
  return finding(rule, wrong, place, expected).map((each) => ({ ...each, level: 'MUST' }))
}

/** Any number of digits may be meant for an integer; whoever counts them and takes those of another unit means that. */
function otherTimes(rule: PlacedRule, value: string): string[] {
  const seconds = value.length === 13 && !isTakenBy(rule)(value.slice(0, 2)) ? [value.slice(0, -3)] : []
  return ['', 'now', `${value}.5`, `-${value}`, '2024-02-29T12:00:00.000Z', ...seconds]
}

function otherSignatures(encoding: string, value: string): string[] {
  const upper = encoding === 'hex' ? [value.toUpperCase()] : []
  return ['', value.slice(1), `${value}0`, 'x'.repeat(value.length), ...upper].filter((text) => text !== value)
}

function pathFinding({ path }: Operation, rule: PlacedRule): PactFinding[] {
  if (path.includes('{')) return []
  const steps = path.split('/').map((step) => path.replace(step, 'other'))
  const wrong = ['/', `${path}/`, `${path}/1`, path.toUpperCase(), path.replace(/\d/g, '9'), ...steps].filter((other) => other !== path)
  return finding(rule, wrong, 'request path', path).map((each) => ({ ...each, level: 'MUST' }))
}

function finding(rule: PlacedRule, wrong: readonly unknown[], at: string, expected: string): PactFinding[] {
  const found = wrong.find(isTakenBy(rule))
  if (found !== undefined) return [{ level: 'MUST', at, expected, actual: `a matching rule that takes ${shown(found)}` }]
  const loose = wrong.find((value) => typeof value === 'string')
  if (loose === undefined || rule.matchers.length === 0 || !rule.matchers.every(isOfType)) return []
  return [{ level: 'SHOULD', at, expected, actual: `a matching rule for any text, ${shown(loose)} as well` }]
}

function isTakenBy({ matchers, combine }: PlacedRule): (value: unknown) => boolean {
  return (value) => {
    const taken = matchers.map((matcher) => takes(matcher, value)).filter((each) => each !== undefined)
    return taken.length > 0 && (combine === 'OR' ? taken.some(Boolean) : taken.every(Boolean))
  }
}

/** True for a rule that any text satisfies. */
function isOfType({ match }: Json): boolean {
  return match === 'type' || match === 'notEmpty'
}

/** Whether a matcher takes a value; undefined where it speaks of the type alone, or in a dialect that is not known here. */
export function takes(matcher: Json, value: unknown): boolean | undefined {
  if (typeof value === 'number' && ['number', 'decimal'].includes(String(matcher['match']))) return true
  if (typeof value === 'number' && matcher['match'] === 'integer') return false
  const text = String(value)
  if (matcher['match'] === 'include') return text.includes(String(matcher['value']))
  if (matcher['match'] === 'equality') return false
  if (matcher['match'] !== 'regex') return undefined
  try {
    return regexOf(String(matcher['regex'])).test(text)
  } catch {
    return undefined
  }
}

/** Pact's expressions are those of Rust and Java, in which flags stand before what they are for. */
function regexOf(stated: string): RegExp {
  const [, flags = '', pattern = ''] = /^\^?(?:\(\?([a-z]+)\))?(.*)$/s.exec(stated) ?? []
  return new RegExp(`^(?:${pattern})$`, flags.replace(/[^ims]/g, ''))
}
