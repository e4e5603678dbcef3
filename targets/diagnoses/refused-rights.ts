import type { Operation } from '../../contracts/contract.ts'
import { isSigned } from '../../contracts/operation-kinds.ts'
import { isAway, isRedirect, isSuccessful } from '../../contracts/statuses.ts'
import type { Diagnosis } from '../../engine/diagnosis.ts'
import { classify } from '../../engine/evidence/classification.ts'
import { headerValue, isWebPage } from '../../engine/exchange.ts'
import { clientRoles } from '../../engine/probes/roles.ts'
import { shortened } from '../../spec/excerpt.ts'
import type { Control, Examined } from '../examined.ts'
import { leadsToLogin, movedTo, remedyOf, wantsTls } from './remedies.ts'
import { swapDiagnoses } from './swapped-credentials.ts'
import { malformedDiagnoses } from './wrong-settings.ts'

/** Why right requests were not accepted, banned ones aside; one sentence for all if they were all refused alike. */
export function refusalDiagnoses(examined: Examined, controls: readonly Control[], banned: readonly Control[]): Diagnosis[] {
  const [first, ...others] = controls.filter((control) => !control.accepted && !banned.includes(control))
  if (!first) return []
  const refused = [first, ...others] as const
  const malformed = malformedDiagnoses(examined.contract, examined.target)
  const swaps = swapDiagnoses(examined, refused)
  const unexplained = refused.filter((control) => !swaps.explained.has(control))
  const explained = unexplained.map((control) => refusal(examined, control))
  const alike = new Set(refused.map(described)).size === 1 && explained.every(({ id }) => id === 'refused') && swaps.explained.size === 0
  if (!alike || controls.length === 1 || refused.length < controls.length) return [...malformed, ...swaps.diagnoses, ...explained]
  const problem = `Every operation ${described(first)}.`
  return [...malformed, { id: 'refused', about: examined.target.name, problem, remedy: remedyOf(examined, refused) }]
}

function refusal(examined: Examined, control: Control): Diagnosis {
  const { operation, exchange } = control
  const { id: about } = operation
  const { status } = exchange.response
  const instead = examined.acceptedInstead?.(operation, examined.exchanges) ?? []
  if (instead.length > 0) {
    const [what, remedy] = isSigned(operation)
      ? ['signature', 'Assay signs as its published vectors do (`assay vectors`), so it is the target that has to be fixed.']
      : ['credential', 'Assay presents it as the source says, so it is the target that has to be fixed.']
    const problem = `${about} refuses the right ${what} with ${status} and accepts a wrong one: ${listed(instead)}.`
    return { id: 'signature', about, problem, remedy }
  }
  if (isTakenAgain(examined, operation)) {
    const problem = `${about} refuses a right request with ${status}, and accepts the same one again: it is not the settings that are wrong.`
    return { id: 'unsteady', about, problem, remedy: inTurn }
  }
  return { id: 'refused', about, problem: `${about} ${described(control)}.`, remedy: remedyOf(examined, [control]) }
}

const inTurn = "Look at the target's own log, and run again with --concurrency 1: it may mix up requests that come at once."

function isTakenAgain({ exchanges }: Examined, operation: Operation): boolean {
  return exchanges.some((exchange) => {
    return exchange.operation === operation.id && exchange.role === clientRoles[0] && classify(operation, exchange) === 'accepted'
  })
}

function described(control: Control): string {
  const { response } = control.exchange
  const { status, truncated } = response
  const moved = movedTo(control)
  if (moved) return `is redirected to ${shortened(moved)} (${status}), which is not followed`
  if (isRedirect(status)) return redirected(control)
  if (wantsTls(control)) return `says to a right request that it came by http and has to come by https (${status})`
  if (status === 404)
    return `answers a right request with 404, not found${isWebPage(response) ? `, and a web page${titleOf(control)}` : ''}`
  if (isWebPage(response))
    return `answers with a web page (${status}${titleOf(control)}): a gateway or ${isAway(status) ? 'maintenance' : 'a login'} may be in the way`
  if (status === 429) return 'answers a right request with 429, too many requests'
  if (status >= 500) return `fails at a right request with ${status}`
  if (isSuccessful(status))
    return `answers a right request with ${status}, and with ${truncated ? 'more than can be judged' : 'nothing that could be its payload'}`
  return `refuses a right request with ${status}: either the settings or the target may be wrong`
}

function redirected(control: Control): string {
  const { status, headers } = control.exchange.response
  const [place, query] = (headerValue(headers, 'location') ?? '').split('?', 2)
  const to = place && ` to ${shortened(place)}${query === undefined ? '' : '?…'}`
  return `answers with a redirect (${status}${to}), which is not followed${leadsToLogin(control) ? ': a login may be in the way' : ''}`
}

/** The title of a web page shows what answers. */
function titleOf({ exchange }: Control): string {
  const [, title = ''] = /<title\b[^<>]{0,200}>([^<]{1,500})/i.exec(exchange.response.body.toString('utf8', 0, 10_000)) ?? []
  const words = title.trim().replace(/\s+/g, ' ')
  return words && `, ${JSON.stringify(shortened(words))}`
}

function listed(texts: readonly string[]): string {
  const shown = texts.slice(0, 3).join('; ')
  return texts.length > 3 ? `${shown}; and ${texts.length - 3} more` : shown
}
