import { createHash } from 'node:crypto'
import { blake2b, blake2s } from '@noble/hashes/blake2.js'
import { expect, it } from 'vitest'
import { keyedBlake2 } from './keyed-hashes.ts'

const messages = ['', 'abc', 'y'.repeat(128), 'z'.repeat(300)].map((text) => Buffer.from(text))

it.each(messages)('hashes without a key as Node does', (message) => {
  const none = Buffer.alloc(0)
  expect(keyedBlake2(blake2b, none, message, 64)).toEqual(createHash('blake2b512').update(message).digest())
  expect(keyedBlake2(blake2s, none, message, 32)).toEqual(createHash('blake2s256').update(message).digest())
})

it('hashes with a key as Python does', () => {
  const message = Buffer.from('abc'.repeat(60))
  expect([blake2b, blake2s].map((form) => keyedBlake2(form, Buffer.from('key'), message, 32).toString('hex'))).toEqual([
    '94023c2dac1c3edad3f35a67485f0bda00f2bc87c6bdabb143f0d8a2288a7e39',
    '030274b5a174002c3270639bf2ddabc87bcc3b097da60da2c3762062fd235e9b',
  ])
})
