import { describe, expect, it } from 'vitest'
import { Chance } from './chance.ts'

/** A chance that is known: what went out at once after a hold was answered, again and again. */
function known() {
  const chance = new Chance()
  for (let at = 0; at < 10; at += 1) {
    chance.hold(chance.isDue)
    chance.hit()
  }
  return chance
}

describe('a chance', () => {
  it('is known once what goes out at once is answered', () => expect(known()).toMatchObject({ isKnown: true, isDue: true }))

  it('is never thought of again where nearly all were told "later" after that', () => {
    const chance = known()
    for (let at = 0; at < 110; at += 1) chance.miss()
    for (let at = 0; at < 10; at += 1) {
      chance.hold(chance.isDue)
      chance.hit()
    }
    expect(chance).toMatchObject({ isKnown: false, isDue: false, isTrying: false })
  })
})
