import { describe, expect, it } from 'vitest'
import { response } from '../evidence/evidence.fixture.ts'
import { clientRoles } from '../probes/roles.ts'
import type { Run } from '../run.ts'
import {
  accepted,
  bounds,
  counted,
  crowd,
  crowded,
  forbidden,
  outcome,
  planned,
  ran,
  refused,
  sent,
  settled,
} from './hurried-run.fixture.ts'
import { rerunSlower } from './slower-runs.ts'

describe('a target that refused right requests in silence, and none when asked slower', () => {
  const silent = ran([outcome('failed', 'among-1')], crowd(forbidden), ['1'])
  const [unusual = ''] = clientRoles
  const refusing = (role: string, answer = forbidden) => ran([outcome('failed', role)], [sent('control', accepted), sent(role, answer)])
  /** By how many at once all was asked, and what the run that counts found. */
  const judged = async (first: Run, ...slower: readonly Run[]) => {
    const { told, paces } = await counted(first, slower)
    return [paces.map(({ concurrency }) => concurrency), told.outcomes, told.notes.join()]
  }
  const [free, kept] = [settled.outcomes, expect.stringContaining('one at a time,')]

  it.each<[string, readonly Run[], readonly unknown[]]>([
    ['does so when all is sent as at first', [settled, silent], [1, undefined]],
    ['does so the second time', [settled, settled, silent], [1, undefined, undefined]],
    ['loses answers then, which tells nothing', [settled, ran([], [sent('control', undefined)])], [1, undefined]],
    ['leaves something open then', [settled, ran([outcome('inconclusive')])], [1, undefined]],
    ['fails otherwise then', [settled, ran([outcome('failed', 'none')])], [1, undefined]],
  ])('counts by its slower run if it %s', async (_, slower, atOnce) => {
    expect(await judged(silent, ...slower)).toEqual([atOnce, free, kept])
  })

  it('is held to what it refused if nothing that is sent makes it do so again', async () => {
    const { told, said } = await counted(silent)
    expect(said.at(-1)).toContain('as at first')
    expect([told.outcomes, told.registered]).toEqual([silent.outcomes, ['2', '2', '2', '1']])
    expect(told.notes.join()).toContain('nothing that the run does explains')
  })

  it('is held to an unusual request that it failed for, too', async () => {
    const first = { ...refusing(unusual), exchanges: [...refusing(unusual).exchanges, sent('none', refused)] }
    expect(await judged(first)).toEqual([[1, undefined, undefined], first.outcomes, expect.any(String)])
  })

  it('is held to it where slower runs leave something open in which nothing fails, unless these are cut short', async () => {
    const open = ran([outcome('inconclusive')], [sent('control', accepted)])
    const cut = ran(open.outcomes, crowd(forbidden))
    const atEach = [1, 1, 1, 1]
    expect(await judged(silent, open, open, open, open)).toEqual([[...atEach, undefined, undefined], silent.outcomes, expect.any(String)])
    expect(await judged(silent, open, open, open, open, silent)).toEqual([
      [...atEach, undefined],
      open.outcomes,
      expect.stringContaining('one at a time, because'),
    ])
    expect(await judged(silent, { ...open, complete: false })).toEqual([
      [1],
      silent.outcomes,
      expect.stringContaining('did not settle everything'),
    ])
    expect(await judged(silent, cut, cut, cut, cut)).toEqual([
      atEach,
      silent.outcomes,
      expect.stringContaining('did not settle everything'),
    ])
  })

  it.each([
    ['said that it was too much', crowd()],
    ['let a gateway answer', crowd(response(502, {}))],
    ['lost answers before', crowd(forbidden).map((one) => ({ ...one, lost: 1 }))],
    ['refused nothing else but what is unusual, which failed nothing', [...crowd(), sent(unusual, forbidden)]],
  ])('is not asked as at first where it %s', async (_, exchanges) => {
    expect(await judged({ ...crowded, exchanges })).toEqual([[1], free, kept])
  })

  it('is not asked as at first if no time is left', async () => {
    const left = [1000, 1000, 0]
    const told = await rerunSlower(silent, planned, async () => settled, { ...bounds, timeLeft: () => left.shift() ?? 0 })
    expect(told.outcomes).toEqual(free)
  })
})
