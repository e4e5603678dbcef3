import { describe, expect, it } from 'vitest'
import type { Operation } from '../../../contracts/contract.ts'
import { contract } from '../../../contracts/generated/contract.ts'
import { getOrInsert } from '../../../language/get-or-insert.ts'
import { listing, response, signed, target } from '../../evidence/evidence.fixture.ts'
import { type Exchange, headerValue, type ReceivedResponse } from '../../exchange.ts'
import { ordinaryRequest } from '../../probes/request.ts'
import { createClient } from '../client.ts'
import { virtualClock, virtualTransport } from '../virtual.fixture.ts'

const refused = response(401, {})
const count = 40

/** What is answered to right requests and to wrong ones, at a time in milliseconds, of a client by its name, at an address. */
type Answer = (isRight: boolean, now: number, name?: string, url?: string) => ReceivedResponse | undefined

/** What became of wrong requests and a right one behind them, and how much was sent for that in how many milliseconds. */
async function detected(answerWith: Answer, operation: Operation = listing, ahead = () => 0, knowsRight = false) {
  const clock = virtualClock()
  const began = clock.now()
  const transport = virtualTransport(clock, 2, ({ headers, url }) => {
    const isRight = headerValue(headers, 'authorization') !== 'wrong'
    const asked = contract.operations.find(({ path }) => url.includes(path)) ?? operation
    return (
      answerWith(isRight, clock.now(), headerValue(headers, 'user-agent') ?? '', url) ??
      (isRight ? response(200, asked.success.example) : refused)
    )
  })
  const { signal } = new AbortController()
  const timeLeft = () => Number.POSITIVE_INFINITY
  const own = { ...clock, now: () => clock.now() + ahead(), awake: clock.now }
  const expected = { detectsLockouts: true, ...(knowsRight && { isRight: ({ role }: { role: string }) => role === 'control' }) }
  const client = createClient({ contract, target, signal, timeLeft, clock: own, transport, concurrency: 1, ...expected })
  const ordinary = () => ordinaryRequest(operation, client)
  const wrong = () => ({ ...ordinary(), headers: [['authorization', 'wrong']] as const })
  const drafts = Array.from({ length: count }, (_, index) => ({ probe: 'p', role: `wrong-${index}`, operation, build: wrong }))
  const all = [...drafts, { probe: 'p', role: 'control', operation, build: ordinary }]
  const exchanges = await clock.until(Promise.all(all.map((draft) => client.send(draft))))
  const { registeredByControls: registered } = client
  return { exchanges, registered, sent: transport.arrivals.length, ofProbes: client.sparing.sent, took: clock.now() - began }
}

/** Turns everybody away for a time in milliseconds after so many failures. */
function lockout(most: number, status: number, isForgiving: boolean, time = 700): Answer {
  let [failures, until] = [0, 0]
  return (isRight, now) => {
    if (now < until) return response(status, {})
    if (isRight) failures = isForgiving ? 0 : failures
    else failures += 1
    if (failures >= most) [failures, until] = [0, now + time]
    return undefined
  }
}

const statuses = ({ exchanges }: { exchanges: readonly Exchange[] }) => exchanges.map(({ response: received }) => received?.status)
const told = [...Array<number>(count).fill(401), 200]

describe('a right request behind each that is not accepted', () => {
  it('keeps a target from locking out that counts failures in a row', async () => {
    const { sent, ofProbes, ...all } = await detected(lockout(5, 403, true))
    expect(statuses(all)).toEqual(told)
    expect(sent).toBe(2 * count + 1)
    expect(ofProbes, 'none of them counts for what probes send').toBe(count + 1)
  })

  it('keeps one from it that counts the failures of each client apart', async () => {
    const locks = new Map<string, Answer>()
    const { sent, ...all } = await detected((isRight, now, name = '') => {
      return getOrInsert(locks, name, () => lockout(3, 403, true, 600_000))(isRight, now)
    })
    expect([statuses(all), sent, locks.size > 2]).toEqual([told, 2 * count + 1, true])
  })

  it('outlasts a lockout that comes all the same, whatever its status', async () => {
    for (const status of [401, 403, 423, 429]) expect(statuses(await detected(lockout(6, status, false)))).toEqual(told)
  })

  it('is taken for none of the pace where it says what most wrong ones are told, unlike the first', async () => {
    const locked = lockout(6, 401, false)
    let asked = 0
    const answer: Answer = (isRight, now) => {
      asked += 1
      return locked(isRight, now) ?? (asked === 1 ? response(401, { first: true }) : undefined)
    }
    const { sent, ...all } = await detected(answer, listing, () => 0, true)
    expect(statuses(all)).toEqual(told)
    expect(sent).toBeLessThan(4 * count)
  })

  it('outlasts one of minutes if the target says how long it lasts', async () => {
    const locked = lockout(20, 429, false, 200_000)
    const answer: Answer = (isRight, now) => {
      const turned = locked(isRight, now)
      return turned && { ...turned, headers: [...turned.headers, ['retry-after', '200']] }
    }
    expect(statuses(await detected(answer))).toEqual(told)
  })

  it('is sent again where a gateway loses the answer, and so is what it follows', async () => {
    for (const nth of [7, 11]) {
      const [lock, losing] = [lockout(5, 403, true), everyNth(nth, 502, () => true)]
      expect(statuses(await detected((isRight, now) => losing(isRight, now) ?? lock(isRight, now)))).toEqual(told)
    }
  })

  it('outlasts one of a minute', async () => {
    expect(statuses(await detected(lockout(6, 423, false, 60_000)))).toEqual(told)
  })

  it('outlasts one during which the clock of this machine is set ahead', async () => {
    const locked = lockout(6, 423, false, 60_000)
    let turned = 0
    const answer: Answer = (isRight, now) => {
      const given = locked(isRight, now)
      if (given) turned += 1
      return given
    }
    expect(statuses(await detected(answer, listing, () => (turned > 2 ? 7_200_000 : 0)))).toEqual(told)
  })
})

