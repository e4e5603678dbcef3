export function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** A count with its noun: `1 withdrawal`, `1,000 withdrawals`. */
export function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`
}

/** The first of several names, and how many more there are. */
export function someOf(names: readonly string[], most: number, between = ', '): string {
  return `${names.slice(0, most).join(between)}${names.length > most ? ` and ${names.length - most} more` : ''}`
}
