export function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** A count with its noun: `1 withdrawal`, `1,000 withdrawals`. */
export function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`
}

/** The first of several, by the names that they have, and how many more there are. */
export function someOf<Item>(items: readonly Item[], most: number, nameOf: (item: Item) => string = String, between = ', '): string {
  const names = items.slice(0, most).map((item) => nameOf(item))
  return `${names.join(between)}${items.length > most ? ` and ${items.length - most} more` : ''}`
}
