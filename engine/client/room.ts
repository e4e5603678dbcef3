import { excerpt, type Kept } from './decoding.ts'

/** How many bytes of bodies a run keeps in all; of what comes after them, excerpts. */
export const mostKept = 16 << 20

/** Keeps bodies up to a number of bytes in all. One that came before takes no room again: lists are long, and mostly the same. */
export function createRoom(most: number = mostKept): (body: Buffer) => Kept {
  const kept: Buffer[] = []
  let left = most
  return (body) => {
    const same = kept.find((other) => other.equals(body))
    if (same) return { bytes: same, truncated: false }
    if (body.length > left) return excerpt(body)
    left -= body.length
    kept.push(body)
    return { bytes: body, truncated: false }
  }
}
