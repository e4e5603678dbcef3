import { expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { createCatalogue } from '../../suites/index.ts'
import { exchange, listing, response, target } from '../evidence/evidence.fixture.ts'
import type { Exchange } from '../exchange.ts'
import { planCatalogue } from '../plan.ts'
import type { Run } from '../run.ts'
import { rerunAsOtherAgents } from './agent-rerun.ts'
import { outcome } from './hurried-run.fixture.ts'
import type { Sending } from './reruns.ts'

const planned = planCatalogue(createCatalogue(contract), contract, target, { only: listing.id })
const probe = `${listing.id}.credential`

function asked(role: string, name: string, status: number, startedAt: number): Exchange {
  const one = exchange(listing, role, response(status, status === 200 ? listing.success.example : {}))
  return { ...one, id: `${probe}/${role}`, probe, startedAt, request: { ...one.request, headers: [['user-agent', name]] } }
}

const parts = { outcomes: [], observations: [], registered: [], notes: [], diagnoses: [] }
const first: Run = {
  contract,
  target,
  startedAt: 0,
  finishedAt: 5,
  complete: true,
  ...parts,
  exchanges: [
    asked('control', 'browser', 200, 1),
    asked('among-1', 'command line', 403, 2),
    asked('among-2', 'command line', 403, 3),
    asked('control-after', 'browser', 200, 4),
  ],
}

it('leaves a target alone for a moment before all is sent again under other names', async () => {
  const done: (number | readonly string[])[] = []
  const clock = {
    now: () => 5,
    sleep: async (milliseconds: number) => {
      done.push(milliseconds)
    },
  }
  const again = async ({ names = [] }: Sending) => {
    done.push(names)
    return first
  }
  await rerunAsOtherAgents(first, planned, again, { clock, timeLeft: () => 60_000 })
  expect(done).toEqual([1500, ['browser']])
})

it('keeps to what the first run found where no withdrawal is taken any more', async () => {
  const clock = { now: () => 5, sleep: async () => {} }
  const judged = async (registered: readonly string[], exchanges: readonly Exchange[] = []) => {
    const spent = async () => ({ ...first, registered, outcomes: [], exchanges })
    const { run, names } = await rerunAsOtherAgents({ ...first, registered: ['7'] }, planned, spent, { clock, timeLeft: () => 60_000 })
    return [run.exchanges.length, run.registered, names]
  }
  expect(await judged([])).toEqual([first.exchanges.length, ['7'], undefined])
  expect(await judged(['8'])).toEqual([0, ['7', '8'], ['browser']])
  // What it asked of lists was turned away as well: that is no matter of a balance.
  expect(await judged([], [asked('control', 'browser', 403, 6)])).toEqual([1, ['7'], ['browser']])
})

it.each([
  ['stands if it was a breakdown, which no filter explains', 'browser', 500, true],
  ['is gone if it was turned away', 'command line', 403, false],
])('a right request that failed at first %s', async (_, name, status, stands) => {
  const failed = outcome('failed', 'among-3')
  const flawed = { ...first, outcomes: [failed], exchanges: [...first.exchanges, asked('among-3', name, status, 4)] }
  const bounds = { clock: { now: () => 5, sleep: async () => {} }, timeLeft: () => 60_000 }
  const { run } = await rerunAsOtherAgents(flawed, planned, async () => first, bounds)
  expect([run.outcomes, run.notes]).toEqual([
    stands ? [failed] : [],
    [expect.stringMatching(stands ? /Nothing failed any more\.$/ : /sent again/)],
  ])
})

it.each([
  ['again where no withdrawal was taken at first either', first, 60_000, 1],
  ['once if the first run was cut short', { ...first, complete: false }, 60_000, 0],
  ['once if no time is left', first, 0, 0],
])('all is sent %s', async (_, told, left, times) => {
  let sent = 0
  const again = async () => {
    sent += 1
    return { ...first, exchanges: [] }
  }
  const { run } = await rerunAsOtherAgents(told, planned, again, { clock: { now: () => 5, sleep: async () => {} }, timeLeft: () => left })
  expect([sent, run.exchanges]).toEqual([times, times === 0 ? first.exchanges : []])
})
