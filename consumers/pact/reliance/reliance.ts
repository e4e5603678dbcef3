import type { Schema } from '../../../contracts/contract.ts'
import { expectation } from '../../../contracts/fields.ts'
import { statedTypes } from '../../../contracts/schemas/schema-parts.ts'
import { asText } from '../../../text/json/as-text.ts'
import { jsonType } from '../../../text/json/json-type.ts'
import type { Node } from '../../../text/json/node.ts'
import { isObject, valueAt } from '../../../text/json/pointer.ts'
import { findingValue, must, type PactFinding, pointerOf } from '../finding.ts'
import { type ConsumerInteraction, type ConsumerResponse, type PlacedRule, stepsOf } from '../reading/interaction.ts'
import { isForOthers, isForTexts, isRuledAt, isTakenBy, reaches, schemaOf, valuesOnPath } from '../reading/pact-rules.ts'
import type { InteractionResult, Mismatch } from '../verification/pact-verifier.ts'
import { casesOf, type Expectation, type ExtremeCase, verifiedCases } from './extreme-cases.ts'
import { type Extreme, echoesOf } from './extremes.ts'

/**
 * What consumers rely on that the source does not promise, by interaction: Pact's own verifier holds each against answers
 * with the least and with the most that the schemas allow. @throws {VerifierError} when Pact's verifier does not work here.
 */
export async function reliances(
  expectations: readonly Expectation[],
  patience: number,
): Promise<ReadonlyMap<ConsumerInteraction, PactFinding[]>> {
  const ruled = expectations.filter(({ interaction }) => interaction.response.rules.some(({ part }) => part === 'body'))
  const shared = Map.groupBy(ruled, sameCase)
  const cases = new Map([...shared].map(([key, [first]]) => [key, casesOf(first)] as const))
  const results = await verifiedCases([...cases.values()], patience)
  return new Map(
    ruled.map((expected) => {
      const own = cases.get(sameCase(expected)) ?? []
      return [expected.interaction, own.flatMap((one) => findings(expected, one, results.get(one), expectations))]
    }),
  )
}

/** What distinguishes one case from another: only the type of a value that a rule covers. */
function sameCase({ pact, operation, interaction: { request, response } }: Expectation): string {
  const { value, contentType } = response.body
  const known = [contentType, response.raw['matchingRules'], ...echoesOf(operation, request)]
  return JSON.stringify([pact.version, operation.id, outlined(response, value, []), ...known])
}

function outlined(response: ConsumerResponse, value: unknown, place: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((element, index) => outlined(response, element, [...place, String(index)]))
  if (isObject(value)) return Object.entries(value).map(([name, member]) => [name, outlined(response, member, [...place, name])])
  return isRuledAt(response, place) ? { type: jsonType(value) } : value
}

function findings(
  expected: Expectation,
  extremeCase: ExtremeCase,
  result: InteractionResult | undefined,
  all: readonly Expectation[],
): PactFinding[] {
  if (!result) return [must('response body', 'matching rules that Pact can read', 'Pact reads none of it')]
  if (result.result === 'OK') return []
  const mismatches = (result.mismatch?.mismatches ?? []).filter(({ type }) => type === 'BodyMismatch')
  if (mismatches.length === 0) {
    const actual = result.mismatch?.message ?? 'Pact cannot match it'
    return [must('response body', 'expectations that Pact can match', findingValue(actual))]
  }
  const unasked = mismatches.filter((mismatch) => !isOfPage(expected, mismatch))
  const sorted = unasked.toSorted((one, other) => String(one.path).localeCompare(String(other.path)))
  return sorted.map((mismatch) => finding(expected, extremeCase, mismatch, all))
}

/** The size of a page is judged by what was asked for, which the answers here do not know. */
function isOfPage({ operation: { pagination } }: Expectation, { path = '$', mismatch = '' }: Mismatch): boolean {
  return pointerOf(stepsOf(path)) === pagination?.records && mismatch.includes('maximum size')
}

