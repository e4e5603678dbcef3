/** A callback before it is sent. */
export interface Notification {
  readonly method: string
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}
