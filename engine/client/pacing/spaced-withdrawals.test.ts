import { describe, expect, it } from 'vitest'
import { exchange, response, signed } from '../../evidence/evidence.fixture.ts'
import { virtualClock } from '../virtual.fixture.ts'
import type { Fate } from '../withdrawals/spending.ts'
import { SpacedWithdrawals } from './spaced-withdrawals.ts'

const right = { isUnusual: false, followsRefused: false, mayRepeat: true, signal: new AbortController().signal }
const latency = 10

type Takes = (number: number, gap: number) => boolean

/** What becomes of one that is not taken. */
interface Told {
  readonly status?: number
  readonly fate: Fate
}
const refused: Told = { status: 400, fate: 'refused' }
const unsent: Told = { fate: 'unsent' }

/** A target that takes a withdrawal or not, by its number and the time since one was taken; what is sent to it and what becomes of it. */
function targetThatTakes(takes: Takes, otherwise: (number: number) => Told = () => refused) {
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
    const told: Told = isTaken ? { status: 200, fate: 'registered' } : otherwise(sent.length + 1)
    if (isTaken) last = startedAt
    sent.push(`${startedAt - started} ${told.fate}`)
    await clock.sleep(latency)
    const answered = exchange(signed, 'seen', told.status === undefined ? undefined : response(told.status, {}))
    return { exchange: { ...answered, startedAt: startedAt + ahead, durationMs: latency }, fate: told.fate }
  }
  const begin = async (how: Partial<typeof right> = {}) => (await spaced.send(once, { ...right, ...how })).fate
  const send = (how?: Partial<typeof right>) => clock.until(begin(how))
  const sendTogether = () => clock.until(Promise.all([begin(), begin()]))
  const sendWrong = async () => spaced.note(await clock.until(once()))
  const set = (by: number) => {
    ahead += by
  }
  return { sent, send, sendTogether, sendWrong, set }
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

  it('is not asked for again where as much time has passed since another was taken as right ones wait', async () => {
    const { sent, send } = targetThatTakes((number, gap) => gap >= 2000 && number < 6)
    expect([await send(), await send(), await send()]).toEqual(['registered', 'registered', 'refused'])
    expect(sent).toHaveLength(6)
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

  it('is why unusual ones are asked for again as well, even if it was never taken', async () => {
    const { sent, send } = targetThatTakes((number) => number === 1 || number >= 7)
    expect([await send(), await send(), await send({ isUnusual: true })]).toEqual(['registered', 'refused', 'refused'])
    expect(sent.slice(5)).toEqual(['7050 refused', '8060 registered', '8070 registered'])
  })

  it('is asked for again even if two that went out at the same time were taken', async () => {
    const { sent, send, sendTogether } = targetThatTakes((number, gap) => number < 3 || gap >= 500)
    expect([...(await sendTogether()), await send()]).toEqual(['registered', 'registered', 'registered'])
    expect(sent.slice(0, 4)).toEqual(['0 registered', '0 registered', '10 refused', '1020 registered'])
  })

  it('is taken in the end where the next one is taken, but came longer after another than it did', async () => {
    const { sent, sendTogether } = targetThatTakes((number) => number !== 2)
    expect(await sendTogether()).toEqual(['registered', 'registered'])
    expect(sent).toEqual(['0 registered', '0 refused', '1010 registered', '1020 registered'])
  })

  it('makes one extra withdrawal find out the time, even if two are refused together', async () => {
    const { sent, send, sendTogether } = targetThatTakes((_, gap) => gap >= 500)
    await send()
    expect(await sendTogether()).toEqual(['registered', 'registered'])
    expect(sent.filter((one) => one.endsWith('refused'))).toHaveLength(4)
  })

  it('is taken in the end where no extra withdrawal may be sent to find out the time', async () => {
    const { send } = targetThatTakes(
      (_, gap) => gap >= 500,
      (number) => (number === 4 ? unsent : refused),
    )
    expect([await send(), await send()]).toEqual(['registered', 'registered'])
  })

  it.each([
    [3, 'it is answered with 503 and has an unknown fate', { status: 503, fate: 'unknown' as const }],
    [0, 'it is answered with 500 and has an unknown fate', { status: 500, fate: 'unknown' as const }],
    [0, 'it may not even be sent', unsent],
  ])('is asked for again %i times where %s', async (times, _, otherwise) => {
    const { sent, send } = targetThatTakes(
      (number) => number === 1,
      () => otherwise,
    )
    await send()
    await send()
    expect(sent).toHaveLength(2 + times)
  })

  it('is not asked for again where each costs a lockout, but comes as late as others have to', async () => {
    const { send } = targetThatTakes((_, gap) => gap >= 500)
    await send()
    expect(await send({ mayRepeat: false })).toBe('refused')
    await send()
    expect(await send({ mayRepeat: false })).toBe('registered')
  })
})
