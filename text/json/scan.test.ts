import { describe, expect, it } from 'vitest'
import { growth, steep } from '../../testing/growth.fixture.ts'
import { scanJson } from './scan.ts'

describe('scanJson', () => {
  it.for([
    { text: '{"a":1,"b":1}', want: [] },
    { text: '{"a":1,"a":2}', want: ['/a'] },
    { text: '{"a":1,"\\u0061":2}', want: ['/a'] },
    { text: '{"a" : 1, "a"\n: 2}', want: ['/a'] },
    { text: '{"a":{"b":1},"c":[{"b":1},{"b":1,"b":2}]}', want: ['/c/1/b'] },
    { text: '{"a":"a\\":1","b":["a","a"]}', want: [] },
    { text: '{"a":"\\\\","a":"\\\\\\""}', want: ['/a'] },
    { text: '{"a/b~":1,"a/b~":2}', want: ['/a~1b~0'] },
    { text: '{"list":[{"a":1},{"a":1}]}', want: [] },
    { text: '[[[1]],"x"]', want: [] },
  ])('finds keys that stand twice in $text', ({ text, want }) => {
    expect(scanJson(text).duplicateKeys.map(({ at }) => at)).toEqual(want)
  })

  it.for([
    { number: '0', want: false },
    { number: '-12.50', want: false },
    { number: '9007199254740991', want: false },
    { number: '9007199254740993', want: true },
    { number: '1745000000004194304', want: true },
    { number: '1000000000000000000', want: false },
    { number: '-238005734980106370', want: false },
    { number: '1e400', want: true },
    { number: '-1e400', want: true },
    { number: '1e300', want: false },
    { number: '0.1234567890123456', want: false },
    { number: '0.123456789012345678901', want: true },
    { number: `1${'0'.repeat(20)}.5`, want: true },
    { number: `0.5${'0'.repeat(40)}`, want: false },
  ])('$number is beyond a double: $want', ({ number, want }) => {
    for (const text of [`{"a":[${number}]}`, `{"a":[ ${number} ]}`]) {
      expect(scanJson(text).largeNumbers.map(({ at }) => at)).toEqual(want ? ['/a/0'] : [])
    }
  })

  it('takes no number in a text for one', () => {
    expect(scanJson('{"a":"1e999","1e999":"9007199254740993"}').largeNumbers).toEqual([])
  })

  it('lists a hundred at most, and shows no more than a line of each', () => {
    const many = scanJson(`[${Array.from({ length: 300 }, () => `{"${'k'.repeat(500)}":1,"${'k'.repeat(500)}":2}`)}]`)
    expect(many.duplicateKeys).toHaveLength(100)
    expect(many.duplicateKeys[0]?.text).toHaveLength(100)
    expect(many.duplicateKeys[0]?.at.length).toBeLessThan(120)
  })

  it('takes neither long nor runs out of stack', () => {
    const grown = growth(1 << 20, (length) => {
      const levels = length / 32
      const deep = `${'{"a":'.repeat(levels)}{"b":1,"b":2}${'}'.repeat(levels)}`
      expect(scanJson(deep).duplicateKeys[0]?.at.length).toBeLessThan(200)
      expect(scanJson(`[0.1${'0'.repeat(length)}1,1e400]`).largeNumbers).toHaveLength(2)
      expect(scanJson(`{"a":"${'\\n'.repeat(2 * length)}","b":1e400,"b":1}`).duplicateKeys).toHaveLength(1)
    })
    expect(grown).toBeLessThan(steep)
  })
})
