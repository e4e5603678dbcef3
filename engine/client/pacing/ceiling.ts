/** How many requests may go out in all: repeats, and all that is sent again slower, included. */
export interface Ceiling {
  /** Counts one that goes out now. @throws where no more may. */
  count(): void
}

/** How often the most that was announced may go out: a target that makes a run wait, or send again, has no claim to more. */
const mostTimes = 3
/** Where little is announced, a target that is starting is still waited for. */
const least = 100

/** A ceiling above the most requests that a run says beforehand. */
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
