/** A wrong request right after a right one, on its connection. */
export const behindRole = 'behind'

export const withoutRole = 'none'

/** Requests of an ordinary form that lack a credential, or the key of a signature: a target may refuse these in another way than a wrong value. */
export const lackingRoles = [withoutRole, 'key-id.none'] as const

/** Right withdrawals of which wrong ones reuse what was sent, and those that tell which amounts a target takes. */
export const withdrawalRoles = { seen: 'seen', earlier: 'earlier', smaller: 'smaller', same: 'same', greater: 'greater' } as const
