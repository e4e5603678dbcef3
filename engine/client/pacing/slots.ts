/** A number of tasks at a time, of which a quarter is reserved for urgent ones. */
export class Slots {
  readonly #most: number
  /** How many slots tasks may take that are not urgent. */
  readonly #mostPatient: number
  readonly #urgent: (() => void)[] = []
  readonly #patient: (() => void)[] = []
  #taken = 0
  #takenByPatient = 0

  constructor(count: number) {
    this.#most = count
    this.#mostPatient = Math.max(1, Math.floor((3 * count) / 4))
  }

  /** Runs a task once a slot is free: urgent ones first, the others in the order in which they came. */
  async take<T>(urgent: boolean, task: () => Promise<T>): Promise<T> {
    if (this.#isFree(urgent)) this.#add(urgent, 1)
    else await new Promise<void>((resolve) => (urgent ? this.#urgent : this.#patient).push(resolve))
    try {
      return await task()
    } finally {
      this.#add(urgent, -1)
      this.#admit(this.#urgent, true)
      this.#admit(this.#patient, false)
    }
  }

  #isFree(urgent: boolean): boolean {
    return this.#taken < this.#most && (urgent || this.#takenByPatient < this.#mostPatient)
  }

  #add(urgent: boolean, change: 1 | -1): void {
    this.#taken += change
    if (!urgent) this.#takenByPatient += change
  }

  #admit(queue: (() => void)[], urgent: boolean): void {
    while (queue.length > 0 && this.#isFree(urgent)) {
      this.#add(urgent, 1)
      queue.shift()?.()
    }
  }
}
