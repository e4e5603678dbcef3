import { describe, expect, it } from 'vitest'
import { response } from '../evidence/evidence.fixture.ts'
import type { Exchange } from '../exchange.ts'
import { clientRoles } from '../probes/roles.ts'
import type { Run } from '../run.ts'
import {
  accepted,
  bounds,
  counted,
  crowd,
  crowded,
  forbidden,
  gone,
  goneElsewhere,
  limited,
  outcome,
  planned,
  ran,
  refused,
  sent,
  settled,
} from './hurried-run.fixture.ts'
import type { Sending } from './reruns.ts'
import { rerunSlower } from './slower-runs.ts'

describe('a target that turns away what comes at once', () => {
  it('is asked again one at a time, and that counts if nothing is left open; both have registered', async () => {
    const { told, paces } = await counted(crowded)
    expect(paces).toEqual([{ concurrency: 1, deadline: 1_200_000, numbersFrom: 1000, abortsOn: expect.any(Function) }])
    expect(told.outcomes).toEqual(settled.outcomes)
    expect(told.registered).toEqual(['1', '2'])
    expect(told.notes.join()).toContain('sent again, one at a time')
  })

  it('is asked slower until nothing is left open', async () => {
    const { told, paces } = await counted(crowded, [crowded, crowded, crowded])
    expect(paces.map(({ rate, detectsLockouts = false }) => rate ?? detectsLockouts)).toEqual([false, true, 20, 6])
    expect(told.outcomes).toEqual(settled.outcomes)
  })

  it('keeps what was found at first where slower runs leave anything open', async () => {
    const { told, paces } = await counted(crowded, [crowded, crowded, crowded, crowded])
    expect(paces).toHaveLength(4)
    expect(told.outcomes).toEqual(crowded.outcomes)
    expect(told.registered).toEqual(['1', '1', '1', '1', '1'])
  })

  it('is judged by a slower run in which nothing fails, though something is open, if what failed at first was turned away', async () => {
    const open = ran([outcome('inconclusive')], crowd(accepted))
    const { told, paces } = await counted(crowded, [crowded, open, crowded, crowded])
    expect([told.outcomes, paces.length]).toEqual([open.outcomes, 4])
    expect((await counted({ ...crowded, outcomes: [outcome('inconclusive')] }, [open, open, open, open])).told.outcomes).toEqual([
      outcome('inconclusive'),
    ])
  })

  it('may do so by a broken connection, and is not asked slower where that happens twice one at a time as well', async () => {
    const exchanges = [sent('control', accepted), sent('among-1', undefined), sent('control-after', undefined)]
    const broken = ran([outcome('inconclusive')], exchanges)
    const { told, paces } = await counted(broken, [broken, broken])
    expect(paces).toHaveLength(2)
    expect(told.outcomes).toEqual(broken.outcomes)
  })

  it('is asked once more if it lost the same unusual requests then, which are the reason, and slower if it lost others', async () => {
    const [third, one, other] = clientRoles
    const lossy = (...roles: string[]) =>
      ran([outcome('inconclusive')], [sent('control', accepted), ...roles.map((role) => sent(role, undefined))])
    expect((await counted(lossy(one, other), [lossy(one, other)])).paces).toHaveLength(1)
    expect((await counted(lossy(one, other), [lossy(one)])).told.outcomes).toEqual(settled.outcomes)
    expect((await counted(lossy('page-2', one), [lossy(one, 'control-after')])).told.outcomes).toEqual(settled.outcomes)
    expect((await counted(lossy(one, other), [lossy(one, third)])).told.outcomes).toEqual(settled.outcomes)
    const ended = Array.from({ length: 3 }, (_, at) => `none-${at}`)
    expect((await counted(lossy(one, other), [lossy(one, ...ended)])).paces).toHaveLength(1)
  })

  it('is asked once more if it refuses the same unusual requests then, and with right ones in between if wrong ones met the same', async () => {
    const [, one, other] = clientRoles
    const refusing = (beside: readonly Exchange[], ...roles: readonly string[]) =>
      ran([outcome('failed', one)], [...beside, ...roles.map((role) => sent(role, limited))])
    const alone = [sent('control', accepted)]
    const locked = [sent('opening', refused), ...alone, sent('none', limited)]
    const pacesOf = async (same: Run) => (await counted(same, [same, same])).paces.map(({ detectsLockouts = false }) => detectsLockouts)
    expect(await pacesOf(refusing(alone, one, other))).toEqual([false])
    expect(await pacesOf(refusing(locked, one, other))).toEqual([false, true])
    expect((await counted(refusing(locked, one, other), [refusing(locked, one, other)])).told.outcomes).toEqual(settled.outcomes)
    expect((await counted(refusing(alone, one, other), [refusing(alone, one)])).told.outcomes).toEqual(settled.outcomes)
  })

  it('may leave wrong requests without an answer, of which a share is enough', async () => {
    const [right, wrong] = [sent('control', accepted), Array.from({ length: 18 }, (_, at) => sent(`none-${at}`, refused))]
    const open = (lost: number) =>
      ran([outcome('inconclusive')], [right, ...wrong.slice(lost), ...Array(lost).fill(sent('none', undefined))])
    expect((await counted(open(2))).told.outcomes).toEqual(settled.outcomes)
    expect((await counted(open(1))).paces).toEqual([])
  })

  it('may leave five of very many waiting in vain, which is no chance', async () => {
    const late = (at: number): Exchange => ({ ...gone(at), failure: { kind: 'time-out', message: 'no complete answer within 10000 ms' } })
    const answered = [sent('control', accepted), ...Array.from({ length: 200 }, (_, at) => sent(`none-${at}`, refused))]
    const open = (lost: number) => ran([outcome('inconclusive')], [...answered, ...Array.from({ length: lost }, (_, at) => late(at))])
    expect((await counted(open(5))).told.outcomes).toEqual(settled.outcomes)
    expect((await counted(open(4))).paces).toEqual([])
  })

  it('is asked in vain once it turns a right request away again', async () => {
    const { paces } = await counted(crowded)
    const [control, among = control] = crowd()
    const noted = [control, sent('none', refused), sent('none', undefined), among].map((each) => each && paces[0]?.abortsOn?.(each))
    expect(noted).toEqual([false, false, false, true])
  })
})

