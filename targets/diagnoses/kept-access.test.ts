import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../engine/exchange.ts'
import { accepted, answered, paged, plain, problems, signed } from './exchanges.fixture.ts'

const rights = [accepted(plain), accepted(paged), accepted(signed)]
const early = answered(plain, { role: 'middle-changed.early' })
const late: Exchange = { ...accepted(plain), role: 'middle-changed' }

describe('a wrong request that is refused before any right one', () => {
  it('and accepted after is told as remembered', () => {
    expect(problems([early, ...rights, late])).toEqual([
      expect.stringMatching(`^unsteady: ${plain.id} refused a wrong request before any right one, and accepted the same one after: `),
    ])
  })

  it('is not, if both are refused, or both accepted', () => {
    expect(problems([early, ...rights, { ...early, role: late.role }])).toEqual([])
    expect(problems([{ ...late, role: early.role }, ...rights, late])).toEqual([])
  })

  it('is not, if another operation accepts it, or one that differs in more than what every client says of itself', () => {
    const as = (name: string): Exchange => ({ ...late, request: { ...late.request, headers: [[name, 'other']] } })
    expect(problems([early, ...rights, { ...accepted(paged), role: late.role }])).toEqual([])
    expect(problems([early, ...rights, as('baggage')])).toEqual([])
    for (const said of ['user-agent', 'Accept-Encoding']) expect(problems([early, ...rights, as(said)]), said).toHaveLength(1)
  })
})
