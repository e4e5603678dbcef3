/**
 * Levenshtein's distance, if it is not more than `most`: how many letters are changed, added or dropped to make one word of the other.
 * What is far longer than the other is not looked at, since it may be a stranger's and have any length.
 */
export function distanceWithin(most: number, one: string, other: string): number | undefined {
  if (Math.abs(one.length - other.length) > most) return undefined
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1]
    for (let at = 0; at < other.length; at++) {
      const changed = (row[at] ?? 0) + (other[at] === letter ? 0 : 1)
      next.push(Math.min(changed, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1))
    }
    row = next
  }
  const distance = row.at(-1) ?? 0
  return distance <= most ? distance : undefined
}

/** True for another spelling of a name: in another case, or with other hyphens and underscores. */
export function isOtherSpelling(other: string, name: string): boolean {
  return other !== name && lettersOf(other) === lettersOf(name)
}

/** A name without its case, and without what stands between its words. */
export function lettersOf(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}
