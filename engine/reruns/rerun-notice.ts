import type { ClientOptions } from '../client/client.ts'
import type { Plan } from '../plan.ts'
import type { Run } from '../run.ts'

/** Requests a second and how many at once, or as at first; and whether right ones are sent along. */
export type Pace = Pick<ClientOptions, 'concurrency' | 'rate' | 'detectsLockouts'>

export const asAtFirst = {} satisfies Pace

/** The least that a run takes at its rate, in milliseconds. */
export function leastTime({ rate }: Pace, { exchanges }: Run): number {
  return rate === undefined ? 0 : (exchanges.length / rate) * 1000
}

/** How long a run takes if it waits for nothing, and what it may register: with control requests, one withdrawal after each that is refused. */
export function expectedOf(pace: Pace, first: Run, { cost }: Plan): string {
  const oneByOne = first.exchanges.reduce((sum, { durationMs }) => sum + durationMs, 0)
  const usual = Math.max(leastTime(pace, first), pace.detectsLockouts ? 2 * oneByOne : oneByOne)
  const beside = pace.detectsLockouts ? ' beside the lockouts, which are waited out' : ''
  const withdrawals = pace.detectsLockouts ? cost.mayRegister : cost.registers
  const registering = withdrawals === 0 ? '' : ` It may register up to ${withdrawals} withdrawals more.`
  return ` It takes about ${Math.ceil(usual / 1000)} s${beside}, and stops early if it does not help.${registering}`
}

const throttled =
  'some were turned away or got no answer while others were answered, which may be a limit on how many requests the target takes'
export const leftOpen = `All requests were sent again, one at a time, because ${throttled}. That did not settle everything either.`

export const gone = 'All requests were sent again, because the target locks clients out again and again. Nothing failed any more.'

export const unexplained =
  'All requests were sent again, one at a time and then twice as at first, and no right one was turned away: nothing that the run does explains those that were.'

export function sentAgain({ concurrency, rate, detectsLockouts }: Pace, tense: 'are' | 'were'): string {
  if (concurrency === undefined) return `All requests ${tense} sent again as at first, to see whether that turns right ones away.`
  const how = detectsLockouts ? ', with a right one after each refusal' : rate === undefined ? '' : `, ${rate} a second`
  const cause = detectsLockouts ? 'right ones were turned away after wrong ones, which may be a lockout after failed requests' : throttled
  return `All requests ${tense} sent again, one at a time${how}, because ${cause}.`
}
