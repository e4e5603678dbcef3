import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createBacklog } from '../../consumers/traffic/backlog.ts'
import { consumerChecks } from '../../consumers/traffic/consumer-catalogue.ts'
import { contract } from '../../contracts/generated/contract.ts'
import { requirementOf } from '../../contracts/requirement-index.ts'
import type { Exchange } from '../../engine/exchange.ts'
import { createLive, ending } from './passing.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] }))
afterEach(() => void vi.useRealTimers().restoreAllMocks())

const minute = 60_000

/** How long it takes to end, in milliseconds; a byte passes at each of the times. */
async function endOf(options: { readonly for?: number; readonly idle?: number }, times: readonly number[] = []): Promise<number> {
  const started = performance.now()
  const passed = () => times.filter((time) => time <= performance.now() - started).length
  let at = Number.NaN
  void ending(options, passed).then(() => {
    at = performance.now() - started
  })
  for (let step = 0; step < 2000 && Number.isNaN(at); step += 1) await vi.advanceTimersByTimeAsync(500)
  return at
}

describe('standing between', () => {
  it('ends after the time that --for says, whatever passes', async () => {
    expect(await endOf({ for: 10 * minute }, [9 * minute])).toBe(10 * minute)
  })

  it('ends once nothing has passed for the time that --idle says, and not before', async () => {
    expect(await endOf({ idle: 30_000 })).toBe(30_000)
    expect(await endOf({ idle: 30_000 }, [29_000, 50_000, 79_000])).toBe(109_000)
  })

  it('ends by whichever comes first, and by an interruption', async () => {
    expect(await endOf({ for: minute, idle: 30_000 }, [20_000, 40_000])).toBe(minute)
    const others = process.rawListeners('SIGINT')
    const interrupted = ending({ idle: minute }, () => 0)
    for (const listener of process.rawListeners('SIGINT').filter((each) => !others.includes(each))) listener('SIGINT')
    await interrupted
    expect(process.rawListeners('SIGINT')).toEqual(others)
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('what is shown live', () => {
  const written: string[] = []
  beforeEach(() => {
    written.length = 0
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => void written.push(String(text)) === undefined)
  })
  const [check] = consumerChecks(contract)
  const exchange = { request: { method: 'GET' } } as Exchange

  it('counts what passed by operation, and says each finding without what was found', async () => {
    const live = createLive(contract, { quiet: false, json: false }, (text) => text.replace('known', '…'))
    await vi.advanceTimersByTimeAsync(11_000)
    live.onExchange?.(exchange, { all: 3, of: new Map([['getCoinInformation', 2]]) })
    if (check) live.onFinding?.(check, { at: 'path', expected: 'a known one \u001b[31m', actual: 'a secret' })
    expect(written.join('')).toContain('assay: 3 requests passed: getCoinInformation 2, others 1\n')
    expect(written.join('')).toContain(`✗ ${check?.id}: path: expected a … one`)
    expect(written.join('')).not.toContain('a secret')
    expect(written.join('')).not.toContain('\u001b[31m')
  })

  it('tells what good practice asks for as a warning', () => {
    const practice = consumerChecks(contract).find(({ requirement }) => requirementOf(contract, requirement)?.level === 'SHOULD')
    if (practice)
      createLive(contract, { quiet: false, json: false }, String).onFinding?.(practice, { at: 'path', expected: 'one', actual: '' })
    expect(written.join('')).toContain(`! ${practice?.id}: path: expected one`)
  })

  it('says nothing of findings where that would spoil what is asked for', () => {
    if (check)
      createLive(contract, { quiet: false, json: true }, String).onFinding?.(check, { at: 'path', expected: 'one', actual: 'other' })
    expect(written).toEqual([])
  })

  it('comes about a second after it passed, however steadily more passes', async () => {
    const done: number[] = []
    const backlog = createBacklog(({ startedAt }) => done.push(performance.now() - startedAt))
    for (let step = 0; step < 100; step += 1) {
      backlog.add({ request: { url: '' }, startedAt: performance.now() } as Exchange)
      await vi.advanceTimersByTimeAsync(50)
    }
    expect(done.length).toBeGreaterThan(50)
    expect(Math.max(...done)).toBeLessThan(1_500)
  })
})
