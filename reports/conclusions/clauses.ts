/** The clauses of outcomes, each once, in the order of the source. */
export function clausesOf(outcomes: readonly { readonly clause: string }[]): string[] {
  return [...new Set(outcomes.map(({ clause }) => clause))].sort(compareClauses)
}

/** Compares clauses by their numbers: 2.10 comes after 2.9. */
export function compareClauses(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true })
}
