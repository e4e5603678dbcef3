import { setImmediate } from 'node:timers/promises'

/** How long a work of many steps may go on before others have their turn, as an interruption, in milliseconds. */
const longestTurn = 50

/** Takes all steps at once, and gives what stands at their end. */
export function resultOf<Result>(steps: Iterator<unknown, Result, undefined>): Result {
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value
}

/** The same in turns, by a clock in milliseconds; each step but the first is given what `next` gives. */
export async function resultInTurns<Result, Given>(
  steps: Iterator<unknown, Result, Given | undefined>,
  now: () => number,
  next: () => Given | undefined = () => undefined,
): Promise<Result> {
  let turn = now()
  for (let step = steps.next(); ; step = steps.next(next())) {
    if (step.done) return step.value
    if (now() - turn <= longestTurn) continue
    await setImmediate()
    turn = now()
  }
}
