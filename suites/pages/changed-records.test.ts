import { describe, expect, it } from 'vitest'
import { paged } from '../../engine/evidence/evidence.fixture.ts'
import { changedOnes } from './changed-records.ts'
import { acceptedPage, betweenValues, type Page } from './page.ts'
import { pageOf } from './page-answers.fixture.ts'

const page = acceptedPage(paged, pageOf({ asked: 1, of: 5 }))
if (!page) throw new Error('the page is not accepted')

/** A record by its values, known by the first of them; with none it is no record. */
const held = (identity: string | undefined, ...values: string[]) => ({
  record: { text: values.length > 0 ? values.join(betweenValues) : undefined, identity, filter: undefined },
  page,
})

const keyOf = ({ text }: { text: string | undefined }) => text?.split(betweenValues)[0]

/** Which of some records count as changed, by their place. */
const changed = (now: readonly ReturnType<typeof held>[], before: readonly ReturnType<typeof held>[], key = keyOf) => {
  const ones = changedOnes(now, before, { keyOf: key, isSettled: () => true, samePage: [] })
  return now.flatMap((one, place) => (ones.has(one) ? place : []))
}

const unknown = () => undefined

it('one that is not known again is the one of its identity, or the one that differs in one value', () => {
  const before = [held('x', '1', 'a', 'b'), held('y', '2', 'c', 'd')]
  expect(changed([held('y', '3', 'e', 'f')], before, unknown)).toEqual([0])
  expect(changed([held('z', '1', 'a', 'c')], before, unknown)).toEqual([0])
  expect(changed([held('z', '1', 'c', 'c')], before, unknown)).toEqual([])
})

it('one whose name none had before comes from none that differs in more than one value', () => {
  expect(changed([held(undefined, '9', 'b')], [held(undefined, '1', 'a')])).toEqual([])
})

it('no two come from one', () => {
  expect(changed([held(undefined, '1', 'a'), held(undefined, '1', 'b')], [held(undefined, '1', 'c')], unknown)).toEqual([0])
})

it('what is no record comes from none', () => {
  expect(changed([held(undefined)], [held(undefined, '1', 'a')], unknown)).toEqual([])
})

it('three may change in any way beside those that settled', () => {
  const names = ['1', '2', '3', '4', '5', '6', '7', '8', '9']
  const now = names.map((name, place) => held(undefined, name, place < 5 ? 'done' : 'open', place < 5 ? 'a' : `b${place}`))
  expect(
    changed(
      now,
      names.map((name) => held(undefined, name, 'open', 'a')),
    ),
  ).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
})

describe('what is filled in', () => {
  const list = (feeOf: (name: string) => string) => ['1', '2', '3', '4', '5'].map((name) => held(undefined, name, feeOf(name)))
  const [before, now] = [list(() => ''), list((name) => `0.${name}`)]
  const read = (startedAt: number, ones: typeof now, times = 1) => ({
    ...page,
    exchange: { ...page.exchange, startedAt, durationMs: 5 },
    records: Array.from({ length: times }, () => ones.slice(0, 2).map(({ record }) => record)).flat(),
  })
  const changedBy = (samePage: readonly Page[], key: typeof keyOf = keyOf) =>
    changedOnes(now, before, { keyOf: key, isSettled: () => true, samePage }).size / 2

  it('may stand on a page any number of times', () => {
    expect(changedBy([read(0, before), read(10, now, 150_000)])).toBe(5)
    expect(changedBy([read(0, now, 150_000), read(10, before)])).toBe(3)
  })

  it.each([
    ['was nothing in the answer before', [read(0, before), read(6, now)], 5],
    ['was nothing in an answer that came as it was asked for', [read(0, before), read(5, now)], 3],
    ['is nothing once more in an answer that was asked for as it came', [read(0, before), read(6, now), read(11, before)], 5],
    ['is nothing once more after that', [read(0, before), read(6, now), read(12, before)], 3],
    ['was told first by what was asked for beside, whatever is noted first', [read(0, before), read(9, now), read(3, now)], 5],
  ])('is known by one and the same page, where it %s', (_, samePage, count) => {
    expect(changedBy(samePage)).toBe(count)
  })

  it('is known by no record that is not known again', () => {
    const keyOfFirst: typeof keyOf = (one) => (keyOf(one) === '2' ? undefined : keyOf(one))
    expect(changedBy([read(0, before), read(6, now)], keyOfFirst)).toBe(3)
  })
})
