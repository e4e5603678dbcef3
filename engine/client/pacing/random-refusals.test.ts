import { describe, expect, it } from 'vitest'
import { RandomRefusals } from './random-refusals.ts'

/** Known as random: what went out at once instead of after a pause was answered, again and again. */
function known(refusals = new RandomRefusals()) {
  for (let at = 0; at < 12; at += 1) {
    refusals.pauseBegins(refusals.isDue ? 'skipped' : 'kept', 1)
    refusals.answered()
  }
  return refusals
}

/** Known to be random or not after so many pauses, each skipped where that is due, and then answered or told "later". */
function after(skipped: readonly ('answered' | 'refused')[], pauses = skipped.length) {
  const refusals = new RandomRefusals()
  const due: boolean[] = []
  for (let at = 0; at < pauses; at += 1) {
    due.push(refusals.isDue)
    refusals.pauseBegins(refusals.isDue ? 'skipped' : 'kept', 1)
    refusals[skipped[at] ?? 'answered']()
  }
  return { refusals, due }
}

describe('random refusals', () => {
  it('are tried from the fifth pause on, until requests that skipped one were told "later" three times more than they were answered', () => {
    const four = [false, false, false, false]
    expect(after(Array(9).fill('refused')).due).toEqual([...four, true, true, true, false, false])
    expect(after([...Array(5).fill('answered'), ...Array(5).fill('refused')]).due).toEqual([...four, true, true, true, true, true, false])
  })

  it('are known once six requests that skipped a pause were answered', () => {
    expect([10, 11].map((pauses) => after([], pauses).refusals.isKnown)).toEqual([false, true])
  })

  it('are known once what goes out at once is answered', () => expect(known()).toMatchObject({ isKnown: true, isDue: true }))

  it.each([
    ['none where far fewer come through at once than at a pace did: a window of a limit had just begun', 14, false],
    ['known where a quarter as many do, which may be chance', 15, true],
  ])('are %s', (_, atOnce, isKnown) => {
    const refusals = new RandomRefusals()
    let isAtOnce = false
    for (let at = 0; at < 30; at += 1) {
      const { isDue } = refusals
      refusals.pauseBegins(isDue ? 'skipped' : 'kept', isAtOnce ? atOnce : 60)
      refusals.answered()
      isAtOnce = isDue
    }
    expect(refusals).toMatchObject({ isKnown, isDue: isKnown })
  })

  it('are known even where fewer come through at once, as long as so few did at a pace that it may be chance', () => {
    const refusals = new RandomRefusals()
    for (let at = 0; at < 12; at += 1) {
      const { isDue } = refusals
      refusals.pauseBegins(isDue ? 'skipped' : 'kept', at < 5 ? 19 : 1)
      refusals.answered()
    }
    expect(refusals.isKnown).toBe(true)
  })

  it('are known however many were told "later" before', () => {
    const refusals = new RandomRefusals()
    for (let at = 0; at < 100; at += 1) refusals.refused()
    expect(known(refusals).isKnown).toBe(true)
  })

  it('may be a limit where twenty come through after a pause', () => {
    const limits = [19, 20].map((answered) => {
      const refusals = new RandomRefusals()
      refusals.pauseBegins('kept', answered)
      return refusals.mayBeLimit
    })
    expect(limits).toEqual([false, true])
  })

  it('are never thought of again where nearly all were told "later" after that', () => {
    const refusals = known()
    for (let at = 0; at < 99; at += 1) refusals.refused()
    expect(refusals.isKnown).toBe(true)
    refusals.refused()
    expect(known(refusals)).toMatchObject({ isKnown: false, isDue: false, isProbing: false })
  })
})
