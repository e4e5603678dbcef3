import type { Exchange } from '../../engine/exchange.ts'
import { memoryOf } from './keeping.ts'
/** Exchanges that are judged later, so that no request or answer is delayed. */
export type Backlog = ReturnType<typeof createBacklog>

/** How many wait at most, and how many bytes they hold; above that, some are judged at once. */
const mostWaiting = 1_000
const mostBytes = 16 << 20

/** If nothing was added for this long, in milliseconds, nobody is waiting for an answer. */
const pause = 200

/** None waits longer than about this, in milliseconds. */
const longestWait = 1_000

/** How many are judged before other events get a turn. */
const atOnce = 20

/** Collects exchanges, and judges them in order: during pauses, or earlier if too many wait, or wait too long. */
export function createBacklog(judge: (exchange: Exchange) => void) {
  let waiting: { readonly exchange: Exchange; readonly since: number }[] = []
  let [bytes, latest] = [0, 0]
  let timer: NodeJS.Timeout | undefined
  const doFirst = (count: number) => {
    const now = waiting.slice(0, count)
    waiting = waiting.slice(count)
    for (const { exchange } of now) {
      bytes -= memoryOf(exchange)
      judge(exchange)
    }
  }
  const look = () => {
    const now = performance.now()
    const left = latest + pause - now
    if (left <= 0 || now - (waiting[0]?.since ?? now) >= longestWait) doFirst(atOnce)
    timer = waiting.length > 0 ? setTimeout(look, Math.max(0, left)) : undefined
  }
  return {
    add: (exchange: Exchange) => {
      latest = performance.now()
      waiting.push({ exchange, since: latest })
      bytes += memoryOf(exchange)
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