describe('a target that refuses right requests as wrong ones', () => {
  const lockedOut = ran([outcome('failed', 'among-1')], crowd(refused))

  it('is judged with a right request behind each wrong one, where one at a time is not enough', async () => {
    const { told, paces } = await counted(lockedOut, [lockedOut, settled, lockedOut])
    expect(paces.map(({ detectsLockouts = false }) => detectsLockouts)).toEqual([false, true, false])
    expect(told.outcomes).toEqual(settled.outcomes)
    expect(told.notes.join()).toContain('with a right one after each refusal')
  })

  it('is judged so even where one at a time took long', async () => {
    let now = 0
    const clock = { now: () => now, sleep: async () => {} }
    const paces: Sending[] = []
    const again = async (pace: Sending) => {
      paces.push(pace)
      now += 100_000
      return paces.length === 2 ? settled : lockedOut
    }
    const told = await rerunSlower(lockedOut, planned, again, { ...bounds, clock })
    expect([paces.map(({ detectsLockouts = false }) => detectsLockouts), told.outcomes]).toEqual([[false, true, false], settled.outcomes])
  })

  it('is given no more time than is left, however the clock is set meanwhile', async () => {
    const [began, deadlines] = [Date.UTC(2026, 0, 1), [] as number[]]
    let awake = 0
    const clock = { now: () => began - 3 * awake, awake: () => awake, sleep: async () => {} }
    const again = async ({ deadline }: Sending) => {
      deadlines.push(deadline)
      awake += 100_000
      return lockedOut
    }
    const timeLeft = () => bounds.deadline - 50_000 - awake
    await rerunSlower({ ...lockedOut, startedAt: 0, finishedAt: began }, planned, again, { ...bounds, clock, timeLeft })
    expect(deadlines).toEqual([bounds.deadline - 50_000, bounds.deadline - 150_000])
  })

  it('is held to what a slower run finds in which right requests are accepted', async () => {
    const [, one, other] = clientRoles
    const open = ran([outcome('inconclusive')], crowd(refused))
    const flawed = ran([outcome('failed', 'none')], [sent('control', accepted), sent('none', accepted)])
    for (const before of [[], [open]]) expect((await counted(open, [...before, flawed])).told.outcomes).toEqual(flawed.outcomes)
    expect((await counted(open, [{ ...flawed, complete: false }, open, open, open])).told.outcomes).toEqual(open.outcomes)
    const partly = { ...flawed, outcomes: [...flawed.outcomes, ...open.outcomes] }
    expect((await counted(open, [open, partly])).told.outcomes).toEqual(partly.outcomes)
    const turning = ran([outcome('failed', one)], [sent('control', accepted), sent(one, limited), sent(other, limited)])
    expect((await counted(open, [open, turning, settled, open])).told.outcomes).toEqual(settled.outcomes)
    expect((await counted(open, [open, turning, open])).told.outcomes).toEqual(turning.outcomes)
    const partlyTurning = { ...turning, outcomes: [...turning.outcomes, ...open.outcomes] }
    expect((await counted(open, [open, partlyTurning, open, open])).told.outcomes).toEqual(open.outcomes)
    expect((await counted(open, [turning, open, open])).told.outcomes).toEqual(open.outcomes)
    expect((await counted(open, [open, crowded, open])).told.outcomes).toEqual(open.outcomes)
  })

  it('is not held to right requests that a slower run turned away, whatever the reason of that may be', async () => {
    const [, one, other] = clientRoles
    const by = (name: string, exchange: Exchange, startedAt: number): Exchange => ({
      ...exchange,
      startedAt,
      request: { ...exchange.request, headers: [['user-agent', name]] },
    })
    const filtering = [by('a', sent(one, limited), 1), by('a', sent(other, limited), 2), by('b', sent('control', accepted), 3)]
    const [open, filtered] = [ran([outcome('inconclusive')], crowd(refused)), ran([outcome('failed', one)], filtering)]
    expect((await counted(open, [filtered])).told.outcomes).toEqual(open.outcomes)
  })

  it('mixes requests up where that happens only beside others, and is held to what was found', async () => {
    const open = ran([outcome('inconclusive')], [sent('control', accepted)])
    expect((await counted(lockedOut, [open, lockedOut, lockedOut, lockedOut])).told.outcomes).toEqual(lockedOut.outcomes)
    const { told, paces } = await counted(lockedOut)
    expect(paces).toHaveLength(1)
    expect(told.outcomes).toEqual(lockedOut.outcomes)
  })
})

