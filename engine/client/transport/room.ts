import { beginning, type KeptBody } from './decoding.ts'

/** How many bytes of long bodies a run keeps in all; of later ones it keeps excerpts. */
export const mostKept = 20 << 20

/** Bodies up to this length are always kept: refusals are short, and have to be judged whatever else a target sends. */
export const alwaysKept = 1 << 14

/** Keeps a body, or an excerpt of it where there is no room left. */
export type Room = (body: Buffer) => KeptBody

/** Keeps long bodies up to a number of bytes in all. A body that was kept before takes no more room: lists are long, and mostly the same. */
export function createRoom(most: number = mostKept): Room {
  const kept: Buffer[] = []
  let left = most
  return (body) => {
    if (body.length <= alwaysKept) return { bytes: body, truncated: false }
    const same = kept.find((other) => other.equals(body))
    if (same) return { bytes: same, truncated: false }
    if (body.length > left) return beginning(body, alwaysKept)
    left -= body.length
    kept.push(body)
    return { bytes: body, truncated: false }
  }
}
