import { describe, expect, it } from 'vitest'
import { RandomRefusals } from './random-refusals.ts'

/** Known as random: what went out at once instead of after a pause was answered, again and again. */
function known() {
  const refusals = new RandomRefusals()
  for (let at = 0; at < 12; at += 1) {
    refusals.pauseBegins(refusals.isDue ? 'skipped' : 'kept', 1)
    refusals.answered()
  }
  return refusals
}

describe('random refusals', () => {
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

  it('are never thought of again where nearly all were told "later" after that', () => {
    const refusals = known()
    for (let at = 0; at < 110; at += 1) refusals.refused()
    for (let at = 0; at < 12; at += 1) {
      refusals.pauseBegins(refusals.isDue ? 'skipped' : 'kept', 1)
      refusals.answered()
    }
    expect(refusals).toMatchObject({ isKnown: false, isDue: false, isProbing: false })
  })
})
