const mostWaitedFor = 4
const shortening = 5

/** The timeout for the next answer: a target that is often late proves nothing in this run anyway, so that it shrinks. */
export class AdaptiveTimeout {
  #late = 0

  /** A right request timed out. */
  noteTimeout(): void {
    this.#late += 1
  }

  timeout(full: number): number {
    return this.#late < mostWaitedFor ? full : full / shortening
  }
}
