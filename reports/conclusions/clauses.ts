interface Placed {
  readonly clause: string
  readonly operation: string
}

/** The clause of an outcome; empty for what no clause asks, such as that the tests of a client end well. */
export function clauseOf({ clause, operation }: Placed): string {
  return operation === '' ? '' : clause
}

export function clausesOf(outcomes: readonly Placed[]): string[] {
  return [...new Set(outcomes.map(clauseOf))].filter((clause) => clause !== '').sort(compareClauses)
}

/** Some of many clauses, and a sign that there are more. */
export function fewClauses(clauses: readonly string[], most = 4): string {
  return [...clauses.slice(0, most), ...(clauses.length > most ? ['…'] : [])].join(', ')
}

/** Compares clauses by their numbers: 2.10 comes after 2.9. To make a collator takes longer than all that a run does with it. */
export function compareClauses(one: string, other: string): number {
  const [first = '', second = ''] = [one, other].map((clause) => clause.replace(/\d+/g, (number) => number.padStart(9, '0')))
  return first < second ? -1 : Number(first > second)
}
