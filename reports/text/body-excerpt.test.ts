import { describe, expect, it } from 'vitest'
import { excerptOf } from './body-excerpt.ts'

const limits = { head: 3, around: 1 }
const marked = (body: string, pointer: string) =>
  excerptOf(body, [pointer], { head: 99, around: 1 })
    .filter((line) => line.marked)
    .map(({ text }) => text.trim())

describe('an excerpt', () => {
  for (const [body, pointer, want] of [
    ['{"a":1.50,"b":[1,{"c":"x"}]}', '/a', '"a": 1.50,'],
    ['{"a":1,"b":[1,{"c":"x"}]}', '/b/1/c', '"c": "x"'],
    ['{"a":1,"b":[1,{"c":"x"}]}', '/b/1/missing', '"missing": missing'],
    ['{"a/b":{"~":1}}', '/a~1b/~0', '"~": 1'],
    ['{"a":[]}', '/a', '"a": []'],
    ['{"a":[] ,"b":{ }}', '/b', '"b": {}'],
    ['["x",12345678901234567890]', '/1', '12345678901234567890'],
  ] as const) {
    it(`of ${body} marks ${pointer}`, () => expect(marked(body, pointer)).toEqual([want]))
  }

  it('marks both of two equal keys', () => expect(marked('{"a":1,"a":2}', '/a')).toEqual(['"a": 1,', '"a": 2']))

  it('marks nothing for a place that may stand in what was not read', () => {
    const body = JSON.stringify({ data: Array.from({ length: 3000 }, (_, rank) => ({ name: 'x'.repeat(20), rank })) })
    const search = { characters: 20_000 }
    expect(excerptOf(body, ['/data/2999/rank'], { ...limits, search }).filter(({ marked }) => marked)).toEqual([])
  })

  it('folds what is far from the mark', () => {
    const body = JSON.stringify(Array.from({ length: 100 }, (_, at) => at))
    expect(excerptOf(body, ['/50'], limits).map(({ text }) => text.trim())).toEqual([
      '[',
      '0,',
      '1,',
      '47 more lines',
      '49,',
      '50,',
      '51,',
      '49 more lines',
    ])
  })

  it('shows a text that is not JSON as it is', () => {
    expect(excerptOf('<h1>no</h1>\n<p>x', [], limits).map(({ text }) => text)).toEqual(['<h1>no</h1>', '<p>x'])
  })

  it('shows what follows after JSON that breaks off', () => {
    expect(excerptOf('{"a": 1, "b', [], { head: 9, around: 0 }).map(({ text }) => text.trim())).toEqual(['{', '"a": 1,', '"b'])
  })

  it('does not choke on a long string', () =>
    expect(excerptOf(JSON.stringify('x'.repeat(5_000_000)), ['/a'], limits)[0]?.text.length).toBe(400))
})
