import { describe, expect, it } from 'vitest'
import { contract } from '../contracts/generated/contract.ts'
import { createService } from '../provider/service.ts'
import { type RunOptions, run } from '../suites/run.ts'
import { servedAt, virtualClock } from './client/virtual.fixture.ts'
import { signed } from './evidence/evidence.fixture.ts'
import { headerValue } from './exchange.ts'
import { exitCode } from './run.ts'
import { createSeed } from './seed.ts'

const operations = contract.operations.map(({ id }) => id)

interface Given {
  /** How far the target's clock is ahead, in seconds. */
  readonly ahead: number
  readonly tells?: boolean
  /** It refuses every withdrawal, whatever the time. */
  readonly refuses?: boolean
  readonly base?: string
  /** How far ahead a time may be that it takes, in milliseconds. */
  readonly future?: number
}

async function judged({ ahead, tells = true, refuses = false, base = 'http://127.0.0.1:1', future = 1000 }: Given) {
  const clock = virtualClock()
  const now = () => clock.now() + ahead * 1000
  const service = createService({ contract, clock: now, behaviour: { skew: { past: 30_000, future } } })
  let withdrawals = 0
  const transport: RunOptions['transport'] = {
    send: async (request) => {
      await clock.sleep(10)
      const isWithdrawal = request.url.includes(signed.path)
      if (isWithdrawal) withdrawals += 1
      const made = servedAt(service, now(), request)
      const headers = [
        ...made.headers.filter(([name]) => name.toLowerCase() !== 'date'),
        ...(tells ? [['date', new Date(now()).toUTCString()] as const] : []),
      ]
      const refusal = isWithdrawal && refuses ? { status: 422, body: Buffer.from('{}') } : {}
      return { response: { ...made, headers, ...refusal } }
    },
    close: async () => {},
  }
  const bases = Object.fromEntries(contract.bases.map((name) => [name, base]))
  const target = { name: 'virtual', bases, settings: service.state.settings, operations, allowWithdrawals: true }
  const finished = await clock.until(run({ contract, target, clock, transport, seed: createSeed('clock skew') }))
  const accepted = finished.outcomes.find(({ check }) => check === `${signed.id}.accepted`)
  return { finished, accepted, withdrawals }
}

describe('a clock that is wrong here', () => {
  it.each([300, -300, 7200])('%i s apart, as the Date header proves, is inconclusive, and said first', async (ahead) => {
    const { finished, accepted } = await judged({ ahead })
    expect(accepted).toMatchObject({
      verdict: 'inconclusive',
      reason: expect.stringContaining('accepted with the target’s own time'.replace('’', "'")),
    })
    expect(finished.outcomes.filter(({ verdict }) => verdict === 'failed')).toEqual([])
    expect(finished.diagnoses[0]).toMatchObject({ id: 'clock' })
    expect(exitCode(finished)).toBe(3)
  })

  it('excuses no target that refuses at its own time as well', async () => {
    const { accepted } = await judged({ ahead: 300, refuses: true })
    expect(accepted).toMatchObject({ verdict: 'failed' })
  })

  it.each([true, false])('by less than a Date can tell is made up for, where it has one (%s)', async (tells) => {
    const { finished } = await judged({ ahead: -0.7, future: 0, tells })
    expect(exitCode(finished)).toBe(0)
    expect(finished.notes.join()).toMatch(/carried times \d+ ms earlier/)
  })

  it('by less than a Date can tell has the wrong request that opened the run sent again, at a time that the target takes', async () => {
    const { finished } = await judged({ ahead: -0.7, future: 0 })
    const [opening] = finished.exchanges.filter(({ id }) => id === `${signed.id}.signature/opening`)
    const sent = Number(headerValue(opening?.request.headers ?? [], signed.authentication.timestamp.header))
    expect(opening && opening.startedAt - sent).toBeGreaterThanOrEqual(700)
  })

  it('by less than a Date can tell is made up for away from this machine, by one withdrawal more', async () => {
    const { finished } = await judged({ ahead: -0.7, future: 0, base: 'https://pay.example' })
    expect(exitCode(finished)).toBe(0)
    expect(finished.notes.join()).not.toMatch(/No more withdrawals/)
  })

  it('that nothing proves is named together with the secrets', async () => {
    const { finished } = await judged({ ahead: 300, tells: false })
    expect(finished.diagnoses.map(({ remedy }) => remedy).join()).toMatch(/the clocks? of this machine.*ASSAY_SIGNING_SECRET/)
  })

  it('costs one withdrawal more away from this machine, and no further one', async () => {
    const { finished, withdrawals } = await judged({ ahead: 300, base: 'https://pay.example' })
    expect(withdrawals).toBe(3) // the wrong one that opens the run, the right one, and the try on the target's clock
    expect(finished.registered).toHaveLength(1)
  })
})
