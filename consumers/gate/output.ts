/** What a command printed, both streams in the order in which they came. */
export interface Output {
  readonly bytes: Buffer
  /** How many bytes in the middle are not kept. */
  readonly omitted: number
}

/** How much of each end is kept, in bytes. */
const limit = 1 << 19

/** Keeps the beginning and the end of what is printed. */
export function createOutput(): { add(chunk: Buffer): void; kept(): Output } {
  const head: Buffer[] = []
  let tail: Buffer[] = []
  let [headLength, tailLength, omitted] = [0, 0, 0]
  return {
    add: (chunk) => {
      const room = Math.max(0, limit - headLength)
      if (room > 0) head.push(chunk.subarray(0, room))
      headLength += Math.min(room, chunk.length)
      const rest = chunk.subarray(room)
      if (rest.length === 0) return
      tail.push(rest)
      tailLength += rest.length
      if (tailLength > 2 * limit) {
        const whole = Buffer.concat(tail)
        tail = [Buffer.from(whole.subarray(whole.length - limit))]
        omitted += whole.length - limit
        tailLength = limit
      }
    },
    kept: () => {
      const whole = Buffer.concat(tail)
      const last = whole.subarray(Math.max(0, whole.length - limit))
      return { bytes: Buffer.concat([...head, last]), omitted: omitted + whole.length - last.length }
    },
  }
}
