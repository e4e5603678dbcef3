import type { Clock } from './clock.ts'

/** How fast requests go out: at most so many at once, at most so many a second, and slower where a target asks for it. */
export interface Pace {
  /** Waits for its turn, runs the task, gives the place to the next. */
  run<T>(task: () => Promise<T>): Promise<T>
  /** Nothing goes out before `until`; what follows keeps the distance that the target could bear. */
  hold(since: number, until: number): void
}

export interface PaceOptions {
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly concurrency: number
  /** Requests a second; unlimited where it is left out. */
  readonly rate?: number
}

/** A pace of its own for one host. */
export function createPace({ clock, signal, concurrency, rate }: PaceOptions): Pace {
  const waiting: (() => void)[] = []
  let running = 0
  let spacing = rate ? 1000 / rate : 0
  let nextAt = 0
  let heldAt = 0
  let answered = 0

  const enter = async () => {
    if (running >= concurrency) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
  }
  const leave = () => {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
  const turn = async () => {
    for (;;) {
      const now = clock.now()
      const at = Math.max(now, nextAt)
      if (at <= now) {
        nextAt = now + spacing
        return
      }
      await clock.sleep(at - now, signal)
    }
  }
  return {
    run: async (task) => {
      await enter()
      try {
        await turn()
        return await task()
      } finally {
        answered += 1
        leave()
      }
    },
    hold: (since, until) => {
      nextAt = Math.max(nextAt, until)
      if (since <= heldAt) return
      const borne = (until - clock.now()) / Math.max(1, answered - 1)
      spacing = Math.min(maxSpacing, Math.max(spacing * 1.25, borne))
      heldAt = clock.now()
      answered = 0
    },
  }
}

const maxSpacing = 5000
