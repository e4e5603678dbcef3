import { getOrInsert } from '../../../language/get-or-insert.ts'

/** How many requests of an operation that may be away are waited for. */
const mostAwaited = 4
/** For how long it may be away, in milliseconds: less where others are answered, least where it never was. */
const longestAbsence = { ofAll: 15_000, ofOne: 6000, fromTheFirst: 3000 } as const

/** An operation that may be away: since its first request was lost after the last that was answered, if one was. */
interface Absence {
  lost?: { readonly sentAt: number; readonly knownAt: number } | undefined
  /** When its last request went out that was answered. */
  answeredAt?: number
  awaited: number
  /** True once one was awaited in vain: that it gets no answer may be a rule. */
  isInVain: boolean
}

/** Tells operations that are away for some seconds, as while they are deployed, from those that leave some requests without an answer. */
export class Absences {
  readonly #known = new Map<string, Absence>()
  /** The requests that were lost since any was answered: a single one may be lost for what it is. */
  readonly #lost = new Set<object>()
  #answeredAt = Number.NEGATIVE_INFINITY

  answered(operation: string, sentAt: number): void {
    const absence = this.#of(operation)
    absence.answeredAt = Math.max(sentAt, absence.answeredAt ?? sentAt)
    absence.lost = undefined
    this.#lost.clear()
    this.#answeredAt = Math.max(this.#answeredAt, sentAt)
  }

  /** What becomes of one request of an operation, which was sent first at a time. */
  awaiting(operation: string, since: number) {
    const absence = this.#of(operation)
    const request = {}
    let isAwaited: boolean | undefined
    return {
      /** Notes that it was lost, `now` as far as anybody knows. */
      lost: (sentAt: number, now: number): void => {
        absence.lost ??= { sentAt, knownAt: now }
        this.#lost.add(request)
      },
      /** True if it is worth while to wait for it further. */
      mayGoOn: (now: number): boolean => {
        if (!absence.lost || (absence.answeredAt ?? since - 1) >= since) return false
        isAwaited ??= this.#begin(absence)
        const mayGoOn = isAwaited && now - absence.lost.sentAt < this.#longestOf(absence, absence.lost.knownAt)
        absence.isInVain ||= isAwaited && !mayGoOn
        return mayGoOn
      },
    }
  }

  #begin(absence: Absence): boolean {
    absence.awaited += 1
    return !absence.isInVain && absence.awaited <= mostAwaited
  }

  #longestOf({ answeredAt }: Absence, knownAt: number): number {
    if (this.#answeredAt <= knownAt && this.#lost.size > 1) return longestAbsence.ofAll
    return answeredAt === undefined ? longestAbsence.fromTheFirst : longestAbsence.ofOne
  }

  #of(operation: string): Absence {
    return getOrInsert(this.#known, operation, () => ({ awaited: 0, isInVain: false }))
  }
}
