import released from './releases.json' with { type: 'json' }

/** The ids of the checks that came with each version, in the order of the versions. Snapshots of the catalogue keep it whole. */
const releases: Readonly<Record<string, readonly string[]>> = released

/** The versions whose checks a run can be held to, oldest first. */
export const versions: readonly string[] = Object.keys(releases)

const came = new Map(Object.entries(releases).flatMap(([version, ids]) => ids.map((id) => [id, version] as const)))

/** The version that a check came with; nothing for one that an overlay adds. */
export function sinceOf(id: string): { readonly since?: string } {
  const since = came.get(id)
  return since === undefined ? {} : { since }
}

/** True for a check that an earlier version had; if it is not in the catalogue, it was withdrawn. */
export function isReleased(id: string): boolean {
  return came.has(id)
}
