/** Work that can wait: nothing that passes is held back by it. */
export interface Backlog<Item> {
  /** `size` is what the item holds while it waits, in bytes. */
  add(item: Item, size?: number): void
  /** Does all that waits, at once. */
  drain(): void
}

/** How many items wait at most, and how many bytes they hold; beyond that some are done at once. */
const mostWaiting = 1_000
const mostBytes = 16 << 20

/** Once nothing was added for this long, nobody is waiting for an answer. Milliseconds. */
const pause = 200

/** An item waits about this long at most, however steadily more come. Milliseconds. */
const longestWait = 1_000

/** How many are done before anything else gets its turn. */
const atOnce = 20

/** Begins to collect work, which is done in its order: in pauses, and where too much of it waits, or has waited for long. */
export function createBacklog<Item>(work: (item: Item) => void): Backlog<Item> {
  let waiting: { readonly item: Item; readonly size: number; readonly since: number }[] = []
  let [bytes, latest] = [0, 0]
  let timer: NodeJS.Timeout | undefined
  const doFirst = (count: number) => {
    const now = waiting.slice(0, count)
    waiting = waiting.slice(count)
    for (const { item, size } of now) {
      bytes -= size
      work(item)
    }
  }
  const look = () => {
    const now = performance.now()
    const left = latest + pause - now
    if (left <= 0 || now - (waiting[0]?.since ?? now) >= longestWait) doFirst(atOnce)
    timer = waiting.length > 0 ? setTimeout(look, Math.max(0, left)) : undefined
  }
  return {
    add: (item, size = 0) => {
      latest = performance.now()
      waiting.push({ item, size, since: latest })
      bytes += size
      if (waiting.length > mostWaiting || bytes > mostBytes) doFirst(atOnce)
      timer ??= setTimeout(look, pause)
    },
    drain: () => {
      clearTimeout(timer)
      timer = undefined
      doFirst(waiting.length)
    },
  }
}
