import type { Exchange } from '../exchange.ts'

/** Decides whether a request is asked once more, within bounds. */
export interface Tries {
  /** `later`: the target asked to come again, and there is time for that. */
  again(exchange: Exchange, later: boolean): boolean
}

const mostLater = 16
const mostFailures = 3

/** The tries of one request. */
export function createTries(): Tries {
  let [laters, failures] = [0, 0]
  return {
    again: ({ failure }, later) => {
      if (later) {
        laters += 1
        return laters <= mostLater
      }
      if (failure?.kind !== 'reset') return false
      failures += 1
      return failures <= mostFailures
    },
  }
}
