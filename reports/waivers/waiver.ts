/** A failure that is known and borne for a time: why, by whom, until when (YYYY-MM-DD, the last day). */
export interface Waiver {
  readonly check: string
  readonly reason: string
  readonly owner: string
  readonly expires: string
}
