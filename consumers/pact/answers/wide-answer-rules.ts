import type { Operation, Schema } from '../../../contracts/contract.ts'
import { expectation } from '../../../contracts/fields.ts'
import { formatCalled } from '../../../contracts/formats/formats.ts'
import { asText } from '../../../text/json/as-text.ts'
import { findingValue, type PactFinding, pointerOf, should } from '../finding.ts'
import type { ConsumerResponse, PlacedRule } from '../reading/interaction.ts'
import { textsTaken, textTaken } from '../reading/matcher.ts'
import { isTakenBy, schemaOf, sendable } from '../reading/pact-rules.ts'
import { typesOf } from './pact-body.ts'

/** Rules that accept what no provider may answer: such a consumer misses a broken one, but takes all that conform. So it is a warning. */
export function wideFindings({ success }: Operation, { rules }: ConsumerResponse): PactFinding[] {
  return [
    ...rules.filter(({ part }) => part === 'status').flatMap((rule) => statusesBeside(success.status, rule)),
    ...rules.filter(({ part }) => part === 'header').flatMap((rule) => mediaBeside(success.mediaType, rule)),
    ...rules.filter(({ part }) => part === 'body').flatMap((rule) => valuesBeside(success.schema, rule)),
  ]
}

function statusesBeside(status: number, rule: PlacedRule): PactFinding[] {
  const { matchers } = rule
  const isOpen = matchers.some(({ match }) => match === 'type') || isTakenBy(rule)('404')
  const listed = isOpen
    ? [404]
    : matchers.flatMap(({ status: taken }) => (taken === 'nonError' ? [302] : Array.isArray(taken) ? taken : []))
  const refusal = listed.find((other) => typeof other === 'number' && other >= 300)
  return refusal === undefined ? [] : [warning('response status', String(status), String(refusal))]
}

const otherMedia = ['text/html', 'text/plain', 'application/xml']

function mediaBeside(mediaType: string | undefined, rule: PlacedRule): PactFinding[] {
  const isMediaType = mediaType !== undefined && rule.path[0]?.toLowerCase() === 'content-type'
  const other = isMediaType ? otherMedia.find(isTakenBy(rule)) : undefined
  return other === undefined ? [] : [warning('response header Content-Type', String(mediaType), findingValue(other))]
}

function valuesBeside(schema: Schema, rule: PlacedRule): PactFinding[] {
  const found = schemaOf(schema, rule.path)
  if (!found) return []
  const beside = typeBeside(found, rule) ?? textBeside(found, rule)
  return beside === undefined ? [] : [warning(`response body ${pointerOf(rule.path)}`, expectation(found), beside)]
}

/** A type that an alternative speaks of by its name, or an expression by itself (it takes texts for numbers), and the schema does not have. */
function typeBeside(schema: Schema, rule: PlacedRule): string | undefined {
  const allowed = typesOf(schema)
  const isAlone = rule.matchers.every(({ match }) => match === 'regex')
  if ((rule.combine !== 'OR' && !isAlone) || allowed.length === 0) return undefined
  const texts = allowed.includes('string') ? [] : rule.matchers.flatMap((matcher) => textTaken(matcher) ?? [])
  return sendable(rule).find((type) => !allowed.includes(type)) ?? texts.map(findingValue)[0]
}

/** A text that a rule takes beside the only right one, or in the place of one with a form. */
function textBeside({ const: right, format }: Schema, rule: PlacedRule): string | undefined {
  const isRight = typeof right === 'string' ? (text: string) => text === right : formatCalled(format)?.isValid
  if (!isRight) return undefined
  const expressions = rule.matchers.flatMap(({ match, regex }) => (match === 'regex' ? [asText(regex)] : []))
  const named = expressions.flatMap((regex) => regex.match(/\w{2,}/g) ?? [])
  const offered = expressions.some((regex) => alternatives.test(regex)) ? otherForms(format, rule.matchers.flatMap(textsTaken)) : []
  const texts = [...(typeof right === 'string' ? named : []), '', 'other', 'OTHER', ...offered]
  return texts.filter((text) => !isRight(text) && isTakenBy(rule)(text)).map(findingValue)[0]
}

/** Finds expressions that are meant to accept several forms. */
const alternatives = /\||\)[?*]|\(\?[a-z]*i/

/** Texts that differ from a format from their first character on: others an expression may accept unintentionally. */
function otherForms(format: string | undefined, taken: readonly string[]): string[] {
  const { faults = [], extremes, sample } = formatCalled(format) ?? {}
  const right = [sample, ...Object.values(extremes ?? {})].map(String)
  const spoilt = right.flatMap((text) => faults.map(([, spoil]) => spoil(text)))
  return [...spoilt, ...taken].filter((text) => right.every((each) => each[0] !== text[0]))
}

function warning(at: string, expected: string, beside: string): PactFinding {
  return should(at, expected, `a matching rule that takes ${beside} as well`)
}
