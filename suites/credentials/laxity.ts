import type { Received } from '../../provider/received.ts'

/** What a lax provider looks at: the header as given, the credential in it where the scheme is right, and what would be right. */
interface Presented {
  readonly header: string | undefined
  readonly value: string | undefined
  readonly credential: string
  readonly request: Received
  readonly settings: Readonly<Record<string, string>>
}

/** True for a credential that a lax provider takes. */
export type Accepts = (presented: Presented) => boolean

/** A way to be lax; its title completes "accepts …". */
export type Laxity = readonly [id: string, title: string, accepts: Accepts]
