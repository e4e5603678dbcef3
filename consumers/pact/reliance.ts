import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Operation, Schema } from '../../contracts/contract.ts'
import { expectation } from '../../contracts/fields.ts'
import { type InteractionResult, type Mismatch, verifyWithPact } from '../../contracts/pacts/verifier.ts'
import { defined } from '../../spec/defined.ts'
import { type Extreme, extremeAnswer, extremes } from './extremes.ts'
import { type PactFinding, pointerOf, shown } from './finding.ts'
import { type ConsumerInteraction, type ConsumerPact, type ConsumerResponse, isObject, type Json, stepsOf } from './interaction.ts'
import { schemaOf } from './pact-rules.ts'

/** An interaction of a pact that expects a success of an operation. */
export interface Expectation {
  readonly pact: ConsumerPact
  readonly interaction: ConsumerInteraction
  readonly operation: Operation
}

/** An answer at an extreme, and a response that expects another; consumers that expect the same share it. */
interface Trial {
  readonly version: 3 | 4
  readonly response: ConsumerResponse
  readonly extreme: Extreme
  readonly answer: unknown
}

/**
 * What consumers rely on that the source does not promise, by interaction: Pact's own verifier holds each against answers
 * with the least and with the most that the schemas allow. @throws {VerifierError} when Pact's verifier does not work here.
 */
export async function reliances(
  expectations: readonly Expectation[],
  patience: number,
): Promise<ReadonlyMap<ConsumerInteraction, PactFinding[]>> {
  const ruled = expectations.filter(({ interaction }) => interaction.response.rules.some(({ part }) => part === 'body'))
  const shared = Map.groupBy(ruled, sameTrial)
  const trials = new Map([...shared].flatMap(([key, [first]]) => (first ? [[key, trialsOf(first)] as const] : [])))
  const results = await verifiedApart([...trials.values()], patience)
  return new Map(
    ruled.map((expected) => {
      const own = trials.get(sameTrial(expected)) ?? []
      return [expected.interaction, own.flatMap((trial) => findings(expected, trial, results.get(trial), expectations))]
    }),
  )
}

function sameTrial({ pact, operation, interaction }: Expectation): string {
  return JSON.stringify([pact.version, operation.id, interaction.response.raw['body'], interaction.response.raw['matchingRules']])
}

function trialsOf({ pact: { version }, interaction: { response }, operation }: Expectation): Trial[] {
  return extremes.map((extreme) => ({ version, response, extreme, answer: extremeAnswer(operation.success.schema, response, extreme) }))
}

/** Runs trials together; those without a result are run again one by one, since one unreadable rule takes away all results. */
async function verifiedApart(groups: readonly Trial[][], patience: number): Promise<ReadonlyMap<Trial, InteractionResult>> {
  const all = groups.flat()
  const results = new Map([...(await verified(all, 3, patience)), ...(await verified(all, 4, patience))])
  for (const group of groups.filter((each) => each.some((trial) => !results.has(trial)))) {
    for (const [trial, result] of await verified(group, group[0]?.version ?? 4, patience)) results.set(trial, result)
  }
  return results
}

