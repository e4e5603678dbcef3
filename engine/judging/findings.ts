import type { Finding } from './outcome.ts'

const most = 20

/** The first twenty findings that differ. */
export function merged(findings: Iterable<Finding>): Finding[] {
  return distinctFindings(findings).slice(0, most)
}

/** Merges findings that say the same into one, with the exchange of the first and the count of all. */
export function distinctFindings(findings: Iterable<Finding>): Finding[] {
  const groups = Map.groupBy(findings, ({ at, expected, actual }) => JSON.stringify([at, expected, actual]))
  return [...groups.values()].flatMap((alike) => {
    const count = alike.reduce((sum, finding) => sum + (finding.count ?? 1), 0)
    return alike.slice(0, 1).map((first) => (count > 1 ? { ...first, count } : first))
  })
}