describe('a target that limits how many it answers as well', () => {
  const forms = { 'as much as it locks': 403, 'with an error in a 200': 200 }
  for (const [name, status] of Object.entries(forms))
    it(`is asked further apart where it says so ${name}`, async () => {
      const [lock, limit] = [lockout(5, 403, true), bucket(4, status)]
      expect(statuses(await detected((isRight, now) => limit(isRight, now) ?? lock(isRight, now)))).toEqual(told)
    })

  it('is waited for no longer where the clock of this machine is set back', async () => {
    const limit = bucket(4, 403)
    let asked = 0
    const answer: Answer = (isRight, now) => {
      asked += 1
      return limit(isRight, now)
    }
    const { took } = await detected(answer, listing, () => (asked > 40 ? -3_600_000 : 0))
    expect(took).toBeLessThan(60_000)
  })

  it('is left alone before that, so that what came before does not count', async () => {
    const [lock, limit] = [lockout(3, 401, true), bucket(3, 429)]
    expect(statuses(await detected((isRight, now) => limit(isRight, now) ?? lock(isRight, now)))).toEqual(told)
  })
})

describe('what is no lockout ends it', () => {
  const ended: readonly (readonly [string, () => Answer])[] = [
    ['a right request that is accepted at once when it is sent again', () => everyNth(9)],
    ['right ones that are turned away for a while behind each wrong one', () => lockout(1, 401, true)],
    ['one that does not end', () => lockedFromTheFirst],
  ]
  for (const [name, answer] of ended)
    it(name, async () => {
      const { exchanges } = await detected(answer())
      expect(exchanges.at(-1)?.failure?.message).toContain('that is no lockout')
    })

  const dated = (skew: number): Answer => {
    return (_isRight, now) => response(401, {}, [['date', new Date(now + skew).toUTCString()]])
  }
  const alone: Answer = (_isRight, _now, _name, url = '') => (url.includes(listing.path) ? refused : undefined)
  it.each([
    ['soon where the clocks are apart, which may be why what is signed is refused', signed, dated(600_000), 100_000],
    ['after some minutes where they are, and nothing is signed', listing, dated(600_000), 400_000],
    ['after some minutes where they are not', signed, dated(0), 400_000],
    ['soon where others are answered', listing, alone, 100_000],
    ['soon where a gateway is without its service', listing, () => response(503, {}), 100_000],
  ] as const)('one that does not end, %s', async (_, operation, answer, most) => {
    const { took } = await detected(answer, operation)
    expect([took > most / 4, took < most]).toEqual([true, true])
  })
})

/** Answers so many requests a second, and as many at once. */
function bucket(perSecond: number, status: number): Answer {
  let [left, before] = [perSecond, 0]
  return (_isRight, now) => {
    left = Math.min(perSecond, left + ((now - before) * perSecond) / 1000)
    before = now
    if (left < 1) return response(status, { status: 'error' })
    left -= 1
    return undefined
  }
}

function everyNth(nth: number, status = 401, isCounted = (isRight: boolean) => isRight): Answer {
  let seen = 0
  return (isRight) => {
    if (isCounted(isRight)) seen += 1
    return isCounted(isRight) && seen % nth === 0 ? response(status, {}) : undefined
  }
}

function lockedFromTheFirst(): ReceivedResponse {
  return refused
}

describe('withdrawals', () => {
  const isWithdrawal = (url = '') => url.includes(signed.path)

  it('that are right follow wrong ones, and what they register is known', async () => {
    const { registered, ...all } = await detected(() => undefined, signed)
    expect([statuses(all), registered.length]).toEqual([told, count])
  })

  it('of which too many are told "later" are locked out of nothing while wrong ones are refused otherwise and reads are accepted', async () => {
    const rationed: Answer = (isRight, _now, _name, url) => (isRight && isWithdrawal(url) ? response(429, {}) : undefined)
    expect(statuses(await detected(rationed, signed)).slice(0, count)).toEqual(told.slice(0, count))
    const all: Answer = (isRight, now, name, url) => rationed(isRight, now, name, url) ?? (isWithdrawal(url) ? undefined : refused)
    expect(statuses(await detected(all, signed))[0]).toBe(undefined)
    const unlike: Answer = (isRight, now, name, url) => rationed(isRight, now, name, url) ?? (isRight ? undefined : response(429, {}))
    expect(statuses(await detected(unlike, signed))[0]).toBe(undefined)
  })
})
