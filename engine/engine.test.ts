import { describe, expect, it } from 'vitest'
import { contract } from '../contracts/generated/contract.ts'
import { defined } from '../language/defined.ts'
import type { Behaviour } from '../provider/behaviour.ts'
import { createService } from '../provider/service.ts'
import { run } from '../suites/run.ts'
import { type Handler, servedAt, virtualClock, virtualTransport } from './client/virtual.fixture.ts'
import { runCatalogue } from './engine.ts'
import { idleProbe, listing, signed } from './evidence/evidence.fixture.ts'
import type { Exchange, SentRequest } from './exchange.ts'
import type { Check } from './judging/check.ts'
import { exitCode, summary } from './run.ts'

const bases = Object.fromEntries(contract.bases.map((base) => [base, 'http://127.0.0.1:1']))
const operations = contract.operations.map(({ id }) => id)

interface Given {
  readonly behaviour?: Behaviour
  readonly deadline?: number
  readonly only?: string
  readonly spoil?: (request: SentRequest, answer: ReturnType<Handler>) => ReturnType<Handler>
  readonly onExchange?: (exchange: Exchange, interrupt: () => void) => void
}

async function judged({ behaviour = {}, deadline, only, spoil = (_, answer) => answer, onExchange }: Given = {}) {
  const clock = virtualClock()
  const service = createService({ contract, clock: clock.now, behaviour })
  const interruption = new AbortController()
  let failures = 0
  const transport = virtualTransport(clock, 100, (request) => spoil(request, servedAt(service, clock.now(), request)))
  const finished = await clock.until(
    run(
      defined({
        contract,
        target: { name: 'virtual', bases, settings: service.state.settings, operations, allowWithdrawals: true },
        clock,
        transport,
        signal: interruption.signal,
        deadline,
        selection: only === undefined ? undefined : { only },
        onProgress: (progress) => {
          failures = progress.wronglyAccepted
          if (progress.exchange) onExchange?.(progress.exchange, () => interruption.abort())
        },
      }),
    ),
  )
  return { finished, failures, milliseconds: finished.finishedAt - finished.startedAt }
}

describe('run', () => {
  it('finds a conforming target to conform, whole', async () => {
    const { finished, failures } = await judged()
    expect(summary(finished)).toMatchObject({ failed: 0, warned: 0, inconclusive: 0 })
    expect(failures).toBe(0)
    expect([finished.complete, finished.notes, exitCode(finished)]).toEqual([true, [], 0])
    expect(new Set(finished.exchanges.map(({ id }) => id)).size).toBe(finished.exchanges.length)
    expect(finished.registered.length).toBeGreaterThan(2)
  })

  it('tells while it runs how many wrong requests were accepted', async () => {
    const [only = ''] = operations
    let right: ReturnType<Handler> | undefined
    const { failures } = await judged({
      only,
      spoil: (_, response) => {
        if (response.body.length > 1000) right ??= response
        return right ?? response
      },
    })
    expect(failures).toBeGreaterThan(20)
  })

  it('ends at its deadline, says so, and is not green', async () => {
    const { finished, milliseconds } = await judged({ deadline: 300 })
    expect(milliseconds).toBe(200)
    expect(finished).toMatchObject({ complete: false, notes: ['The run reached its deadline of 0.3 s before it was done.'] })
    expect(new Set(finished.exchanges.flatMap(({ failure }) => failure?.kind ?? []))).toEqual(new Set(['deadline']))
    expect(exitCode(finished)).toBe(3)
  })

  it('keeps what was judged when it is interrupted', async () => {
    const { finished } = await judged({ onExchange: ({ role }, interrupt) => role === 'control-after' && interrupt() })
    expect(finished).toMatchObject({ complete: false, notes: ['The run was interrupted before it was done.'] })
    expect(summary(finished).passed).toBeGreaterThan(20)
    expect(exitCode(finished)).toBe(3)
  })

  it('fails even where it was interrupted after a failure', async () => {
    const { finished } = await judged({
      spoil: (_, answer) => ({ ...answer, headers: [['content-type', 'text/plain']] }),
      onExchange: ({ role }, interrupt) => role === 'control-after' && interrupt(),
    })
    expect([finished.complete, exitCode(finished)]).toEqual([false, 1])
  })

  it('does not take a lockout for refusals', async () => {
    let failures = 0
    const { finished } = await judged({
      only: `${listing.id}.credential.*`,
      spoil: (request, answer) => {
        if (answer.status === 401) failures += 1
        return failures > 5 && request.url.includes(listing.path) ? { ...answer, status: 403, body: Buffer.from('locked') } : answer
      },
    })
    expect(summary(finished)).toMatchObject({ passed: 0, failed: 0 })
    expect(exitCode(finished)).toBe(3)
  })

  it('sends for a narrowed run what it needs, and no more', async () => {
    const { finished } = await judged({ only: `${signed.id}.signature.whole.none` })
    expect(finished.exchanges.map(({ role }) => role).sort()).toEqual(['control', 'control-after', 'earlier', 'smaller', 'whole.none'])
    expect(finished.notes).toHaveLength(1)
    expect(summary(finished)).toMatchObject({ passed: 1, failed: 0, inconclusive: 0 })
  })

  it.each([
    ['what was judged', 1, 1],
    ['nothing where judging took too long', 60_000, 0],
  ])('explains %s', async (_, milliseconds, times) => {
    let [late, explained] = [0, 0]
    const clock = virtualClock()
    const judge = () => {
      late += milliseconds
      return []
    }
    const checks = ['first', 'second'].map((id): Check => ({ id, requirement: '', title: id, probe: idleProbe(listing), roles: [], judge }))
    const ended = await clock.until(
      runCatalogue({
        contract,
        target: { name: 'virtual', bases, settings: createService({ contract }).state.settings, operations, allowWithdrawals: true },
        clock: { ...clock, now: () => clock.now() + late },
        deadline: 30_000,
        catalogue: { checks, observations: [] },
        diagnose: () => {
          explained += 1
          return []
        },
      }),
    )
    expect([ended.complete, explained]).toEqual([times > 0, times])
  })
})
