import type { Client } from '../client/client.ts'
import { commonAgents } from '../client/user-agents.ts'
import { decodedText } from '../evidence/body.ts'
import { classify, isTurnedDown } from '../evidence/classification.ts'
import { clockSkew } from '../evidence/clock-skew.ts'
import { isAlike } from '../evidence/refusal-form.ts'
import { isThrottled } from '../evidence/throttled-answers.ts'
import { type Exchange, endOf, headerValue, withHeaders } from '../exchange.ts'
import { type Amounts, builtAs } from '../money/distinction.ts'
import { isLocal } from '../target.ts'
import { againRole, asItWasRoles, clientRoles, targetClockRole } from './roles.ts'
import { keepOfRight, type Recorder, type Step } from './steps.ts'

/** Where the clocks differ, sends a refused right request once more with the target's time: that tells whether the clock is the reason. */
export async function explainByClock(recorder: Recorder, control: Exchange, right: Step['build']): Promise<void> {
  const { operation } = recorder
  if (operation.authentication.kind !== 'signed' || !isTurnedDown(operation, control)) return
  if (Math.abs(clockSkew([control])) >= leastSkew) await recorder.send(targetClockStep(control, right))
}

/**
 * Sends a right request that was refused once more with a slightly earlier time, if the target's clock may be behind by less than its `Date`
 * proves. If that is accepted, all times of the run are set back and the request is repeated; so it is if they were set back while it was
 * under way. `before` is how far they were set back when it was sent.
 */
export async function setBackByClock(
  recorder: Recorder,
  client: Client,
  { control, before }: { readonly control: Exchange; readonly before: number },
  step: Step,
): Promise<Exchange> {
  const { operation } = recorder
  if (operation.authentication.kind !== 'signed' || !isTurnedDown(operation, control)) return control
  if (client.back() !== before) return recorder.send(step)
  const isTried = isLocal(client.target, operation) || speaksOfTime(control)
  const back = before === 0 && isTried ? mostBehind(control) : 0
  if (back <= 0) return control
  const reserveTime = () => client.clock.now() - back
  const tried = await recorder.send({ role: targetClockRole, build: () => step.build({ ...client, reserveTime }) })
  if (classify(operation, tried) !== 'accepted') return control
  client.setBack(back)
  return recorder.send(step)
}

/** A right request that was refused: how far its time was set back, in milliseconds, and what a withdrawal asked for. */
export interface RefusedTry {
  readonly refused: Exchange
  readonly back: number
  readonly amounts: Amounts
}

/** How long after one try the other is made, in milliseconds: a target that rounds times to seconds may refuse those of one half alone. */
const halfSecond = 500

/** True if a right request that was refused is accepted just as it was: then its time, text or amount was not the reason. */
export async function isTakenAsItWas(recorder: Recorder, client: Client, tried: RefusedTry, right: Step['build']): Promise<boolean> {
  const reserveTime = () => client.clock.now() - tried.back
  const build: Step['build'] = () => builtAs(client.amounts, tried.amounts, () => right({ ...client, reserveTime }))
  for (const role of [asItWasRoles.atOnce, asItWasRoles.later]) {
    if (role === asItWasRoles.later) await client.pause(halfSecond)
    const again = await recorder.send({ role, build, keep: keepOfRight, client: tried.refused.id })
    if (classify(recorder.operation, again) === 'accepted') continue
    // Refused for what is known by now, it is no right request of the probe.
    recorder.forget(role)
    return false
  }
  return true
}

/** True if a refusal mentions the time: away from this machine, no further withdrawal is sent for any other reason. */
function speaksOfTime({ response }: Exchange): boolean {
  return response !== undefined && response.body.length <= 10_000 && wording.test(decodedText(response))
}

const wording = /time|clock|expir|stale|future|nonce|زمان/i

/**
 * How far the target's clock may be behind ours, in milliseconds, by the `Date` of an answer, which is cut to the second; zero if a larger
 * difference is proven.
 */
function mostBehind(control: Exchange): number {
  if (clockSkew([control]) <= -leastSkew) return 0
  const date = Date.parse(headerValue(control.response?.headers ?? [], 'date') ?? '')
  const known = Number.isNaN(date) ? leastSkew : Math.ceil(endOf(control) - date)
  // A target that compares whole seconds takes none of the present one.
  return known <= 0 ? 0 : Math.min(2 * leastSkew, Math.max(leastSkew, known))
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

/** How long to leave a target alone that may have been asked too fast, in milliseconds: most limits count per second. */
const moment = 1000

/**
 * Sends a right read that was refused once more and, if it is again, under the names of common clients: a gateway may turn away those that it
 * does not know. If the request before it was answered differently, it may have come too fast, so it is repeated a moment later.
 */
export async function tryOtherClients(recorder: Recorder, client: Client, control: Exchange, right: Step['build']): Promise<void> {
  const { operation } = recorder
  const isRefused = (exchange: Exchange) => classify(operation, exchange) === 'refused' && (exchange.response?.status ?? 0) < 500
  if (operation.movesMoney || !isRefused(control)) return
  const [, commandLine, browser] = clientRoles
  if (isThrottled(control) && isNewAnswer(recorder, control)) await client.pause(moment)
  if (isRefused(await recorder.send(clientStep(againRole, control, right))))
    await recorder.sendAll([commandLine, browser].map((role) => clientStep(role, control, right)))
}

/** True for an answer that differs from the answer to an earlier request. */
function isNewAnswer({ sent }: Recorder, { role, response: own }: Exchange): boolean {
  return [...sent.values()].some((other) => other.role !== role && own && other.response && !isAlike(own, other.response))
}

/** The right request as one of these clients sends it; the first and the last are the one that was refused. */
export function clientStep(role: (typeof clientRoles)[number], refused: Exchange, right: Step['build']): Step {
  const own = headerValue(refused.request.headers, 'user-agent')
  const name = [own, ...commonAgents, own][clientRoles.indexOf(role)] ?? ''
  return { role, keep: keepOfRight, build: (client) => withHeaders(right(client), [['user-agent', name]]) }
}
