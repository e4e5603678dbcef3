import { describe, expect, it } from 'vitest'
import { createTempo } from './rate-estimate.ts'

/** Sends `count` requests at once at `now`, of which `answered` are answered and the others told to wait. */
function burst(tempo: ReturnType<typeof createTempo>, now: number, count: number, answered: number, asked?: number) {
  for (let at = 0; at < count; at += 1) tempo.sent(now)
  for (let at = 0; at < answered; at += 1) tempo.answered(now)
  for (let at = answered; at < count; at += 1) tempo.hold(now, now, tempo.holdUntil(now, asked), asked !== undefined)
}

describe('createTempo', () => {
  it('keeps no distance where none is asked for, and the one that is', () => {
    const [free, spaced] = [createTempo(0), createTempo(250)]
    for (const tempo of [free, spaced]) tempo.sent(1000)
    expect([free.nextAt, spaced.nextAt]).toEqual([1000, 1250])
  })

  it('holds for as long as a target asks, and then keeps the distance that it could bear', () => {
    const tempo = createTempo(0)
    burst(tempo, 0, 32, 10, 1000)
    expect(tempo.nextAt).toBe(1000)
    expect(tempo.limitedSince).toBe(0)
    tempo.sent(1000)
    expect(tempo.nextAt).toBeCloseTo(1000 + 1.05 * 100)
    tempo.answered(1000)
    expect(tempo.limitedSince).toBeUndefined()
  })

  it('takes many refusals of one burst for one', () => {
    const tempo = createTempo(0)
    burst(tempo, 0, 5, 1)
    tempo.hold(0, 400, tempo.holdUntil(400, undefined), false)
    expect(tempo.nextAt).toBe(500)
  })

  it('guesses longer each time that nothing but refusals comes, up to eight seconds', () => {
    const tempo = createTempo(0)
    const waits: number[] = []
    for (let now = 0; waits.length < 8; ) {
      burst(tempo, now, 1, 0)
      waits.push(tempo.nextAt - now)
      now = tempo.nextAt
    }
    expect(waits).toEqual([500, 500, 1000, 2000, 4000, 8000, 8000, 8000])
  })

  it('waits longer than it is told where that was too short before', () => {
    const tempo = createTempo(0)
    const waits: number[] = []
    for (let now = 0; waits.length < 4; ) {
      burst(tempo, now, 1, 0, 1000)
      waits.push(tempo.nextAt - now)
      now = tempo.nextAt
    }
    expect(waits).toEqual([1000, 1000, 2000, 4000])
  })

  it('shortens a guess with every answer, never below what was too fast before', () => {
    const tempo = createTempo(100)
    burst(tempo, 0, 1, 1)
    burst(tempo, 100, 1, 0)
    const distances: number[] = []
    for (let now = tempo.nextAt; distances.length < 500; now = tempo.nextAt) {
      tempo.sent(now)
      tempo.answered(now)
      distances.push(tempo.nextAt - now)
    }
    expect(distances[0]).toBeCloseTo(630)
    expect(distances[1]).toBeCloseTo(630 * 0.99)
    expect(distances.at(-1)).toBeCloseTo(110)
  })
})
