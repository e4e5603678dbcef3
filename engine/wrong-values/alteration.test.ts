import { describe, expect, it } from 'vitest'
import { turnedCase } from '../../contracts/mistakes/values/spellings.ts'
import { lastCaseTurned, lastChanged, rotated, tenthOf, withTrailingZero } from './alteration.ts'

const values = ['a', 'Z', '9', 'zZ9', 'Bearer4Assay', '0x52908400098527886E0F', '---', 'ünïcode', '100001']

describe('an altered value', () => {
  it.for(values)('is never %s itself, and as long', (value) => {
    for (const alter of [rotated, lastChanged]) {
      const altered = alter(value)
      expect(altered).not.toBe(value)
      expect(altered).toHaveLength(value.length)
    }
  })

  it.for([
    { given: 'zZ9-a', want: 'aA0-b' },
    { given: '---', want: '--x' },
  ])('rotates $given to $want', ({ given, want }) => expect(rotated(given)).toBe(want))

  it('turns the case of every letter', () => expect(turnedCase('aB1-É')).toBe('Ab1-é'))

  it('turns the case of the last letter alone', () => {
    expect(lastCaseTurned('aB1-c9')).toBe('aB1-C9')
    expect(lastCaseTurned('17-9')).toBe('17-9')
  })

  it.for([
    { given: '1.5', want: '0.15' },
    { given: '10', want: '1.0' },
    { given: '0.5', want: '0.05' },
    { given: '123.456', want: '12.3456' },
    { given: '7', want: '0.7' },
  ])('takes a tenth of $given, exactly', ({ given, want }) => {
    expect(tenthOf(given)).toBe(want)
    expect(Number(tenthOf(given)) * 10).toBeCloseTo(Number(given))
  })

  it.for([
    { given: '1.5', want: '1.50' },
    { given: '2', want: '2.0' },
  ])('writes $given with a zero more', ({ given, want }) => expect(withTrailingZero(given)).toBe(want))
})
