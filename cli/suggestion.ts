/** Up to three names that somebody may have meant: those that hold what was given, else those that differ from it least. */
export function nearest(name: string, known: readonly string[]): string[] {
  const wanted = name.toLowerCase()
  const holding = known.filter((other) => wanted.length > 2 && other.toLowerCase().includes(wanted))
  if (holding.length > 0) return holding.slice(0, 3)
  const ranked = known.map((other) => ({ other, distance: distance(wanted, other.toLowerCase()) })).sort((a, b) => a.distance - b.distance)
  const limit = Math.max(2, Math.floor(name.length / 3))
  return ranked
    .filter((entry) => entry.distance <= limit)
    .slice(0, 3)
    .map(({ other }) => other)
}

/** The number of single letters to insert, delete or replace on the way from one text to another. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [line, letter] of [...from].entries()) {
    const next = [line + 1]
    for (const [column, other] of [...to].entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
