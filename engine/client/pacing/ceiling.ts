/** The most requests that may be sent in all, repeated ones and slower runs included. */
export interface Ceiling {
  /** Counts a request that is sent now. @throws if no more may be sent. */
  count(): void
}

/** How many times the announced number may be sent: a target that causes waiting or repeats gets no more. */
const mostTimes = 3
/** If little is announced, a target that is still starting is waited for all the same. */
const least = 100

export function createCeiling(announced: number): Ceiling {
  const most = least + mostTimes * announced
  let sent = 0
  return {
    count: () => {
      if (sent >= most) throw new Error(`${most} requests went out, and no more may`)
      sent += 1
    },
  }
}
