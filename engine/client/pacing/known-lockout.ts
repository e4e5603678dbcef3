/** Whether a target locks clients out again and again, which all schedulers of a client may find out: waiting for it would take too long. */
export class KnownLockout {
  isKnown = false

  /** Notes whether a lockout was found; true once one was. */
  isNoted(isFound: boolean): boolean {
    this.isKnown ||= isFound
    return this.isKnown
  }
}