/** Runs the trials of one version of the specification, which a pact file cannot mix. */
async function verified(trials: readonly Trial[], version: 3 | 4, patience: number): Promise<[Trial, InteractionResult][]> {
  const own = trials.filter((trial) => trial.version === version)
  if (own.length === 0) return []
  const server = createServer((request, response) => {
    const trial = own[Number(request.url?.slice(1))]
    response.writeHead(trial ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(trial?.answer))
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    const results = await verifyWithPact({ pact: trialPact(own, version), url, statesUrl: url, patience })
    return results.flatMap((result) => {
      const trial = own[Number(result.description)]
      return trial ? [[trial, result] as const] : []
    }) as [Trial, InteractionResult][]
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

/** The consumers' expectations of bodies, asked for at a place of their own. */
function trialPact(trials: readonly Trial[], version: 3 | 4) {
  return {
    consumer: { name: 'consumers' },
    provider: { name: 'extremes' },
    interactions: trials.map(({ response }, index) => ({
      ...(version === 4 ? { type: 'Synchronous/HTTP', key: String(index), pending: false } : {}),
      description: String(index),
      request: { method: 'GET', path: `/${index}` },
      response: bodyOnly(response.raw),
    })),
    metadata: { pactSpecification: { version: `${version}.0.0` } },
  }
}

function bodyOnly({ body, matchingRules }: Json): Json {
  const rules = isObject(matchingRules) ? matchingRules['body'] : undefined
  return defined({ status: 200, body, matchingRules: rules === undefined ? undefined : { body: rules } })
}

function findings(expected: Expectation, trial: Trial, result: InteractionResult | undefined, all: readonly Expectation[]): PactFinding[] {
  if (!result)
    return [{ level: 'MUST', at: 'response body', expected: 'matching rules that Pact can read', actual: 'Pact reads none of it' }]
  if (result.result === 'OK') return []
  const mismatches = (result.mismatch?.mismatches ?? []).filter(({ type }) => type === 'BodyMismatch')
  if (mismatches.length === 0) {
    const actual = result.mismatch?.message ?? 'Pact cannot match it'
    return [{ level: 'MUST', at: 'response body', expected: 'expectations that Pact can match', actual: shown(actual) }]
  }
  const sorted = mismatches.toSorted((one, other) => String(one.path).localeCompare(String(other.path)))
  return sorted.map((mismatch) => finding(expected, trial, mismatch, all))
}

/** What a consumer relies on at one place, in the light of what the schema says of it. */
function finding(
  expected: Expectation,
  { extreme, answer }: Trial,
  { path, mismatch = '' }: Mismatch,
  all: readonly Expectation[],
): PactFinding {
  const steps = stepsOf(path ?? '$')
  const at = `response body ${pointerOf(steps)}`.trim()
  const found = schemaOf(expected.operation.success.schema, steps)
  const words = 'a matching rule that takes every answer the source allows'
  if (found === 'any' || 'within' in found) return { level: 'MUST', at, expected: words, actual: mismatch }
  const value = steps.reduce<unknown>((within, step) => (within as Json | undefined)?.[step], answer)
  const level = levelOf(found.schema, value, mismatch, { expected, steps, all })
  return { level, at, expected: promise(found.schema, extreme), actual: `relies on more: ${mismatch}` }
}

interface Context {
  readonly expected: Expectation
  readonly steps: readonly string[]
  readonly all: readonly Expectation[]
}

/**
 * Free texts that a rule narrows are a warning: the source gives them no form. So is what the consumer shows elsewhere, in another
 * state of the provider, that it can bear: an empty list, or null.
 */
function levelOf(schema: Schema, value: unknown, mismatch: string, context: Context): PactFinding['level'] {
  if (typeof value === 'string' && !/type/i.test(mismatch)) return isStated(schema) ? 'MUST' : 'SHOULD'
  if (value !== null && [schema.type].flat().includes('null') && /null/i.test(mismatch))
    return isBorne(context, (other) => other !== null) ? 'SHOULD' : 'MUST'
  if (/to be a decimal/i.test(mismatch) && typeof value === 'number') return 'SHOULD'
  if (Array.isArray(value) && value.length > 0) return 'SHOULD'
  if (schema.items && Array.isArray(value))
    return isBorne(context, (other) => Array.isArray(other) && other.length === 0) ? 'SHOULD' : 'MUST'
  if (value === null) return isBorne(context, (other) => other === null) ? 'SHOULD' : 'MUST'
  return 'MUST'
}

/** True where the source gives a text its form. */
function isStated({ format }: Schema): boolean {
  return format !== undefined && format !== 'not-blank'
}

function isBorne({ expected: { pact, interaction, operation }, steps, all }: Context, bears: (value: unknown) => boolean): boolean {
  const others = all.filter((each) => each.pact === pact && each.operation === operation && each.interaction.states !== interaction.states)
  return others.some((each) => valuesAt(each.interaction.response.body.value, steps).some(bears))
}

/** The values at a place, whichever element of a list they stand in. */
function valuesAt(value: unknown, [step, ...rest]: readonly string[]): unknown[] {
  if (step === undefined) return [value]
  if (Array.isArray(value)) return value.flatMap((element) => valuesAt(element, rest))
  return isObject(value) && step in value ? valuesAt(value[step], rest) : []
}

function promise(schema: Schema, extreme: Extreme): string {
  if (schema.items) return extreme === 'most' ? `${expectation(schema)}, of any length` : `${expectation(schema)}, which may be empty`
  return `${expectation(schema)}, whichever it is`
}
