import { isTurnedDown } from './evidence/classification.ts'
import { clockSkew } from './evidence/clock-skew.ts'
import type { Exchange } from './exchange.ts'
import { targetClockRole } from './roles.ts'
import type { Recorder, Step } from './steps.ts'

/** A right request that is refused while the clocks differ is sent once at the target's own time: that tells whether it is the clock. */
export async function explainByClock(recorder: Recorder, control: Exchange, right: Step['build']): Promise<void> {
  const { operation } = recorder
  if (operation.authentication.kind !== 'signed' || !isTurnedDown(operation, control)) return
  if (Math.abs(clockSkew([control])) >= leastSkew) await recorder.send(targetClockStep(control, right))
}

/** The right request at the time that the answer to a control tells. */
export function targetClockStep(control: Exchange, right: Step['build']): Step {
  const skew = clockSkew([control])
  // A Date is cut to the second, and no timestamp may be ahead of the target's clock.
  const offset = skew > 0 ? skew : skew - 1000 - control.durationMs
  return { role: targetClockRole, build: (client) => right({ ...client, reserveTime: () => Math.floor(client.clock.now() + offset) }) }
}

/** The smallest difference of clocks that can explain a refusal, in milliseconds. */
const leastSkew = 1000
