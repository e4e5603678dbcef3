import { settingsOf } from '../../contracts/needed-settings.ts'
import { isSigned } from '../../contracts/operation-kinds.ts'
import {
  isAbsent,
  isAway,
  isDenial,
  isOfForm,
  isOfFront,
  isOfInputs,
  isOfWrongInput,
  isRedirect,
  isSuccessful,
} from '../../contracts/statuses.ts'
import { classify } from '../../engine/evidence/classification.ts'
import { mostValues } from '../../engine/evidence/parsed-size.ts'
import { isAlike } from '../../engine/evidence/refusal-form.ts'
import { headerValue, isWebPage, type ReceivedResponse } from '../../engine/exchange.ts'
import { openingRole } from '../../engine/probes/roles.ts'
import { keepOfFirst } from '../../engine/probes/steps.ts'
import { askedBase } from '../../engine/request-target.ts'
import { shortened } from '../../text/excerpt.ts'
import type { Control, Examined } from '../examined.ts'
import { oddity } from './malformed-settings.ts'
import { namesInput, variableMissed, variablesNamed } from './named-inputs.ts'
import { beginningOf, challengeOf, isForBrowsers, isGrpc, isOfFirewall, isOfProxy, isUnrouted, ownWords } from './own-words.ts'
import { settingVariable, variablesOf } from './wrong-settings.ts'

type Refused = readonly [Control, ...Control[]]

/** What to do about right requests that were all refused alike. */
export function remedyOf(examined: Examined, refused: Refused, accepted: readonly Control[]): string {
  const { contract, target } = examined
  const { status } = refused[0].exchange.response
  const operations = refused.map(({ operation }) => operation)
  const { secrets, asked } = variablesOf(contract, target, operations)
  const addresses = [...new Set(operations.map(({ base }) => target.bases[base]))].join(' and ')
  const right = rightAddress(refused, addresses)
  if (right) return `Set the address to ${right}.`
  const areAll = (is: (response: ReceivedResponse) => boolean) => refused.every(({ exchange }) => is(exchange.response))
  if (areAll(({ truncated }) => truncated))
    return `Ask for less${asked && ` (${asked})`}: an answer of up to ${keepOfFirst >> 20} MB and ${mostValues.toLocaleString('en')} values is judged.`
  if (areAll(isOfProxy)) return 'Check HTTP_PROXY, HTTPS_PROXY and NO_PROXY, and ask whoever runs the proxy to let such requests through.'
  if (areAll(isGrpc)) return 'Set the address where it speaks HTTP with JSON: another port, or a gateway in front of it.'
  const open = `Open ${addresses} in a browser to see what is there`
  // Where others are served, or access is denied, a login stands at the right address.
  const isRightAddress = accepted.length > 0 || isDenial(status)
  const doubts = [...(isRightAddress ? [] : ['the address']), ...(secrets ? [secrets] : [])].join(', and ')
  const look = `${open}${doubts && `, then check ${doubts}`}.`
  if (areAll((response) => challengeOf(response) !== '' || isForBrowsers(response)))
    return 'Ask whoever runs it how clients of the service get past.'
  if (areAll((response) => isOfFirewall(response) && !asksPassword(response)))
    return 'Ask whoever runs it to let this machine and such requests through: the report holds the whole page, which may name a number to tell them.'
  if (refused.every(leadsToLogin)) return look
  if (refused.every(isSlashAdded)) return 'Let the target answer at the path itself: those of the source have no slash behind them.'
  const parts = `its scheme, port and path prefix.${doubled(refused, target)}`
  const prefix = `${addresses}: ${parts}`
  const isKnown = asked !== '' && refused.every((one) => isToldApart(examined, one))
  if (status === 404 && asked && (isKnown || refused.every(namesInput))) return `Check what is asked for (${asked}).`
  if (isAbsent(status) || areAll(isUnrouted)) return served(refused, accepted) ?? `Check the address ${prefix}${without(accepted)}`
  if (refused.every(leadsElsewhere)) return `${open}, and whether this machine has to log in to its network first.`
  if (isRedirect(status)) return `Check the address ${prefix}${without(accepted)}`
  if (isOfForm(status)) return 'The report shows the request, which is as the source has it: let the target take it so.'
  if (refused.every(isWebsite)) return `${open}, then check the address: ${parts}`
  if (status === 511) return `${open}, log in there, and run again.`
  const ofTarget = remedyAtTarget(status)
  if (ofTarget) return ofTarget
  if (areAll(isWebPage)) return areAll(mayBeLogin) ? look : `${open}, then check the address: ${parts}`
  const say = (words: RegExp) => areAll((response) => words.test(ownWords(response)))
  if (operations.every(({ movesMoney }) => movesMoney) && say(lacksFunds))
    return 'Fund the account that withdrawals are taken from, or ask for a smaller amount.'
  if (status === 451 || say(isOfMachine)) return 'Ask whoever runs it to let in the IP address of this machine.'
  if (secrets && say(isOfAccount))
    return `Ask whoever runs it about the account that ${secrets} ${secrets.includes(',') ? 'belong' : 'belongs'} to.`
  if (operations.every(isSigned) && say(isOfTime)) return `Compare the clocks of this machine and of the target, then check ${secrets}.`
  if (refused.every((one) => isIndifferent(examined, one) || isEcho(one)))
    return `Read its answer in the report: a mock may answer anything with it. Check the address ${prefix}`
  if (isSuccessful(status))
    return `Read its answer in the report: does it come from this service?${isOneText(refused) ? ` Check the address ${prefix}` : secrets && !isKnown ? ` Then check ${secrets}.` : ''}`
  const missed = variableMissed(examined, refused[0])
  if (missed) return `How ${missed} travels the source does not show: an overlay may say it (docs/overlays.md).`
  const named = variablesNamed(examined, refused)
  if (named && isKnown) return `Check what is asked for (${named}).`
  if (status === 403 && isKnown && operations.every(({ movesMoney }) => movesMoney))
    return `Ask whether access was granted, to the IP address of this machine too, then check what is asked for (${asked}).`
  if (asked && (isOfInputs(status) || isKnown || (status === 403 && refused.every(namesInput)))) {
    const check = `heck what is asked for (${named || asked}), then ${secrets || 'the target'}${granted(status)}.`
    return isOfWrongInput(status) && isOneText(refused) ? `Check the address ${prefix} If it is right, c${check}` : `C${check}`
  }
  return secrets ? remedyOfSecrets(examined, refused, secrets) : `Check the address ${addresses}.`
}

