import { expect, it } from 'vitest'
import { excerptLength } from './decoding.ts'
import { alwaysKept, createRoom } from './room.ts'

it('keeps a body once however often it comes, and excerpts of what does not fit any more', () => {
  const most = 4 * excerptLength
  const keep = createRoom(most)
  const [first, same, other] = ['a', 'a', 'b'].map((letter) => Buffer.alloc(most - excerptLength, letter))
  if (!first || !same || !other) throw new Error('there are three')
  expect(keep(first)).toEqual({ bytes: first, truncated: false })
  expect(keep(same).bytes).toBe(first)
  expect(keep(other)).toMatchObject({ truncated: true, bytes: { length: alwaysKept } })
  expect(keep(Buffer.alloc(alwaysKept))).toMatchObject({ truncated: false })
})
