/** The right requests around the others of a probe. */
export const controlRoles = { before: 'control', after: 'control-after' } as const

/** The role of a right withdrawal after a last one that was refused: if both are refused alike, the target takes no more. */
export const afterRefusedRole = 'control-after-refused'

export function isControl(role: string): boolean {
  return role === controlRoles.before || role === controlRoles.after
}

const among = 'among-'

/** The roles of right requests among wrong ones; the last is among those that are sent again. */
export const amongRole = { numbered: (number: number) => `${among}${number}`, again: `${among}again` } as const

export function isAmongWrong(role: string): boolean {
  return role.startsWith(among)
}

/**
 * The roles of a wrong request that is sent again: before any right one, with other neighbours, with ever less that is unusual about it, after a
 * breakdown, or signed otherwise.
 */
export function repeatedRoles(role: string) {
  return {
    early: `${role}.early`,
    again: `${role}.again`,
    plain: `${role}.plain`,
    plainest: `${role}.plainest`,
    bare: `${role}.bare`,
    anew: `${role}.anew`,
    otherwise: `${role}.otherwise`,
  }
}

/** Those of them that are sent with ever less that is unusual. */
export function plainRoles(role: string): string[] {
  const { plain, plainest, bare } = repeatedRoles(role)
  return [plain, plainest, bare]
}

/** The role of a first control that was refused, though the target takes it as it was, and those of the two that showed it. */
export const refusedControlRole = 'control-refused'
export const asItWasRoles = { atOnce: repeatedRoles(refusedControlRole).again, later: `${refusedControlRole}.later` } as const

/** The roles of right requests that are built as the controls are. */
export const controlsAlike: readonly string[] = [
  ...Object.values(controlRoles),
  afterRefusedRole,
  refusedControlRole,
  ...Object.values(asItWasRoles),
]

/** The role of a right request that is signed with the target's time, after one with ours was refused and the clocks differ. */
export const targetClockRole = 'target-clock'

/** The roles of a right request that was refused and is sent again by the same client as before: at once, and later. */
export const againRole = 'client.again'
export const laterRole = 'client.later'
export const againRoles: readonly string[] = [againRole, laterRole]

/** The roles of a right request that was refused and is sent again, by the same client or as common ones send it. */
export const clientRoles = [againRole, 'client.command-line', 'client.browser', laterRole] as const

export function clientRoleOf(role: string): (typeof clientRoles)[number] | undefined {
  return clientRoles.find((own) => own === role)
}

const instead = 'instead-'

/** The role of a right request with the credential of another operation, after its own was refused. */
export function insteadRole(name: string): string {
  return `${instead}${name}`
}

export function isInstead(role: string): boolean {
  return role.startsWith(instead)
}

/** The wrong request that is sent before any other, right or wrong. */
export const openingRole = 'opening'

/** The wrong request that is sent after all others of its operation, where a run observes. */
export const lateRole = 'late'

/** The role of the page that is read before anything is known of its list. */
export const firstPageRole = 'first'

/** The roles of the right requests that are sent first of all. */
export const firstRoles: readonly string[] = [controlRoles.before, firstPageRole]

/** A wrong request right after a right one, on its connection. */
export const behindRole = 'behind'

/** A wrong request that holds nothing to register. */
export const nothingRole = 'nothing'

/** Wrong signatures that differ from the right one in a letter, of requests that are ordinary otherwise. */
export const nearlyRightRoles = ['whole.last-changed', 'whole.first-changed'] as const

export const withoutRole = 'none'

/** Ordinary requests without a credential, or the key of a signature: a target may refuse these in another way than a wrong value. */
export const lackingRoles = [withoutRole, 'key-id.none'] as const

/** A wrong request that sends what was accepted again, with something else in place of a part. */
export function replayedRole(part: string): string {
  return `replayed.${part}`
}

/** Right withdrawals of which wrong ones reuse what was sent, and those that tell which amounts a target takes. */
export const withdrawalRoles = { seen: 'seen', earlier: 'earlier', smaller: 'smaller', same: 'same', greater: 'greater' } as const
