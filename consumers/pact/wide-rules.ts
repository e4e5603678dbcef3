import type { Operation, Schema } from '../../contracts/contract.ts'
import { expectation } from '../../contracts/fields.ts'
import { type PactFinding, pointerOf, shown } from './finding.ts'
import type { ConsumerResponse, PlacedRule } from './interaction.ts'
import { textTaken } from './matcher.ts'
import { typesOf } from './pact-body.ts'
import { isTakenBy, schemaOf, sendable } from './pact-rules.ts'

/**
 * Rules of a response that name what no provider may answer: such a consumer passes beside a provider that is broken. It refuses
 * none that conforms, so that it is a warning.
 */
export function wideFindings({ success }: Operation, { rules }: ConsumerResponse): PactFinding[] {
  return [
    ...rules.filter(({ part }) => part === 'status').flatMap((rule) => statusesBeside(success.status, rule)),
    ...rules.filter(({ part }) => part === 'body').flatMap((rule) => valuesBeside(success.schema, rule)),
  ]
}

function statusesBeside(status: number, { matchers }: PlacedRule): PactFinding[] {
  const listed = matchers.flatMap((matcher) => (Array.isArray(matcher['status']) ? matcher['status'] : []))
  const refusal = listed.find((other) => typeof other === 'number' && other >= 300)
  return refusal === undefined ? [] : [warning('response status', String(status), String(refusal))]
}

function valuesBeside(schema: Schema, rule: PlacedRule): PactFinding[] {
  const found = schemaOf(schema, rule.path)
  if (found === 'any' || 'within' in found) return []
  const beside = typeBeside(found.schema, rule) ?? wordBeside(found.schema, rule)
  return beside === undefined ? [] : [warning(`response body ${pointerOf(rule.path)}`, expectation(found.schema), beside)]
}

/** A type that an alternative speaks of by its name, and the schema does not have. */
function typeBeside(schema: Schema, rule: PlacedRule): string | undefined {
  const allowed = typesOf(schema)
  if (rule.combine !== 'OR' || allowed.length === 0) return undefined
  const texts = allowed.includes('string') ? [] : rule.matchers.flatMap((matcher) => textTaken(matcher) ?? [])
  return sendable(rule).find((type) => !allowed.includes(type)) ?? texts.filter((text) => Number.isNaN(Number(text))).map(shown)[0]
}

/** A word that an expression for a constant names beside it. */
function wordBeside(schema: Schema, rule: PlacedRule): string | undefined {
  if (typeof schema.const !== 'string') return undefined
  const named = rule.matchers.flatMap(({ match, regex }) => (match === 'regex' ? (String(regex).match(/\w{2,}/g) ?? []) : []))
  return named.filter((word) => word !== schema.const && isTakenBy(rule)(word)).map(shown)[0]
}

function warning(at: string, expected: string, beside: string): PactFinding {
  return { level: 'SHOULD', at, expected, actual: `a matching rule that takes ${beside} as well` }
}
