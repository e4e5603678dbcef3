import type { Operation } from '../../contracts/contract.ts'
import { isSigned } from '../../contracts/operation-kinds.ts'
import { isAway, isOfForm, isOfFront, isRedirect, isServerError, isSuccessful } from '../../contracts/statuses.ts'
import type { Diagnosis } from '../../engine/diagnosis.ts'
import { jsonOf } from '../../engine/evidence/body.ts'
import { classify } from '../../engine/evidence/classification.ts'
import { headerValue, isWebPage } from '../../engine/exchange.ts'
import { clientRoles } from '../../engine/probes/roles.ts'
import { claimedOperations } from '../../engine/target.ts'
import { isOtherSpelling } from '../../text/distance.ts'
import { shortened } from '../../text/excerpt.ts'
import { isObject, pointerSteps } from '../../text/json/pointer.ts'
import type { Control, Examined } from '../examined.ts'
import { challengeOf, isForBrowsers, isGrpc, isOfFirewall, isOfProxy, isUnrouted, ownWords } from './own-words.ts'
import {
  asksPassword,
  isEcho,
  isIndifferent,
  isSlashAdded,
  isWebsite,
  leadsToLogin,
  mayBeLogin,
  movedTo,
  remedyOf,
  wantsTls,
} from './remedies.ts'
import { swapDiagnoses } from './swapped-credentials.ts'
import { malformedDiagnoses, settingVariable } from './wrong-settings.ts'

/** Why right requests were not accepted, banned ones aside; one sentence for those that were refused alike. */
export function refusalDiagnoses(examined: Examined, controls: readonly Control[], banned: readonly Control[]): Diagnosis[] {
  const refused = controls.filter((control) => !control.accepted && !banned.includes(control))
  if (refused.length === 0) return []
  const swaps = swapDiagnoses(examined, refused)
  const unexplained = refused.filter((control) => !swaps.explained.has(control))
  const explained = new Map(unexplained.map((control) => [control, explanationOfOne(examined, control)]))
  const groups = [...Map.groupBy(unexplained, (control) => explained.get(control)?.problem ?? described(examined, control)).values()]
  const diagnoses = groups.flatMap((group) => {
    const [first, ...others] = group
    const own = first && explained.get(first)
    if (!first || own) return own ?? []
    const all = group.length === controls.length && others.length > 0
    return refusal(examined, [first, ...others], all ? [] : controls.filter(({ accepted }) => accepted))
  })
  return [...malformedDiagnoses(examined.contract, examined.target), ...swaps.diagnoses, ...diagnoses]
}

function refusal(examined: Examined, group: readonly [Control, ...Control[]], accepted: readonly Control[]): Diagnosis {
  const [{ operation }, ...others] = group
  const names = group.map((control) => control.operation.id)
  const isEvery = names.length === claimedOperations(examined.contract, examined.target).length
  const subject = others.length === 0 ? operation.id : isEvery ? 'Every operation' : `Each of ${names.join(' and ')}`
  const problem = `${subject} ${described(examined, group[0])}${wordsAmong(group)}.`
  const about = others.length === 0 ? operation.id : examined.target.name
  return { id: 'refused', about, problem, remedy: remedyOf(examined, group, accepted) }
}

/** What explains the refusal of one operation alone: what it accepts instead, or that it accepts the same at another time. */
function explanationOfOne(examined: Examined, { operation, exchange }: Control): Diagnosis | undefined {
  const { id: about } = operation
  const { status } = exchange.response
  const instead = examined.acceptedInstead?.(operation, examined.exchanges) ?? []
  if (instead.length > 0) {
    const [what, how] = isSigned(operation)
      ? ['signature', 'signs as its published vectors do (`assay vectors`)']
      : ['credential', 'presents it as the source says']
    const remedy = `Assay ${how}, so it is the target that has to be fixed${unless(examined, operation, instead)}.`
    const problem = `${about} refuses the right ${what} with ${status} and accepts a wrong one: ${listed(instead)}.`
    return { id: 'signature', about, problem, remedy }
  }
  if (isTakenAgain(examined, operation)) {
    const problem = `${about} refuses a right request with ${status}, and accepts the same one again: it is not the settings that are wrong.`
    return { id: 'unsteady', about, problem, remedy: inTurn }
  }
  return undefined
}

/** A setting that a wrong signature changes may itself be what is wrong. */
function unless({ contract, target }: Examined, operation: Operation, instead: readonly string[]): string {
  if (!isSigned(operation)) return ''
  const { key, signature } = operation.authentication
  const { parts } = signature.construction
  const changed = parts.find(({ name, setting }) => setting !== undefined && instead.some((text) => text.includes(name)))?.setting
  const named = [['secret', signature.construction.key] as const, ['its key', key.setting] as const]
  const name = changed ?? named.find(([words]) => instead.some((text) => text.includes(words)))?.[1]
  return name === undefined ? '' : `, unless ${settingVariable(contract, target, name)} is not written as the service gave it`
}

