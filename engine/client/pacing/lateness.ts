/** How long the next request is waited for, by how many right ones were waited for in vain. */
export interface Lateness {
  /** Notes that a right request was not answered in time. */
  note(): void
  timeout(full: number): number
}

const mostWaitedFor = 4
const shortening = 5

/** Begins with a target that answers in time. One that is late again and again is not proven by this run, and each further wait costs less. */
export function createLateness(): Lateness {
  let late = 0
  return {
    note: () => {
      late += 1
    },
    timeout: (full) => (late < mostWaitedFor ? full : full / shortening),
  }
}
