import { UsageError } from '../language/usage-error.ts'

/** The document, or an overlay of it, cannot be read, changed, resolved or derived from; the message says where and why. */
export class DocumentError extends UsageError {}
