/** How long a piece of work takes, in milliseconds. */
export function milliseconds(work: () => void): number {
  const started = performance.now()
  work()
  return performance.now() - started
}

/** The middle one of several measurements. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
}
