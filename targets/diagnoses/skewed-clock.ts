import { isSigned } from '../../contracts/operation-kinds.ts'
import type { Diagnosis } from '../../engine/diagnosis.ts'
import { clockSkew, durationText, wereSet } from '../../engine/evidence/clock-skew.ts'
import { askedOrigin, type Exchange } from '../../engine/exchange.ts'
import { claimedOperations } from '../../engine/target.ts'
import type { Control, Examined } from '../examined.ts'
import { refusedAfter } from './lockout.ts'

/** Diagnoses a clock skew that makes timestamps wrong, where an operation is signed. */
export function clockDiagnoses({ contract, target, exchanges }: Examined, controls: readonly Control[]): Diagnosis[] {
  const isRefused = controls.some(({ operation, accepted }) => isSigned(operation) && !accepted)
  const signed = claimedOperations(contract, target).filter(isSigned)
  const addresses = new Set(signed.flatMap(({ base }) => target.bases[base] ?? []))
  return [...addresses].flatMap((address) => {
    const { origin, host } = new URL(address)
    const own = exchanges.filter((exchange) => askedOrigin(exchange) === origin)
    const skew = clockSkew(own) || clockSkew(refusedSinceSet(own, controls))
    if (Math.abs(skew) < (isRefused ? suspicious : tolerated)) return []
    const problem = `The clock of ${host} is at least ${durationText(Math.abs(skew))} ${skew > 0 ? 'ahead of' : 'behind'} this machine's: signed requests carry a time that it may refuse.`
    const operations = signed.filter(({ base }) => target.bases[base] === address).map(({ id }) => id)
    return [{ id: 'clock' as const, about: host, operations, problem, remedy }]
  })
}

/** Right requests that were refused after one of the clocks had been set, which agreed at first. */
function refusedSinceSet(exchanges: readonly Exchange[], controls: readonly Control[]): Exchange[] {
  return controls.flatMap((control) => {
    const after = refusedAfter(control, exchanges)
    return after && wereSet(control.exchange, after) ? [after] : []
  })
}

const remedy = 'Set both clocks by NTP; the one of this machine can be seen with `date -u`.'

/** The skew from which a service may refuse a timestamp, in milliseconds; a smaller one is reported only if it did refuse. */
const tolerated = 5000
const suspicious = 1000
