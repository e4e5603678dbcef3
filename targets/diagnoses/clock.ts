import type { Diagnosis } from '../../engine/diagnosis.ts'
import { type Exchange, headerValue } from '../../engine/exchange.ts'
import type { Control, Examined } from '../diagnosis.ts'

/** A skew that would spoil timestamps, where an operation is signed with them. */
export function clockDiagnoses({ contract, target, exchanges }: Examined, controls: readonly Control[]): Diagnosis[] {
  const isRefused = controls.some(({ operation, accepted }) => operation.authentication.kind === 'signed' && !accepted)
  const signed = contract.operations.filter(({ id, authentication }) => authentication.kind === 'signed' && target.operations.includes(id))
  const addresses = new Set(signed.flatMap(({ base }) => target.bases[base] ?? []))
  return [...addresses].flatMap((address) => {
    const { origin, host } = new URL(address)
    const skew = clockSkew(exchanges.filter(({ request }) => new URL(request.url).origin === origin))
    if (Math.abs(skew) < (isRefused ? suspicious : tolerated)) return []
    const problem = `The clock of ${host} is at least ${duration(Math.abs(skew))} ${skew > 0 ? 'ahead of' : 'behind'} this machine's: signed requests carry a time that it may refuse.`
    return [
      { id: 'clock' as const, about: host, problem, remedy: 'Set both clocks by NTP; the one of this machine can be seen with `date -u`.' },
    ]
  })
}

/** A skew that a service may refuse, in milliseconds; a smaller one is worth a word where it did refuse. */
const tolerated = 5000
const suspicious = 1000

/**
 * How far a target's clock is ahead of ours at least, in milliseconds (below zero: behind), by the `Date` of its answers.
 * A `Date` is cut to the second and was written at some time between request and answer, so each gives a range; what all
 * ranges share is left. Zero where they agree with ours, with one another too little, or there are none.
 */
export function clockSkew(exchanges: readonly Exchange[]): number {
  const ranges = exchanges.flatMap(({ response, startedAt, durationMs }) => {
    const date = response && !headerValue(response.headers, 'age') ? Date.parse(headerValue(response.headers, 'date') ?? '') : Number.NaN
    return Number.isNaN(date) ? [] : [{ least: date - (startedAt + durationMs), most: date + 1000 - startedAt }]
  })
  if (ranges.length === 0) return 0
  const least = Math.max(...ranges.map((range) => range.least))
  const most = Math.min(...ranges.map((range) => range.most))
  if (least > most) return 0
  return least > 0 ? least : Math.min(0, most)
}

function duration(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000)
  if (seconds < 120) return `${seconds} seconds`
  return seconds < 7200 ? `${Math.floor(seconds / 60)} minutes` : `${Math.floor(seconds / 3600)} hours`
}
