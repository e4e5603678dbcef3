import type { Operation, Schema } from '../../contracts/contract.ts'
import { expectation } from '../../contracts/fields.ts'
import { formatCalled } from '../../contracts/formats.ts'
import { type PactFinding, pointerOf, shown } from './finding.ts'
import { type ConsumerRequest, headerOf, isObject, type Json, type PlacedRule } from './interaction.ts'
import { schemaOf } from './pact-rules.ts'

/**
 * Rules of a request that take what the document forbids: a consumer that departs from it passes its own test. A rule for a type
 * alone says nothing of the text: it is warned of where it stands at a text that the document gives a form.
 */
export function takenFindings(operation: Operation, request: ConsumerRequest, schemes: readonly string[]): PactFinding[] {
  return [
    ...request.rules.filter(({ part }) => part === 'body').flatMap((rule) => bodyFinding(operation, request, rule)),
    ...request.rules.filter(({ part }) => part === 'header').flatMap((rule) => headerFinding(operation, request, rule, schemes)),
    ...request.rules.filter(({ part }) => part === 'path').flatMap((rule) => pathFinding(operation, rule)),
  ]
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
  const broken = (formatCalled(schema.format)?.faults ?? []).map(([, spoil]) => spoil(example))
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
  const isMedia = body !== undefined && name.toLowerCase() === 'content-type'
  const wrong = isMedia ? otherMedia : wrongHeaders(authentication, name.toLowerCase(), value, schemes)
  return finding(rule, wrong, `request header ${name}`, 'a matching rule that takes no other form than the stated one')
}

/** Media types that no body of a request here has. */
const otherMedia = ['text/plain', 'application/x-www-form-urlencoded', 'application/xml']

function wrongHeaders(authentication: Operation['authentication'], name: string, value: string, schemes: readonly string[]): string[] {
  if (authentication.kind === 'none') return []
  if (authentication.kind === 'scheme') {
    const { header, scheme } = authentication
    const credential = value.split(' ').at(-1) ?? ''
    const others = ['Basic', ...schemes].filter((each) => each !== scheme).map((each) => `${each} ${credential}`)
    return name === header.toLowerCase() && scheme ? [credential, ...others] : []
  }
  const { timestamp, signature } = authentication
  if (name === timestamp.header.toLowerCase()) return ['', 'now', `${value}.5`, '2024-02-29T12:00:00.000Z']
  if (name !== signature.header.toLowerCase()) return []
  const upper = signature.construction.encoding === 'hex' ? [value.toUpperCase()] : []
  return ['', value.slice(1), `${value}0`, 'x'.repeat(value.length), ...upper].filter((text) => text !== value)
}

function pathFinding({ path }: Operation, rule: PlacedRule): PactFinding[] {
  if (path.includes('{')) return []
  const wrong = ['/', `${path}/`, `${path}/1`, path.toUpperCase(), path.replace(/\d/g, '9')].filter((other) => other !== path)
  return finding(rule, wrong, 'request path', path)
}

function finding({ matchers, combine }: PlacedRule, wrong: readonly unknown[], at: string, expected: string): PactFinding[] {
  const judged = matchers.map((matcher) => (value: unknown) => takes(matcher, value))
  const isTaken = (value: unknown) => {
    const taken = judged.map((judge) => judge(value)).filter((each) => each !== undefined)
    return taken.length > 0 && (combine === 'OR' ? taken.some(Boolean) : taken.every(Boolean))
  }
  const found = wrong.find(isTaken)
  if (found !== undefined) return [{ level: 'MUST', at, expected, actual: `a matching rule that takes ${shown(found)}` }]
  const loose = wrong.find((value) => typeof value === 'string')
  if (loose === undefined || matchers.length === 0 || !matchers.every(isOfType)) return []
  return [{ level: 'SHOULD', at, expected, actual: `a matching rule for any text, ${shown(loose)} as well` }]
}

/** Speaks of no text in particular. */
function isOfType({ match }: Json): boolean {
  return match === 'type' || match === 'notEmpty'
}

/** Whether a matcher takes a value; undefined where it speaks of the type alone, or in a dialect that is not known here. */
function takes(matcher: Json, value: unknown): boolean | undefined {
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
