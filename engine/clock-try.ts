import type { Client } from './client/client.ts'
import { classify } from './evidence/classification.ts'
import { clockSkew } from './evidence/clock-skew.ts'
import type { Exchange } from './exchange.ts'
import { targetClockRole } from './roles.ts'
import type { Recorder, Step } from './steps.ts'

/** A right request that is refused while the clocks differ is sent once at the target's own time: that tells whether it is the clock. */
export async function explainByClock(recorder: Recorder, control: Exchange, right: Step['build']): Promise<void> {
  const { operation } = recorder
  if (operation.authentication.kind !== 'signed' || classify(operation, control) !== 'refused') return
  const skew = clockSkew([control])
  if (Math.abs(skew) < leastSkew) return
  const offset = skew > 0 ? skew : skew - 1000 - control.durationMs // a Date is cut to the second: never ahead of the target
  const build = (client: Client) => right({ ...client, reserveTime: () => Math.floor(client.clock.now() + offset) })
  await recorder.send({ role: targetClockRole, build })
}

/** A smaller difference of clocks explains no refusal that people would call one of the clock, in milliseconds. */
const leastSkew = 1000
