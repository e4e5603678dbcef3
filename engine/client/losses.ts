/** Tells a target that loses an answer now and then from one that breaks off as a rule: to ask again hides what it does. */
export interface Losses {
  /** Notes whether the answer to a right withdrawal was lost; true where that is the rule. */
  note(isLost: boolean): boolean
}

const fewest = 6
const leastShare = 1 / 3

/** Begins with a target that has lost none. */
export function createLosses(): Losses {
  let [lost, sent] = [0, 0]
  return {
    note: (isLost) => {
      sent += 1
      if (isLost) lost += 1
      return isLost && lost >= fewest && lost >= sent * leastShare
    },
  }
}
