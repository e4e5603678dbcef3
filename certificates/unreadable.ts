import { UsageError } from '../spec/usage-error.ts'

/** A file is not what it should be; the message says what was expected and what was found. */
export class UnreadableFile extends UsageError {}

/** A file is made to do harm rather than to be read. */
export class HostileFile extends UnreadableFile {}
