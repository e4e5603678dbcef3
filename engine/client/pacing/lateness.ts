/** How long to wait for the next answer, depending on how many right requests got none in time. */
export interface Lateness {
  /** Notes that a right request was not answered in time. */
  note(): void
  timeout(full: number): number
}

const mostWaitedFor = 4
const shortening = 5

/** Starts with the full time. A target that is late again and again is not proven by this run anyway, so each further wait is shorter. */
export function createLateness(): Lateness {
  let late = 0
  return {
    note: () => {
      late += 1
    },
    timeout: (full) => (late < mostWaitedFor ? full : full / shortening),
  }
}
