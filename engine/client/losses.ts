/** Tells a target that loses an answer now and then, or was away for once, from one that breaks off as a rule: to ask again hides what it does. */
export interface Losses {
  /** Notes whether the answer to a right withdrawal was lost; true where that is the rule. */
  note(isLost: boolean): boolean
}

/** Losses one behind the other are one: a target that is away for a second loses all that it was asked then. */
const fewest = 4
const leastShare = 1 / 6

/** Begins with a target that has lost none. */
export function createLosses(): Losses {
  let [times, sent, wasLost] = [0, 0, false]
  return {
    note: (isLost) => {
      sent += 1
      if (isLost && !wasLost) times += 1
      wasLost = isLost
      return isLost && times >= fewest && times >= sent * leastShare
    },
  }
}
