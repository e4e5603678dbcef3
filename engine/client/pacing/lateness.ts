/** The timeout for the next answer, by how many right requests timed out. */
export interface Lateness {
  note(): void
  timeout(full: number): number
}

const mostWaitedFor = 4
const shortening = 5

/** Starts with the full timeout. A target that is often late proves nothing in this run anyway, so the timeout shrinks. */
export function createLateness(): Lateness {
  let late = 0
  return {
    note: () => {
      late += 1
    },
    timeout: (full) => (late < mostWaitedFor ? full : full / shortening),
  }
}
