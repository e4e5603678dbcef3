import { describe, expect, it } from 'vitest'
import { clockSkew } from '../../engine/evidence/clock-skew.ts'
import type { Exchange, Headers } from '../../engine/exchange.ts'
import { controlRoles } from '../../engine/probes/roles.ts'
import { type Answer, answered, began, problems, signed } from './exchanges.fixture.ts'

describe('clocks', () => {
  const dated = (ahead: number, answer: Answer = {}): Exchange => {
    const cut = Math.floor((began + 20 + ahead) / 1000) * 1000
    const headers: Headers = [['Date', new Date(cut).toUTCString()], ...(answer.headers ?? [])]
    return answered(signed, { status: 200, body: signed.success.example, ...answer, headers })
  }

  for (const [ahead, want] of [
    [0, undefined],
    [4000, undefined],
    [-4000, undefined],
    [90_000, /at least 8\d seconds ahead of/],
    [-90_000, /at least 8\d seconds behind/],
    [600_000, /at least 9 minutes ahead of/],
    [-86_400_000, /at least 23 hours behind/],
  ] as const) {
    it(`${ahead} ms apart are ${want ? 'named' : 'no matter'}`, () => {
      expect(problems([dated(ahead)])).toEqual(want ? [expect.stringMatching(want)] : [])
    })
  }

  it('a little apart are named where a signed request was refused', () => {
    const refused = { status: 401, body: { error: 'late' } }
    expect(problems([dated(4000, refused)])[0]).toMatch(/^clock: .* at least [23] seconds ahead of/)
    expect(problems([dated(0, refused)]).filter((text) => text.startsWith('clock'))).toEqual([])
  })

  it('take the latency into account: a slow answer proves less', () => {
    const slow = { ...dated(8000), durationMs: 9000 }
    expect(clockSkew([slow])).toBe(0)
    expect(clockSkew([slow, dated(8000)])).toBeGreaterThan(6000)
  })

  it('are named where they agreed at first, and are no lockout: one of them was set since', () => {
    const [before, after] = [dated(0), dated(3_600_000, { status: 401, body: { error: 'late' } })]
    const problemsOf = (later: Exchange) =>
      problems([
        { ...before, role: controlRoles.before },
        { ...later, role: controlRoles.after },
      ])
    expect(problemsOf(after)).toEqual([expect.stringMatching(/^clock: .* at least 59 minutes ahead of/)])
    expect(problemsOf(dated(0, { status: 401, body: { error: 'no' } }))).toEqual([expect.stringMatching(/^lockout: /)])
  })

  it('are told neither by a cache nor by answers that disagree', () => {
    expect(clockSkew([dated(90_000, { headers: [['age', '90']] })])).toBe(0)
    expect(clockSkew([dated(90_000), dated(-90_000)])).toBe(0)
    expect(clockSkew([answered(signed, { headers: [['date', 'nonsense']] })])).toBe(0)
  })
})
