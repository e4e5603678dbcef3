/** What was given is wrong: a file, a setting, a command. The message says what, and what to do; Assay itself did not fail. */
export class UsageError extends Error {}