/** What a consumer relies on at one place, in the light of what the schema says of it. */
function finding(
  expected: Expectation,
  { extreme, answer }: ExtremeCase,
  { path, mismatch = '' }: Mismatch,
  all: readonly Expectation[],
): PactFinding {
  const steps = stepsOf(path ?? '$')
  const at = `response body ${pointerOf(steps)}`.trim()
  const found = schemaOf(expected.operation.success.schema, steps)
  const words = 'a matching rule that takes every answer the source allows'
  if (!found) return must(at, words, mismatch)
  const value = valueAt(answer, steps)
  const level = isTolerable(found, value, mismatch, { expected, steps, all }) ? 'SHOULD' : 'MUST'
  return { level, at, expected: promise(found, extreme), actual: `relies on more: ${mismatch}` }
}

interface Context {
  readonly expected: Expectation
  readonly steps: readonly string[]
  readonly all: readonly Expectation[]
}

/** True if the consumer accepts the value in another state of the provider (an empty list, or null), or relies on little: that is a warning. */
function isTolerable(schema: Schema, value: unknown, mismatch: string, context: Context): boolean {
  if ('const' in schema) return false
  if (typeof value === 'string' && !/type/i.test(mismatch)) return !isNarrow(schema, context)
  const isNullable = statedTypes(schema).includes('null')
  if (value !== null && isNullable && /null/i.test(mismatch)) return isBorne(context, (other) => other !== null)
  if (value === null) return isBorne(context, (other) => other === null)
  if (!Array.isArray(value)) return false
  return value.length > 0 || (schema.items !== undefined && isBorne(context, (other) => Array.isArray(other) && other.length === 0))
}

/**
 * True for rules that narrow a text to a form which the source does not state, take not even what it shows, or take none. Those that
 * want any word, where a text could be empty, or one word alone, which the provider's state may have arranged, rely on little.
 */
function isNarrow({ format }: Schema, { expected, steps }: Context): boolean {
  const shown = expected.operation.success.examples.flatMap(({ value }) => valuesOnPath(value, steps))
  const own = expected.interaction.response.rules.filter(({ part, path }) => part === 'body' && reaches(path, steps))
  const narrow = own.filter((rule) => {
    const ofTexts = rule.matchers.filter(({ match }) => !isForOthers(match))
    const isForNone = rule.combine === 'OR' ? ofTexts.length === 0 : ofTexts.length < rule.matchers.length
    return ![...words, ...shown].every(isTakenBy(rule)) && (isForNone || !ofTexts.every(isOneWord) || isChoice(rule))
  })
  return (format !== undefined && format !== 'not-blank') || narrow.length > 0
}

const words = ['usdt', 'BTC', '1inch', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', '0x52908400098527886E0F7030069857D2E4169EE7']

function isChoice({ combine, matchers }: PlacedRule): boolean {
  return combine === 'OR' && matchers.filter(({ match }) => match === 'regex' || match === 'equality').length > 1
}

/** True for one word, and for matchers that do not restrict texts. */
function isOneWord({ match, regex }: Node): boolean {
  return match === 'regex' ? /^\^?[\w ]*\$?$/.test(asText(regex)) : !isForTexts(match)
}

function isBorne({ expected: { pact, interaction, operation }, steps, all }: Context, bears: (value: unknown) => boolean): boolean {
  const others = all.filter((each) => each.pact === pact && each.operation === operation && each.interaction.states !== interaction.states)
  return others.some((each) => valuesOnPath(each.interaction.response.body.value, steps).some(bears))
}

function promise(schema: Schema, extreme: Extreme): string {
  if (schema.items) return extreme === 'most' ? `${expectation(schema)}, of any length` : `${expectation(schema)}, which may be empty`
  return `${expectation(schema)}, whichever it is`
}
