import type { Exchange } from '../exchange.ts'
import { isLimited } from './retry-after.ts'

/**
 * Tells a target that refuses by "later" from one that is asked too fast: it says so to each of many wrong requests, and to no right one.
 * To send these again is in vain.
 */
export interface LaterRefusals {
  readonly areKnown: boolean
  note(answer: Pick<Exchange, 'response'>, right: boolean): void
}

const leastLater = 10
const leastRight = 2
/** Some wrong requests are in a form that a gateway, or nobody, refuses. */
const mostAnswered = 1 / 10

/** Begins with a target that is not known. */
export function createLaterRefusals(): LaterRefusals {
  const right = { later: 0, answered: 0 }
  const wrong = { later: 0, answered: 0 }
  return {
    get areKnown() {
      return wrong.answered <= wrong.later * mostAnswered && wrong.later >= leastLater && right.later === 0 && right.answered >= leastRight
    },
    note: ({ response }, isRight) => {
      if (response) (isRight ? right : wrong)[isLimited(response) ? 'later' : 'answered'] += 1
    },
  }
}
