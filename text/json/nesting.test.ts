import { describe, expect, it } from 'vitest'
import { growth, steep } from '../../testing/growth.fixture.ts'
import { firstOfLists } from './nesting.ts'

describe('firstOfLists', () => {
  it.for([
    { text: '[1,2]', want: '[1,2]' },
    { text: '[1,2,3]', want: '[1,2]' },
    { text: ' [ 1.0 , 1e999 , 3 , 4 ] \n', want: ' [ 1.0 , 1e999 ] \n' },
    { text: '[]', want: '[]' },
    { text: '{"a":[],"b":[1,2,3],"c":[[]]}', want: '{"a":[],"b":[1,2],"c":[[]]}' },
    { text: '{"a":1,"b":2,"c":3,"d":[{"e":1,"f":2,"g":3},4,5]}', want: '{"a":1,"b":2,"c":3,"d":[{"e":1,"f":2,"g":3},4]}' },
    { text: '[[1,2,3],[4,5,6],[7]]', want: '[[1,2],[4,5]]' },
    { text: '[[1,2,[3],{"a":[4]}],5,[6],7]', want: '[[1,2],5]' },
    { text: '[1,2,[3,4,5],6]', want: '[1,2]' },
    { text: '["],\\"],","[,\\\\","]","\\"]"]', want: '["],\\"],","[,\\\\"]' },
    { text: '[1,2,{"]":"]","\\"}":[3]},["}"]],', want: '[1,2],' },
    { text: '{"a,[":[1,2,3],"b]":"x,y,z,[1,2,3]"}', want: '{"a,[":[1,2],"b]":"x,y,z,[1,2,3]"}' },
    { text: '"a,b,c,[1,2,3]"', want: '"a,b,c,[1,2,3]"' },
  ])('leaves two elements of each list of $text', ({ text, want }) => {
    expect(firstOfLists(text, 2)).toBe(want)
  })

  it('leaves one of each', () => {
    expect(firstOfLists('[[1,2],[3]]', 1)).toBe('[[1]]')
  })

  it('takes neither long nor runs out of stack', () => {
    const grown = growth(1 << 19, (length) => {
      const deep = '['.repeat(length) + ']'.repeat(length)
      expect(firstOfLists(deep, 1)).toHaveLength(deep.length)
      expect(firstOfLists(`[1,${deep}]`, 1)).toBe('[1]')
      expect(firstOfLists(`[${'[1,2],'.repeat(length)}3]`, length / 2)).toHaveLength(3 * length + 1)
    })
    expect(grown).toBeLessThan(steep)
  })
})
