import { blake2b, blake2s } from '@noble/hashes/blake2.js'
import { expect, it } from 'vitest'
import { keyedBlake2 } from './keyed-hashes.ts'

it('hashes with a key as Python does', () => {
  const message = Buffer.from('abc'.repeat(60))
  expect([blake2b, blake2s].map((form) => keyedBlake2(form, Buffer.from('key'), message, 32).toString('hex'))).toEqual([
    '94023c2dac1c3edad3f35a67485f0bda00f2bc87c6bdabb143f0d8a2288a7e39',
    '030274b5a174002c3270639bf2ddabc87bcc3b097da60da2c3762062fd235e9b',
  ])
})
