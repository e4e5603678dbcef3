import { UsageError } from '../../language/usage-error.ts'

/** The document says something of an operation that cannot be derived from; the message says which part, and what it lacks. */
export class DerivationError extends UsageError {}
