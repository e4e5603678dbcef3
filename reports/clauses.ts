/** The clauses of outcomes, each once, in the order of the source. */
export function clausesOf(outcomes: readonly { readonly clause: string }[]): string[] {
  return [...new Set(outcomes.map(({ clause }) => clause))].sort(inClauseOrder)
}

/** Compares two clauses by the numbers in them: 4.4 stands before 4.10. */
export function inClauseOrder(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true })
}
