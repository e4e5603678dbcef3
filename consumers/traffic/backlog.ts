/** Work that is put off so that no request or answer is delayed. */
export interface Backlog<Item> {
  /** `size` is what the item holds while it waits, in bytes. */
  add(item: Item, size: number): void
  drain(): void
}

/** How many items wait at most, and how many bytes they hold; above that, some are done at once. */
const mostWaiting = 1_000
const mostBytes = 16 << 20

/** If nothing was added for this long, in milliseconds, nobody is waiting for an answer. */
const pause = 200

/** No item waits longer than about this, in milliseconds. */
const longestWait = 1_000

/** How many are done before other events get a turn. */
const atOnce = 20

/** Collects work, and does it in order: during pauses, or earlier if too much of it waits, or waits too long. */
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
    add: (item, size) => {
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
