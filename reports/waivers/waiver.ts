/** A known failure that is accepted for a time: why, by whom, and until when (YYYY-MM-DD, the last day). */
export interface Waiver {
  readonly check: string
  readonly reason: string
  readonly owner: string
  readonly expires: string
}
