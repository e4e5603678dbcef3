import type { Contract, Operation } from '../../contracts/contract.ts'
import { pathValues } from '../../contracts/path-template.ts'
import { counted } from '../../text/counted.ts'
import { anyElement } from '../../text/json/pointer.ts'
import { contradictions } from './answers/contradiction.ts'
import { expectsSuccess, refusalFindings, responseFindings } from './answers/pact-response.ts'
import { wideFindings } from './answers/wide-answer-rules.ts'
import { must, type PactFinding } from './finding.ts'
import { generatedForms } from './reading/generators.ts'
import type { ConsumerInteraction, ConsumerPact, ConsumerRequest, ConsumerResponse } from './reading/interaction.ts'
import type { Expectation } from './reliance/extreme-cases.ts'
import { reliances } from './reliance/reliance.ts'
import { foreignFindings } from './requests/pact-credentials.ts'
import { requestFindings } from './requests/pact-request.ts'
import { VerifierError } from './verification/pact-verifier.ts'

export interface PactReport {
  readonly pacts: readonly JudgedPact[]
  readonly problems: readonly string[]
}

interface JudgedPact {
  readonly file: string
  readonly consumer: string
  readonly provider: string
  readonly interactions: readonly JudgedInteraction[]
}

export interface JudgedInteraction {
  readonly description: string
  readonly operation: string | undefined
  readonly verdict: 'passed' | 'warned' | 'failed'
  readonly findings: readonly PactFinding[]
}

interface CheckOptions {
  /** The most that Pact's verifier may take, in milliseconds. */
  readonly patience?: number
  readonly reliances?: typeof reliances
}

/** Judges consumers' pacts by the contract: what they send, what they expect, and what they rely on without being told. */
export async function checkPacts(contract: Contract, pacts: readonly ConsumerPact[], options: CheckOptions = {}): Promise<PactReport> {
  const expectations = pacts.flatMap((pact) => expectationsOf(contract, pact))
  const { found, problems } = await reliedOn(expectations, options)
  const judged = pacts.map(({ file, consumer, provider, interactions }) => {
    const contradicting = contradictions(interactions)
    const judge = (interaction: ConsumerInteraction) =>
      judgedInteraction(contract, interaction, [...(found.get(interaction) ?? []), ...(contradicting.get(interaction) ?? [])])
    return { file, consumer, provider, interactions: interactions.map(judge) }
  })
  return { pacts: judged, problems }
}

/** The exit code: 1 where a pact departs from a MUST, 3 where something could not be judged. */
export function checkCode({ pacts, problems }: PactReport): 0 | 1 | 3 {
  if (pacts.some(({ interactions }) => interactions.some(({ verdict }) => verdict === 'failed'))) return 1
  return problems.length > 0 ? 3 : 0
}

function expectationsOf(contract: Contract, pact: ConsumerPact): Expectation[] {
  return pact.interactions.flatMap((interaction) => {
    const operation = operationOf(contract, interaction)
    return operation && expectsSuccess(operation, interaction.response) ? [{ pact, interaction, operation }] : []
  })
}

async function reliedOn(expectations: readonly Expectation[], { patience = 120_000, reliances: find = reliances }: CheckOptions) {
  try {
    return { found: await find(expectations, patience), problems: [] }
  } catch (error) {
    if (!(error instanceof VerifierError)) throw error
    const problem = `What consumers rely on could not be judged: ${error.message}`
    return { found: new Map<ConsumerInteraction, PactFinding[]>(), problems: [problem] }
  }
}

function judgedInteraction(contract: Contract, interaction: ConsumerInteraction, others: readonly PactFinding[]): JudgedInteraction {
  const operation = operationOf(contract, interaction)
  const own = operation ? operationFindings(contract, operation, interaction) : [unknown(contract, interaction)]
  const wide = operation && expectsSuccess(operation, interaction.response) ? wideFindings(operation, interaction.response) : []
  const findings = [...own]
  // Of what is no operation, the method or the path says it all.
  for (const each of operation ? [...others, ...wide] : []) if (!isKnown(findings, each)) findings.push(each)
  const verdict = findings.some(({ level }) => level === 'MUST') ? 'failed' : findings.length > 0 ? 'warned' : 'passed'
  return { description: interaction.description, operation: operation?.id, verdict, findings }
}

