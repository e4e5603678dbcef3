import { countedText } from '../conclusions/causes.ts'
import { clausesOf } from '../conclusions/clauses.ts'
import type { Comparison, VerdictChange } from './compare.ts'

/** Changes of one kind that one thing explains; the requirement of a change that stands alone. */
export interface ChangeGroup extends Pick<VerdictChange, 'before' | 'after' | 'why'> {
  readonly words: string
  readonly clauses: readonly string[]
  readonly checks: readonly string[]
}

/** Changes by what explains them: each thing is said once. */
export function changeGroups(changes: readonly VerdictChange[]): ChangeGroup[] {
  const groups = Map.groupBy(changes, ({ check, cause, before, after }) => JSON.stringify([before, after, cause ?? check]))
  return [...groups.values()].map((members) => {
    const [{ before, after, why, text, cause = text }] = members
    return {
      before,
      after,
      why: members.length > 1 && why === cause ? '' : why,
      words: members.length > 1 ? countedText(cause, members.length) : text,
      clauses: clausesOf(members),
      checks: members.map(({ check }) => check),
    }
  })
}

/** The changes of a comparison by their kind, what got worse first, each under its title; kinds without a change are left out. */
export function changeSections(comparison: Comparison): [title: string, changes: readonly VerdictChange[]][] {
  return withEntries({
    'New failures': comparison.newFailures,
    Fixed: comparison.fixed,
    'Other verdicts that changed': comparison.changed,
    'Failing in another way': comparison.differently,
    'Still failing': comparison.still,
  })
}

export function onlyInOne({ unjudged, added, removed, observed, unobserved }: Comparison): [title: string, names: readonly string[]][] {
  return withEntries({
    'Failed in the earlier run, not judged in the later one': unjudged,
    'Only applied in the later run': added,
    'Only applied in the earlier run': removed,
    'Only observed in the later run': observed,
    'Only observed in the earlier run': unobserved,
  })
}

function withEntries<Entry>(sections: Readonly<Record<string, readonly Entry[]>>): [title: string, entries: readonly Entry[]][] {
  return Object.entries(sections).filter(([, entries]) => entries.length > 0)
}