const inTurn = "Look at the target's own log, and run again with --concurrency 1: it may mix up requests that come at once."

function isTakenAgain({ exchanges }: Examined, operation: Operation): boolean {
  return exchanges.some((exchange) => {
    return exchange.operation === operation.id && exchange.role === clientRoles[0] && classify(operation, exchange) === 'accepted'
  })
}

function described(examined: Examined, control: Control): string {
  const { response } = control.exchange
  const { status, truncated } = response
  const moved = movedTo(control)
  if (moved) return `is redirected to ${shortened(moved)} (${status}), which is not followed`
  if (isSlashAdded(control)) return `is redirected to its own path with a slash behind it (${status}), which is not followed`
  if (isRedirect(status)) return redirected(control)
  if (wantsTls(control)) return `says to a right request that it came by http and has to come by https (${status})`
  if (isOfProxy(response)) return `is answered by a proxy on the way (${status})`
  if (isGrpc(response)) return `answers in gRPC (${status}), not in JSON`
  const page = isWebPage(response)
  const challenge = challengeOf(response)
  if (challenge) return `asks for ${challenge} credentials (${status}): a gateway may be in the way`
  const missing = isUnrouted(response) ? 'which is how the gateway of AWS says not found' : notThere.get(status)
  if (missing) return `answers a right request with ${status}, ${missing}${page ? ', and a web page' : ''}`
  if (isOfFront(status))
    return `answers a right request with ${status}: ${status === 511 ? 'a network wants a login first' : 'Cloudflare does not reach what is behind it'}`
  if (page && (isAway(status) || !isServerError(status))) return `answers with a web page (${status}): ${pageOf(control)} may be in the way`
  if (status === 429) return 'answers a right request with 429, too many requests'
  if (isServerError(status)) return `fails at a right request with ${status}${page ? ', and a web page' : ''}`
  if (isOfForm(status)) return `refuses a right request with ${status}, which is about its form and about no setting`
  if (!isSuccessful(status)) return `refuses a right request with ${status}: either the settings or the target may be wrong`
  const what = truncated ? 'more than can be judged' : isEcho(control) ? 'the request itself, as an echo' : payloadOf(control)
  return `answers a right request with ${status}, and with ${what}${isIndifferent(examined, control) ? ', and a wrong one alike' : ''}`
}

/** What there is in place of the payload: the same under another name, or nothing. */
function payloadOf({ operation: { payload }, exchange }: Control): string {
  const [name = ''] = pointerSteps(payload.envelope)
  const { value } = jsonOf(exchange.response)
  const other = isObject(value) ? Object.keys(value).find((key) => isOtherSpelling(key, name)) : undefined
  return other === undefined ? 'nothing that could be its payload' : `what may be its payload under another name, ${shortened(other)}`
}

/** What a page that stands in place of an answer may be. */
function pageOf(control: Control): string {
  const { response } = control.exchange
  if (isForBrowsers(response)) return 'a test that only browsers pass'
  if (isOfFirewall(response) && !asksPassword(response)) return 'a firewall'
  if (isWebsite(control)) return 'a website'
  if (isAway(response.status)) return 'a gateway or maintenance'
  return mayBeLogin(response) ? 'a gateway or a login' : 'a gateway'
}

const notThere: ReadonlyMap<number, string> = new Map([
  [404, 'not found'],
  [405, 'method not allowed'],
  [410, 'gone'],
  [501, 'not implemented'],
])

/** What refusals that are alike say themselves: the first few texts that differ. What redirects is told already. */
function wordsAmong(group: readonly Control[]): string {
  if (group.some((control) => isRedirect(control.exchange.response.status) || wantsTls(control) || isEcho(control))) return ''
  const texts = [...new Set(group.map(({ exchange }) => ownWords(exchange.response)))].filter(Boolean)
  return texts.length > 0 ? `; it says ${texts.slice(0, 3).join(', ')}` : ''
}

function redirected(control: Control): string {
  const { status, headers } = control.exchange.response
  const [place, query] = (headerValue(headers, 'location') ?? '').split('?', 2)
  const to = place && ` to ${shortened(place)}${query === undefined ? '' : '?…'}`
  return `answers with a redirect (${status}${to}), which is not followed${leadsToLogin(control) ? ': a login may be in the way' : ''}`
}

function listed(texts: readonly string[]): string {
  const shown = texts.slice(0, 3).join('; ')
  return texts.length > 3 ? `${shown}; and ${texts.length - 3} more` : shown
}
