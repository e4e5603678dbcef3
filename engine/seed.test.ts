import { hkdfSync } from 'node:crypto'
import { expect, it } from 'vitest'
import { createSeed, ownSeed } from './seed.ts'

const seed = createSeed('one')

it('gives the same choice for the same name, whatever was asked before', () => {
  const again = createSeed('one')
  again.bytes('something else', 4)
  expect(again.bytes('wrong value', 16)).toEqual(seed.bytes('wrong value', 16))
  expect(again.shuffled('order', [1, 2, 3, 4, 5])).toEqual(seed.shuffled('order', [1, 2, 3, 4, 5]))
})

it('derives what it gives with HKDF-SHA-256', () => {
  for (const length of [1, 6, 32, 33, 1024])
    expect(seed.bytes('näme', length)).toEqual(Buffer.from(hkdfSync('sha256', 'one', 'assay.seed/1', 'näme', length)))
})

it('gives other choices for another name and for another seed', () => {
  expect(seed.bytes('a', 16)).not.toEqual(seed.bytes('b', 16))
  expect(createSeed('two').bytes('a', 16)).not.toEqual(seed.bytes('a', 16))
  expect(createSeed().text).not.toBe(createSeed().text)
})

it('keeps to its bounds, and loses nothing', () => {
  const numbers = Array.from({ length: 200 }, (_, index) => seed.integer(`n/${index}`, 3, 5))
  expect([...new Set(numbers)].sort()).toEqual([3, 4, 5])
  expect(seed.shuffled('order', ['a', 'b', 'c']).sort()).toEqual(['a', 'b', 'c'])
  expect(() => seed.pick('none', [])).toThrow(RangeError)
})

it('deals other values to each operation and number, and begins again when all are dealt', () => {
  const [one, other] = [{ id: 'one' }, { id: 'other' }]
  const choice = { seed, contract: { operations: [one, other] } }
  const values = ['a', 'b', 'b', 'c']
  const pickedBy = (operation: { id: string }, number: number) => ownSeed(operation, choice, number).pick('dealt', values)
  expect([pickedBy(one, 0), pickedBy(other, 0), pickedBy(one, 1)].sort()).toEqual(['a', 'b', 'c'])
  expect(pickedBy(other, 1)).toBe(pickedBy(one, 0))
  expect(ownSeed(other, choice).integer('n', 0, 1000)).toBe(seed.integer('n', 0, 1000))
  expect(() => ownSeed(one, choice).pick('none', [])).toThrow(RangeError)
})
