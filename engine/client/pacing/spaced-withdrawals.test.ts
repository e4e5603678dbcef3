import { describe, expect, it } from 'vitest'
import { exchange, response, signed } from '../../evidence/evidence.fixture.ts'
import { virtualClock } from '../virtual.fixture.ts'
import type { Fate } from '../withdrawals/spending.ts'
import { SpacedWithdrawals } from './spaced-withdrawals.ts'

const right = { isUnusual: false, followsRefused: false, mayRepeat: true, signal: new AbortController().signal }
const latency = 10

/** A target that takes a withdrawal or not, by its number and the time since one was taken; what is sent to it and what becomes of it. */
function targetThatTakes(takes: (number: number, gap: number) => boolean) {
  const clock = virtualClock()
  let ahead = 0
  const now = () => clock.now() + ahead
  const spaced = new SpacedWithdrawals({ ...clock, now })
  const started = clock.now()
  const sent: string[] = []
  let last = Number.NEGATIVE_INFINITY
  const once = async () => {
    const startedAt = clock.now()
    const isTaken = takes(sent.length + 1, startedAt - last)
    const fate: Fate = isTaken ? 'registered' : 'refused'
    if (isTaken) last = startedAt
    sent.push(`${startedAt - started} ${fate}`)
    await clock.sleep(latency)
    return {
      exchange: { ...exchange(signed, 'seen', response(isTaken ? 200 : 400, {})), startedAt: startedAt + ahead, durationMs: latency },
      fate,
    }
  }
  const send = async (how: Partial<typeof right> = {}) => (await clock.until(spaced.send(once, { ...right, ...how }))).fate
  const sendWrong = async () => spaced.note(await clock.until(once()))
  const set = (by: number) => {
    ahead += by
  }
  return { sent, send, sendWrong, set }
}

describe('a withdrawal that is refused soon after another', () => {
  it('is asked for again after a second, two and four, and the next keep that distance', async () => {
    const { sent, send } = targetThatTakes((_, gap) => gap >= 2000)
    expect([await send(), await send(), await send()]).toEqual(['registered', 'registered', 'registered'])
    // The one at 3040 finds out whether one is taken as soon behind another; the last waits 250 ms longer than was enough.
    expect(sent).toEqual(['0 registered', '10 refused', '1020 refused', '3030 registered', '3040 refused', '6310 registered'])
  })

  it('is waited for no longer where the clock is set back', async () => {
    const { sent, send, set } = targetThatTakes((_, gap) => gap >= 2000)
    expect([await send(), await send()]).toEqual(['registered', 'registered'])
    set(-3_600_000)
    expect(await send()).toBe('registered')
    expect(sent.at(-1)).toBe('6330 registered')
  })

  it('stays refused where one is taken as soon behind the next', async () => {
    const { sent, send } = targetThatTakes((number) => number !== 2)
    expect([await send(), await send(), await send()]).toEqual(['registered', 'refused', 'registered'])
    expect(sent).toHaveLength(5)
  })

  it('is asked for no more where two were taken one sooner after the other', async () => {
    const { sent, send } = targetThatTakes((number) => number !== 3)
    await send()
    await send()
    expect(await send()).toBe('refused')
    expect(sent).toHaveLength(3)
  })

  it('is asked for no more where none but wrong ones were taken', async () => {
    const { sent, send, sendWrong } = targetThatTakes((number) => number === 1)
    await sendWrong()
    expect(await send()).toBe('refused')
    expect(sent).toHaveLength(2)
  })

  it('is asked for no more where it may be refused for its form, unless others were refused before', async () => {
    const { send } = targetThatTakes((_, gap) => gap >= 500)
    await send()
    expect(await send({ isUnusual: true })).toBe('refused')
    expect(await send({ isUnusual: true, followsRefused: true })).toBe('refused')
    expect(await send({ isUnusual: true })).toBe('registered')
  })

  it('is not asked for again where each costs a lockout, but comes as late as others have to', async () => {
    const { send } = targetThatTakes((_, gap) => gap >= 500)
    await send()
    expect(await send({ mayRepeat: false })).toBe('refused')
    await send()
    expect(await send({ mayRepeat: false })).toBe('registered')
  })
})