function operationFindings({ operations }: Contract, operation: Operation, interaction: ConsumerInteraction): PactFinding[] {
  const { request, response } = interaction
  if (!expectsSuccess(operation, response)) return refusalFindings(operation, response)
  const schemes = operations.flatMap(({ authentication }) => (authentication.kind === 'scheme' ? [authentication.scheme] : []))
  const sent = (form: ConsumerRequest) =>
    pathValues(operation.path, form.path)
      ? [...requestFindings(operation, form, schemes), ...foreignFindings(operation, operations, form)]
      : [must('request path', operation.path, form.path)]
  const answered = (form: ConsumerResponse) => responseFindings(operation, { ...interaction, response: form })
  return [...withGenerated(request, sent), ...withGenerated(response, answered)]
}

/** What is wrong with an example, and what else is wrong with what its generators make of it. */
function withGenerated<Part extends ConsumerRequest | ConsumerResponse>(stated: Part, judge: (form: Part) => PactFinding[]): PactFinding[] {
  const findings = judge(stated)
  for (const { generator, form } of generatedForms(stated)) {
    const made = judge(form).filter((finding) => !isKnown(findings, finding))
    findings.push(...made.map((finding) => ({ ...finding, actual: `${finding.actual}, as its generator ${generator['type']} makes it` })))
  }
  return findings
}

function operationOf({ operations }: Contract, { message, request }: ConsumerInteraction): Operation | undefined {
  const { method, path } = request
  return message ? undefined : operations.find((operation) => operation.method === method && pathValues(operation.path, path))
}

function unknown({ operations }: Contract, { message, request }: ConsumerInteraction): PactFinding {
  const all = operations.map(({ method, path }) => `${method} ${path}`).join(', ')
  if (message) return must('interaction', 'a request and its response: what messages of the service carry is not shown', 'a message')
  const here = operations.find((operation) => pathValues(operation.path, request.path))
  if (here) return must('request method', here.method, request.method)
  return must('request path', `a path of the source: ${all}`, request.path)
}

/** True for a place that already has a finding as grave, or lies in one that has. */
function isKnown(known: readonly PactFinding[], finding: PactFinding): boolean {
  const at = kindOfPlace(finding)
  const asGrave = known.filter(({ level }) => level === 'MUST' || finding.level === 'SHOULD')
  return asGrave.map(kindOfPlace).some((each) => each === at || each.startsWith(`${at}/`) || each.startsWith(`${at} `))
}

function kindOfPlace({ at }: PactFinding): string {
  return anyElement(at.toLowerCase())
}

/** What is to be said of consumers' pacts, for people: each interaction that departs, and where; then the counts. */
export function pactSummary({ pacts, problems }: PactReport): string {
  const all = pacts.flatMap(({ interactions }) => interactions)
  const count = (verdict: JudgedInteraction['verdict']) => all.filter((each) => each.verdict === verdict).length
  const failed = count('failed')
  const answer =
    failed > 0
      ? 'What failed departs from the source, or relies on what it does not say.'
      : problems.length > 0
        ? 'Not proven: not every pact could be judged.'
        : count('warned') > 0
          ? 'Nothing contradicts the source; what is warned of, it leaves open.'
          : 'All of it agrees with the source.'
  return [
    ...pacts.flatMap(pactLines),
    ...problems,
    `${counted(all.length, 'interaction')} in ${counted(pacts.length, 'pact')}: ${count('passed')} passed, ${count('warned')} warned, ${failed} failed. ${answer}`,
  ].join('\n')
}

function pactLines({ file, consumer, provider, interactions }: JudgedPact): string[] {
  const departing = interactions.filter(({ verdict }) => verdict !== 'passed')
  if (departing.length === 0) return []
  return [`${file}: what ${consumer || 'a consumer'} expects of ${provider || 'its provider'}`, ...departing.flatMap(interactionLines), '']
}

function interactionLines({ verdict, description, operation, findings }: JudgedInteraction): string[] {
  const mark = verdict === 'failed' ? '✗' : '!'
  return [`  ${mark} ${description}${operation ? ` (${operation})` : ''}`, ...findings.flatMap(findingLines)]
}

function findingLines({ level, at, expected, actual }: PactFinding): string[] {
  return [`      ${at}${level === 'SHOULD' ? ' (warning)' : ''}`, `        expected ${expected}`, `        found    ${actual}`]
}
