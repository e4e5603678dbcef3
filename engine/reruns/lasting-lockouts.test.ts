import { describe, expect, it } from 'vitest'
import type { Run } from '../run.ts'
import { bounds, crowd, outcome, planned, ran, settled } from './hurried-run.fixture.ts'
import type { Sending } from './reruns.ts'
import { rerunSlower } from './slower-runs.ts'

describe('a target that locked clients out again and again', () => {
  const cut = ran([outcome('inconclusive')], crowd(), ['1'])
  const told = async (first: Run, ...slower: readonly Run[]) => {
    const paces: Sending[] = []
    const again = async (pace: Sending) => slower[paces.push(pace) - 1] ?? settled
    return { paces, told: await rerunSlower(first, planned, again, { ...bounds, isLockedOut: true }) }
  }

  it.each([
    ['conforms', settled],
    ['does not', ran([outcome('failed', 'among-1')])],
  ])('gets a right request after each refusal, which shows whether it %s', async (_, controlled) => {
    const { paces, told: run } = await told(cut, controlled)
    expect(paces.map(({ detectsLockouts = false }) => detectsLockouts)).toEqual([true])
    expect(run.outcomes).toEqual(controlled.outcomes)
  })

  it('is waited for if that leaves anything open, and has time left', async () => {
    const { paces, told: run } = await told(cut, cut)
    expect(paces.map(({ detectsLockouts = false, deadline }) => [detectsLockouts, deadline])).toEqual([
      [true, bounds.deadline / 5],
      [false, bounds.deadline],
    ])
    expect(crowd().some((exchange) => paces[1]?.abortsOn?.(exchange))).toBe(false)
    expect(run).toMatchObject({ outcomes: settled.outcomes, registered: ['1', '1', '2'], complete: true })
  })

  it('is not held to what it refused once its balance was spent, as the withdrawals of a run before show', async () => {
    const refusing = ran([outcome('failed', 'control')])
    const { told: run } = await told(cut, cut, refusing)
    expect(run).toMatchObject({ outcomes: cut.outcomes, registered: ['1', '1'], complete: false })
    expect((await told(cut, cut, { ...refusing, registered: ['2'] })).told.outcomes).toEqual(refusing.outcomes)
  })

  it('is held to what failed at first for another reason, though nothing fails any more', async () => {
    const flawed = ran([outcome('failed', 'none')], crowd(), ['1'])
    const { told: run } = await told(flawed, settled)
    expect(run).toMatchObject({ outcomes: flawed.outcomes, registered: ['2', '1'], complete: false })
    expect(run.notes.join()).toContain('Nothing failed any more')
    const { told: waited } = await told(flawed, cut, settled)
    expect(waited).toMatchObject({ outcomes: flawed.outcomes, registered: ['1', '2', '1'], complete: false })
    const other = ran([outcome('failed', 'control')])
    expect((await told(flawed, other)).told.outcomes).toEqual(other.outcomes)
    expect((await told(ran([outcome('failed', 'among-1')], crowd()), settled)).told.outcomes).toEqual(settled.outcomes)
  })

  it('is not judged in full if the run is ended', async () => {
    const run = await rerunSlower(cut, planned, async () => settled, { ...bounds, isLockedOut: true, signal: AbortSignal.abort() })
    expect(run).toEqual({ ...cut, complete: false })
  })
})
