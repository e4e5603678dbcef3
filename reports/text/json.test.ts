import { expect, it } from 'vitest'
import { jsonPieces, jsonText } from './json.ts'

const values = [
  null,
  'a\u001b[2J\n##[error]',
  [],
  {},
  { a: undefined, b: [undefined, () => 1, Symbol('x')], c: { d: [], e: {}, f: [[[[1, { g: 2 }]]]] } },
  { date: new Date(0), nan: Number.NaN, wide: [1, 'x', null, true] },
  { '\u202e"': [{ a: [{ b: [{ c: 1 }] }] }] },
]

it.each(values)('%j is written as JSON.stringify writes it, but for what a terminal would obey', (value) => {
  expect(JSON.parse(jsonText(value))).toEqual(JSON.parse(JSON.stringify(value)))
  const shown = jsonText(value).replace(/\\u001b/g, '\u001b')
  if (!/\u202e|##/.test(JSON.stringify(value))) expect(shown).toBe(`${JSON.stringify(value, null, 1)}\n`)
})

it('holds no half of a character, which strict parsers refuse', () => {
  const text = '\ud800 \\ud800 \\\udfff \\\\\ud83d🚀'
  expect(JSON.parse(jsonText([{ [text]: text }]))).toEqual([{ [text.toWellFormed()]: text.toWellFormed() }])
})

it('writes what an iterator makes as a list', () => {
  const list = [1, { c: [2] }, null]
  expect(jsonText({ a: { b: list.values(), none: [].values() } })).toBe(jsonText({ a: { b: list, none: [] } }))
})

it('comes in pieces that are short, so that no long text is held whole', () => {
  const pieces = [...jsonPieces({ bodies: Object.fromEntries(Array.from({ length: 100 }, (_, at) => [at, 'x'.repeat(50_000)])) })]
  expect(pieces.length).toBeGreaterThan(40)
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(200_000)
})