describe('a target is not asked again', () => {
  const once: readonly (readonly [string, Run])[] = [
    ['where all is settled', ran([outcome('passed')], crowd())],
    ['where a wrong request was accepted', ran([outcome('failed', 'among-1'), outcome('failed', 'none')], crowd())],
    [
      'where it answers right requests with 500',
      ran([outcome('failed', 'among-1')], crowd(response(500, { message: 'Too many requests' }))),
    ],
    [
      'where it refuses a form of right requests as wrong ones',
      ran(
        [outcome('failed', 'accept-none')],
        [sent('control', accepted), sent('page-2', refused), sent('page-3', refused), sent('control-after', accepted)],
      ),
    ],
    ['where nothing listens any more', ran([outcome('inconclusive')], [...crowd(), ...Array.from({ length: 10 }, (_, at) => gone(at))])],
    [
      'where nothing listens at one of its addresses',
      ran([outcome('inconclusive')], [...[1, 2, 3, 4].map(goneElsewhere), sent('control', accepted), sent('none', refused)]),
    ],
    [
      'where it refuses an unusual request like the wrong one beside it, which explains nothing that is open',
      ran(
        [outcome('inconclusive')],
        [sent('opening', refused), sent('control', accepted), sent('none', forbidden), sent(clientRoles[1], forbidden)],
      ),
    ],
    ['where it turns away all', ran([outcome('inconclusive')], crowd().slice(1))],
    [
      'where it turns away a single one, and says nothing of a limit',
      ran([outcome('failed', 'among-1')], crowd(response(403, {})).slice(0, 2)),
    ],
  ]
  for (const [name, hurried] of once)
    it(name, async () => {
      const { told, paces } = await counted(hurried)
      expect(paces).toEqual([])
      expect(told).toBe(hurried)
    })
})
