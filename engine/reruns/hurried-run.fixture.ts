import { contract } from '../../contracts/generated/contract.ts'
import { createCatalogue } from '../../suites/index.ts'
import { exchange, listing, response, target } from '../evidence/evidence.fixture.ts'
import type { Exchange } from '../exchange.ts'
import type { Outcome, Verdict } from '../judging/outcome.ts'
import { planCatalogue } from '../plan.ts'
import type { Run } from '../run.ts'
import type { Sending } from './reruns.ts'
import { rerunSlower } from './slower-runs.ts'

export const planned = planCatalogue(createCatalogue(contract), contract, target, { only: listing.id })
const probe = `${listing.id}.credential`
export const accepted = response(200, listing.success.example)
export const refused = response(401, { message: 'Unauthorized' })
export const limited = response(403, { message: 'Rate limit exceeded' })
export const forbidden = response(403, { message: 'Forbidden' })

export function sent(role: string, answer: Exchange['response']): Exchange {
  return { ...exchange(listing, role, answer), id: `${probe}/${role}`, probe }
}

export function outcome(verdict: Verdict, shown?: string): Outcome {
  const findings = shown === undefined ? [] : [{ at: 'status', expected: 'a', actual: 'b', exchange: `${probe}/${shown}` }]
  const { id, clause } = listing
  return { check: id, requirement: id, level: 'MUST', clause, operation: id, title: id, verdict, findings, evidence: [] }
}

export function ran(outcomes: readonly Outcome[], exchanges: readonly Exchange[] = [], registered: readonly string[] = []): Run {
  return {
    contract,
    target,
    startedAt: 0,
    finishedAt: 0,
    complete: true,
    notes: [],
    outcomes,
    observations: [],
    exchanges,
    registered,
    diagnoses: [],
  }
}

export const settled = ran([outcome('passed')], [], ['2'])
const deadline = 1_200_000
export const bounds = { clock: { now: () => 0, sleep: async () => {} }, deadline, timeLeft: () => deadline }

/** Which run counts, and how often it was asked again, where it is answered slower by these. */
export async function counted(hurried: Run, slower: readonly Run[] = [settled]) {
  const paces: Sending[] = []
  const again = async (pace: Sending) => {
    const told = slower[paces.length] ?? settled
    paces.push(pace)
    told.exchanges.some((exchange) => pace.abortsOn?.(exchange))
    return told
  }
  const said: string[] = []
  const told = await rerunSlower(hurried, planned, again, { ...bounds, onRepeat: (text) => said.push(text) })
  return { told, paces, said }
}

export const crowd = (turned = limited) => [sent('control', accepted), sent('among-1', turned), sent('control-after', turned)]
export const gone = (at: number): Exchange => {
  const { response: _, ...unanswered } = sent(`none-${at}`, refused)
  return { ...unanswered, failure: { kind: 'refused', message: 'the connection was refused' } }
}
export const goneElsewhere = (at: number): Exchange => {
  const unanswered = gone(at)
  return { ...unanswered, request: { ...unanswered.request, url: 'https://other.example/' } }
}
export const crowded = ran([outcome('failed', 'among-1')], crowd(), ['1'])
