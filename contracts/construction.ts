/** How a signature is made: HMAC with `hash`, keyed with `key`, over `parts` joined by `separator`. */
export interface Construction {
  readonly hash: string
  readonly encoding: 'hex' | 'base64' | 'base64url'
  readonly key: string
  readonly separator: string
  readonly parts: readonly SignedPart[]
}

/** One part of the canonical string, and where its value stands: a header, a setting or a field of the body. */
export interface SignedPart {
  readonly name: string
  readonly kind?: 'decimal' | 'symbol' | 'address'
  /** The field is no string: the text that JSON has for it is signed. */
  readonly json?: true
  /** It is the timestamp, in this unit. */
  readonly unit?: 'milliseconds' | 'seconds'
  readonly header?: string
  readonly setting?: string
  readonly body?: string
}

/** The time that a signed request carries. */
export interface SignedTime {
  readonly header: string
  readonly unit: 'milliseconds' | 'seconds'
  readonly clause: string
  /** How old it may be, in seconds; open where it is left out. */
  readonly skew?: number
  /** What comes of an accepted request that is sent again; open where it is left out. */
  readonly replay?: 'refused'
}
