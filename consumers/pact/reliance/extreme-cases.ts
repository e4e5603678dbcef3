import type { Operation } from '../../../contracts/contract.ts'
import { defined } from '../../../language/defined.ts'
import { startListening, stopListening } from '../../../language/listening-server.ts'
import { plainHttp } from '../../../language/plain-http.ts'
import { type Node, nodeOf } from '../../../text/json/node.ts'
import { isObject } from '../../../text/json/pointer.ts'
import { type ConsumerInteraction, type ConsumerPact, type ConsumerResponse, stepsOf } from '../reading/interaction.ts'
import { valuesOnPath } from '../reading/pact-rules.ts'
import { type InteractionResult, verifyWithPact } from '../verification/pact-verifier.ts'
import { type Extreme, echoesOf, extremeAnswer, extremes } from './extremes.ts'

/** An interaction of a pact that expects a success of an operation. */
export interface Expectation {
  readonly pact: ConsumerPact
  readonly interaction: ConsumerInteraction
  readonly operation: Operation
}

/** An answer at an extreme, and a response that expects another; consumers that expect the same share it. */
export interface ExtremeCase {
  readonly version: 3 | 4
  readonly response: ConsumerResponse
  readonly extreme: Extreme
  readonly answer: unknown
}

export function casesOf({ pact: { version }, interaction: { request, response }, operation }: Expectation): ExtremeCase[] {
  const echoes = echoesOf(operation, request)
  const answerAt = (extreme: Extreme) => extremeAnswer(operation.success.schema, response, extreme, echoes)
  return extremes.map((extreme) => ({ version, response, extreme, answer: answerAt(extreme) }))
}

/** Runs cases together; those without a result are run again one by one, since one unreadable rule takes away all results. */
export async function verifiedCases(
  groups: readonly ExtremeCase[][],
  patience: number,
): Promise<ReadonlyMap<ExtremeCase, InteractionResult>> {
  const all = groups.flat()
  const results = new Map(await verified(all, patience))
  for (const group of groups.filter((cases) => cases.some((one) => !results.has(one)))) {
    for (const [one, result] of await verified(group, patience)) results.set(one, result)
  }
  return results
}

/** Runs cases, those of each version of the specification in a pact of their own: a file cannot mix them. */
async function verified(cases: readonly ExtremeCase[], patience: number): Promise<[ExtremeCase, InteractionResult][]> {
  const results: [ExtremeCase, InteractionResult][] = []
  for (const [version, own] of Map.groupBy(cases, (each) => each.version)) results.push(...(await verifiedOf(version, own, patience)))
  return results
}

async function verifiedOf(version: 3 | 4, own: readonly ExtremeCase[], patience: number): Promise<[ExtremeCase, InteractionResult][]> {
  const server = plainHttp.createServer((request, response) => {
    const asked = own[Number(request.url?.slice(1))]
    response.writeHead(asked ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(asked?.answer))
  })
  const pact = pactOfCases(own, version)
  const url = `http://${await startListening(server)}`
  const results = await verifyWithPact({ pact, url, statesUrl: url, patience }).finally(() => stopListening(server))
  return results.flatMap((result): [ExtremeCase, InteractionResult][] => {
    const asked = own[Number(result.description)]
    return asked ? [[asked, result]] : []
  })
}

/** The consumers' expectations of bodies, asked for at a place of their own. */
function pactOfCases(cases: readonly ExtremeCase[], version: 3 | 4) {
  return {
    consumer: { name: 'consumers' },
    provider: { name: 'extremes' },
    interactions: cases.map(({ response }, index) => ({
      ...(version === 4 ? { type: 'Synchronous/HTTP', key: String(index), pending: false } : {}),
      description: String(index),
      request: { method: 'GET', path: `/${index}` },
      response: bodyOnly(response),
    })),
    metadata: { pactSpecification: { version: `${version}.0.0` } },
  }
}

function bodyOnly({ raw: { body, matchingRules }, body: { value } }: ConsumerResponse): Node {
  const rules = isObject(matchingRules) ? matchingRules['body'] : undefined
  return defined({ status: 200, body, matchingRules: rules === undefined ? undefined : { body: unveiled(rules, value) } })
}

/** For a list, `eachValue` by the type alone says what `type` says, but hides narrower rules for its elements from Pact's verifier. */
function unveiled(rules: unknown, body: unknown): unknown {
  if (!isObject(rules)) return rules
  const entries = Object.entries(rules).map(([path, rule]) => {
    if (!isObject(rule) || !Array.isArray(rule['matchers']) || !valuesOnPath(body, stepsOf(path)).every(Array.isArray)) return [path, rule]
    return [path, { ...rule, matchers: rule['matchers'].map((matcher) => (isByType(matcher) ? { match: 'type', min: 0 } : matcher)) }]
  })
  return Object.fromEntries(entries)
}

function isByType(matcher: unknown): boolean {
  const { match, rules } = nodeOf(matcher)
  return match === 'eachValue' && Array.isArray(rules) && rules.every((rule) => nodeOf(rule)['match'] === 'type')
}
