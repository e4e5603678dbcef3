/** How many times the announced number may be sent: a target that causes waiting or repeats gets no more. */
const mostTimes = 4
/** If little is announced, a target that is still starting is waited for all the same. */
const least = 100

/** The most requests that may be sent in all, repeated ones and slower runs included. */
export class RequestBudget {
  readonly #most: number
  #sent = 0

  constructor(announced: number) {
    this.#most = least + mostTimes * announced
  }

  /** Counts a request that is sent now. @throws if no more may be sent. */
  spend(): void {
    if (this.#sent >= this.#most) throw new Error(`${this.#most} requests went out, and no more may`)
    this.#sent += 1
  }

  /** Takes back one that never reached the target. */
  takeBack(): void {
    this.#sent -= 1
  }
}
