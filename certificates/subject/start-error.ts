/** A subject did not come up; the message says why. */
export class StartError extends Error {}
