/** How long a target may answer only "later" before the run gives up on it, in milliseconds. A wait that it asks for is tried once. */
export const patience = 90_000
/** How many times as long as so far is waited: a limit per minute is over after four of them. */
const growth = 3
const shortest = 2000
/** How long is waited where nothing was taken yet: only few may be tried. */
const longestAtFirst = 10_000

/** How long to wait where the next "later" may cost money, after so long. */
export function costlyGuess(gone: number, wasTaken: boolean): number {
  return Math.max(wasTaken ? shortest : longestAtFirst, Math.min(growth * gone, patience - gone))
}
