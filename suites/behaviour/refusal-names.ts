/** The names of the observations of refusals, which stand behind the operation's id. */
export const refusalNames = { status: 'refusals.status', body: 'refusals.body' } as const
