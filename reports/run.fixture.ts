import type { Requirement } from '../contracts/contract.ts'
import { contract } from '../contracts/generated/contract.ts'
import type { Exchange } from '../engine/exchange.ts'
import type { Finding, Outcome } from '../engine/judging/outcome.ts'
import type { Run } from '../engine/run.ts'
import { addressOf, type Target } from '../engine/target.ts'

/** A value for every setting, the secrets recognisable. */
export const settings: Readonly<Record<string, string>> = Object.fromEntries(
  contract.settings.map(({ name, secret }, at) => [name, secret ? `s3cret-${name}-/+${at}"é` : `value-of-${name}`]),
)

const target: Target = {
  name: 'staging',
  bases: Object.fromEntries(contract.bases.map((base) => [base, `http://127.0.0.1:4010/${base}`])),
  settings,
  operations: contract.operations.map(({ id }) => id),
  allowWithdrawals: false,
}

const began = Date.UTC(2026, 0, 2, 3, 4, 5)

/** The requirements of an operation that a provider can be held to, in the order of the document. */
export function requirementsOf(operation: string | undefined): readonly Requirement[] {
  return contract.requirements.filter((one) => one.binds === 'provider' && one.operation === operation && !one.untestable)
}

/** An exchange of the first operation, answered with `body`. */
export function exchange(id: string, body: string | Buffer, change: Partial<Exchange> = {}): Exchange {
  const operation = contract.operations[0]
  if (!operation) throw new Error('the contract has no operation')
  return {
    id,
    probe: 'coins',
    role: 'control',
    operation: operation.id,
    request: {
      method: operation.method,
      url: addressOf(target, operation),
      headers: [['authorization', `Bearer ${settings['accessToken']}`]],
    },
    response: { status: 200, headers: [['content-type', 'application/json']], body: Buffer.from(body), truncated: false },
    startedAt: began + 10 * Number(id.replace(/\D/g, '') || 0),
    durationMs: 12.345,
    repeats: 0,
    ...change,
  }
}

function unanswered(id: string): Exchange {
  const { response: _, ...rest } = exchange(id, '')
  return { ...rest, failure: { kind: 'reset', message: 'the connection was reset' } }
}

export function outcome(requirement: Requirement, change: Partial<Outcome> = {}): Outcome {
  const { id, level, clause, text, operation = '' } = requirement
  return { check: id, requirement: id, level, clause, operation, title: text, verdict: 'passed', findings: [], evidence: ['e1'], ...change }
}

export const finding: Finding = { at: '/data/3/rank', expected: 'integer', actual: '"1.5"', exchange: 'e1' }

/** A run with every verdict in it, and whatever a test changes. */
export function runOf(change: Partial<Run> = {}): Run {
  const must = contract.operations.flatMap(({ id }) => requirementsOf(id)).filter(({ level }) => level === 'MUST')
  const should = contract.requirements.find(({ level, operation }) => level === 'SHOULD' && operation)
  const verdicts: readonly Partial<Outcome>[] = [
    { verdict: 'failed', findings: [{ ...finding, count: 5000, places: ['/data/3/rank', '/data/4/rank'] }], reason: 'a string was sent' },
    { verdict: 'inconclusive', reason: 'The setting ASSAY_API_TOKEN is missing.', evidence: [] },
    { verdict: 'inapplicable', reason: 'not among the operations asked for', evidence: [] },
  ]
  return {
    contract,
    target,
    startedAt: began,
    finishedAt: began + 420,
    complete: true,
    notes: [],
    outcomes: [
      ...must.map((requirement, at) => outcome(requirement, verdicts[at])),
      ...(should
        ? [outcome(should, { verdict: 'warned', findings: [{ at: 'body', expected: 'no duplicate keys', actual: '"a" twice' }] })]
        : []),
    ],
    observations: contract.openPoints.slice(0, 1).map(({ id, clause, text }) => ({
      ...{ id: `observe.${id}`, about: id, clause, title: text },
      value: { status: 401 },
      evidence: ['e2'],
    })),
    exchanges: [
      exchange('e1', '{"status":"success","message":"","data":[]}'),
      exchange('e2', '{"error":"no"}', { role: 'changed' }),
      unanswered('e3'),
    ],
    registered: ['900001'],
    diagnoses: [
      {
        id: 'refused',
        about: 'staging',
        operations: contract.operations.map(({ id }) => id),
        problem: 'A right request is refused with 401.',
        remedy: 'Look at the credentials.',
      },
    ],
    ...change,
  }
}