/** The address that would be right: the one that redirects lead to, or the same by https. */
function rightAddress(refused: Refused, addresses: string): string | undefined {
  const [moved, ...others] = new Set(refused.map(movedTo))
  if (moved && others.length === 0) return shortened(moved)
  return refused.every(wantsTls) ? addresses.replaceAll('http:', 'https:') : undefined
}

function remedyAtTarget(status: number): string | undefined {
  if (status === 429) return 'Ask whether a limit of this hour or day is used up, or run again later.'
  if (isAway(status) || isOfFront(status))
    return 'Check whether it is up and reachable, then look at its log; --wait gives it time to come up.'
  return status >= 500 ? "Look at the target's own log." : undefined
}

function remedyOfSecrets(examined: Examined, refused: Refused, secrets: string): string {
  const isTimed = refused.some(({ operation, exchange }) => isSigned(operation) && !headerValue(exchange.response.headers, 'date'))
  const clock = isTimed ? ', and the clock of this machine: the target does not tell its own time' : ''
  const remark = odd(examined, refused, secrets)
  const { status } = refused[0].exchange.response
  if (status === 403) return `Check ${secrets}${remark}${granted(status)}.`
  const check = `Check ${secrets}${clock}${remark}.`
  return refused.length > 1 ? `${check} If \`assay doctor\` is let in with them, clients are locked out after few failures.` : check
}

const lacksFunds = /insufficient|not enough|balance|funds/i
const isOfMachine = /\bIP\b/i
const isOfAccount =
  /suspend|deactivat|subscription\b.*(?:expire|ended|cancel|lapse)|\btrial\b|account \w+ (?:disabled|closed|blocked|locked|not active)/i
const isOfTime = /time-?_? ?stamp|clock|\btime\b|window|stale/i

function granted(status: number): string {
  return status === 403 ? ', and ask whether access was granted, to the IP address of this machine too' : ''
}

/** The address that a redirect leads to, where an answer is one and says it. */
function destinationOf({ request, response: { status, headers } }: Control['exchange']): URL | null {
  return isRedirect(status) ? URL.parse(headerValue(headers, 'location') ?? '', request.url) : null
}

/** The address under which the same operation is to be asked for, where a redirect says one. */
export function movedTo({ operation, exchange }: Control): string | undefined {
  const to = destinationOf(exchange)
  if (!to?.pathname.endsWith(operation.path) || exchange.request.url.startsWith(`${to.origin}${to.pathname}`)) return undefined
  return `${to.origin}${to.pathname.slice(0, -operation.path.length)}`
}

export function leadsToLogin({ exchange }: Control): boolean {
  const { status, headers } = exchange.response
  return isRedirect(status) && /log-?in|sign-?in|auth|sso/i.test(headerValue(headers, 'location') ?? '')
}

const isOfAccess = /auth|token|credential|\bkey|denied|forbidden|permission|signature/i

/** True for all operations that differ in what they ask for and present, and are told the same: it may be about none of it. */
function isOneText(refused: Refused): boolean {
  const [text, ...others] = new Set(refused.map(({ exchange }) => ownWords(exchange.response)))
  return refused.length > 2 && text !== undefined && text !== '' && others.length === 0 && !isOfAccess.test(text)
}

/** True for a redirect to another host than the one that was asked. */
function leadsElsewhere({ exchange }: Control): boolean {
  const to = destinationOf(exchange)
  return to !== null && to.host !== new URL(exchange.request.url).host
}

