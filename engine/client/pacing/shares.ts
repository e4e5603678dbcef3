const fewest = 2
export const mostByChance = 1 / 8

/** How many of all. */
export interface Share {
  readonly some: number
  readonly all: number
}

/** True for too many to be chance: more than one in eight, and more than one. */
export function isSystematic({ some, all }: Share): boolean {
  return some >= fewest && some > all * mostByChance
}

/** Counts requests of each operation, and some among them. */
export class Shares {
  readonly #known = new Map<string, Share>()

  of(operation: string): Share {
    return this.#known.get(operation) ?? { some: 0, all: 0 }
  }

  note(operation: string, some: number, all = 1): void {
    const before = this.of(operation)
    this.#known.set(operation, { some: before.some + some, all: before.all + all })
  }
}
