import { expect, it } from 'vitest'
import { Absences } from './absences.ts'

/** For how many seconds a request is awaited that goes out first at a time and is always lost, where others are answered, or lost. */
function awaited(absences: Absences, since: number, others: (now: number) => void = () => {}) {
  const one = absences.awaiting('one', since)
  let now = since
  do {
    one.lost(now, now + 1)
    now += 1000
    others(now)
  } while (one.mayGoOn(now) && now < since + 60_000)
  return (now - since) / 1000
}

/** Others are lost as well. */
function lose(absences: Absences): void {
  absences.awaiting('other', 0).lost(0, 1)
}

it('a target is awaited for a quarter of a minute, an operation for less where others are answered, and for least where it never was', () => {
  const answering = (absences: Absences) => (now: number) => absences.answered('other', now)
  const [whole, known, unknown] = [new Absences(), new Absences(), new Absences()]
  known.answered('one', -1)
  lose(whole)
  expect([awaited(whole, 0), awaited(known, 0, answering(known)), awaited(unknown, 0, answering(unknown))]).toEqual([15, 6, 3])
})

it('a single request is awaited for less, even if nothing else is asked', () => {
  const absences = new Absences()
  absences.answered('one', -1)
  expect(awaited(absences, 0)).toBe(6)
})

it('what was answered while a request was lost again and again shows that it is the request', () => {
  const absences = new Absences()
  expect(awaited(absences, 0, (now) => absences.answered('one', now))).toBe(1)
})

it('none is awaited after one that was awaited in vain, and no more than four at once', () => {
  const absences = new Absences()
  lose(absences)
  expect([awaited(absences, 0), awaited(absences, 20_000)]).toEqual([15, 1])
  const crowded = new Absences()
  const all = Array.from({ length: 6 }, () => crowded.awaiting('one', 0))
  for (const one of all) one.lost(0, 1)
  expect(all.map((one) => one.mayGoOn(1000))).toEqual([true, true, true, true, false, false])
})