/** True for a redirect by which frameworks add a slash to the path that was asked for. */
export function isSlashAdded({ exchange }: Control): boolean {
  const to = destinationOf(exchange)
  return to !== null && `${to.origin}${to.pathname}` === `${exchange.request.url.split('?', 1)[0]}/`
}

/** True for a page that is given to whoever asks, and asks for no password. */
export function isWebsite({ exchange: { response } }: Control): boolean {
  return isSuccessful(response.status) && isWebPage(response) && !asksPassword(response)
}

export function mayBeLogin(response: ReceivedResponse): boolean {
  return isDenial(response.status) || asksPassword(response)
}

export function asksPassword(response: ReceivedResponse): boolean {
  return /type=["']?password|log-? ?in|sign-? ?in/i.test(beginningOf(response))
}

/** True for an answer that repeats what the request presented: a server for tests of clients. */
export function isEcho({ operation: { success }, exchange: { request, response } }: Control): boolean {
  if (!isSuccessful(response.status)) return false
  const text = beginningOf(response)
  const isOwn = ([name]: readonly [string, string]) => !name.toLowerCase().startsWith('user-') && name !== 'content-type'
  return (
    success.mediaType !== undefined && request.headers.some((header) => isOwn(header) && header[1].length > 15 && text.includes(header[1]))
  )
}

/** True if a wrong request was answered as the right one was, with a success that is no refusal. */
export function isIndifferent({ exchanges }: Examined, { operation, exchange }: Control): boolean {
  const { response } = exchange
  const wrong = exchanges.find(({ operation: id, role }) => id === operation.id && role === openingRole)?.response
  return isSuccessful(response.status) && classify(operation, exchange) !== 'refused' && wrong !== undefined && isAlike(wrong, response)
}

/** True if wrong credentials were refused, and the right ones answered otherwise: they seem to be known. */
function isToldApart({ exchanges }: Examined, { operation, exchange }: Control): boolean {
  const wrong = exchanges.find(({ operation: id, role }) => id === operation.id && role === openingRole)
  if (!wrong || classify(operation, wrong) !== 'refused') return false
  return wrong.response?.status !== exchange.response.status || classify(operation, exchange) !== 'refused'
}

/** What to do where the same address serves other operations, so that it is no wrong one. */
function served(refused: Refused, accepted: readonly Control[]): string | undefined {
  const baseAsked = ({ operation, exchange }: Control) => askedBase(operation, exchange.request.url)
  const bases = new Set(accepted.map(baseAsked))
  if (!refused.every((control) => bases.has(baseAsked(control)))) return undefined
  const ids = accepted.map(({ operation }) => operation.id)
  return `The address serves other operations: let it serve ${refused.map(({ operation: { method, path } }) => `${method} ${path}`).join(' and ')}, or leave out what it does not offer (--operations ${ids.join(',')}).`
}

/** How to judge the other operations, where they are there. */
function without(accepted: readonly Control[]): string {
  const ids = accepted.map(({ operation }) => operation.id)
  return ids.length > 0 ? ` If the target has no such operation, leave it out (--operations ${ids.join(',')}).` : ''
}

/** True for what servers answer a plain request on a port of TLS: nginx, Apache, Tomcat, Go. */
export function wantsTls({ exchange: { request, response } }: Control): boolean {
  const isRefused = request.url.startsWith('http:') && response.status === 400
  return isRefused && /HTTPS (server|port)|SSL-enabled server port|requires TLS/i.test(beginningOf(response))
}

/** What is odd about the secrets of operations, and which hold the same: the first of it. */
function odd({ contract, target }: Examined, refused: readonly Control[], named: string): string {
  const remarks = refused.flatMap(({ operation, exchange }) => {
    return settingsOf(operation).flatMap((name) => {
      const value = target.settings[name]
      const own = contract.settings.find((setting) => setting.name === name)
      if (!value || !own?.secret) return []
      const same = contract.settings.find((other) => other.name !== name && other.secret && target.settings[other.name] === value)
      const remark = oddity(value, exchange.startedAt) ?? (same && `holds the same as ${settingVariable(contract, target, same.name)}`)
      const variable = settingVariable(contract, target, name)
      return remark ? [`: ${variable === named ? 'it' : variable} ${remark}`] : []
    })
  })
  return remarks[0] ?? ''
}

/** The end of an address with which the path of an operation begins. */
function doubled(refused: readonly Control[], { bases }: Examined['target']): string {
  for (const { operation } of refused) {
    const { pathname } = new URL(bases[operation.base] ?? 'none:')
    const steps = operation.path.split('/').slice(1, -1)
    const starts = steps.map((_, index) => `/${steps.slice(0, index + 1).join('/')}`)
    const start = starts.findLast((text) => pathname.replace(/\/+$/, '').endsWith(text))
    if (start) return ` It ends in ${start}, with which the path of ${operation.id} begins.`
  }
  return ''
}
