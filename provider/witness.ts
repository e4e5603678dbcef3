import type { IncomingMessage } from 'node:http'
import type { Operation } from '../contracts/contract.ts'
import type { Received } from './received.ts'
import type { Reply } from './reply.ts'

/** One request and its answer, as the server saw them. */
export interface Served {
  /** Method, target and headers as they came over the wire. */
  readonly message: IncomingMessage
  readonly request: Received
  /** The operations at the port where it came in. */
  readonly operations: readonly Operation[]
  /** False if the body was longer than the server reads. */
  readonly isWhole: boolean
  readonly reply: Reply
  readonly durationMs: number
}

/** Watches a server: shown each request once it is answered, and what was no whole request. */
export interface Witness {
  readonly served: (served: Served) => void
  /** `found` says in words what came instead. */
  readonly broken: (found: string) => void
}
