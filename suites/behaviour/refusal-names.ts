/** The names of the observations of refusals, which stand after the operation's id. */
export const refusalNames = { status: 'refusals.status', body: 'refusals.body' } as const
