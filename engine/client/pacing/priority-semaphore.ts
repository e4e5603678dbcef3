export type Priority = 'urgent' | 'normal'

/** Lets a number of tasks run at a time: urgent ones first, and a quarter of the permits is reserved for them. */
export class PrioritySemaphore {
  readonly #permits: number
  readonly #normalPermits: number
  readonly #waiting = { urgent: [] as (() => void)[], normal: [] as (() => void)[] }
  readonly #running = { urgent: 0, normal: 0 }

  constructor(permits: number) {
    this.#permits = permits
    this.#normalPermits = Math.max(1, Math.floor((3 * permits) / 4))
  }

  /** Runs a task once it may start; those of one priority start in the order in which they came. */
  async run<T>(priority: Priority, task: () => Promise<T>): Promise<T> {
    if (this.#isFree(priority)) this.#running[priority] += 1
    else await new Promise<void>((resolve) => this.#waiting[priority].push(resolve))
    try {
      return await task()
    } finally {
      this.#running[priority] -= 1
      this.#admit('urgent')
      this.#admit('normal')
    }
  }

  #isFree(priority: Priority): boolean {
    const { urgent, normal } = this.#running
    return urgent + normal < this.#permits && (priority === 'urgent' || normal < this.#normalPermits)
  }

  #admit(priority: Priority): void {
    while (this.#waiting[priority].length > 0 && this.#isFree(priority)) {
      this.#running[priority] += 1
      this.#waiting[priority].shift()?.()
    }
  }
}
