import type { Operation } from '../../contracts/contract.ts'
import { settingsOf } from '../../contracts/needed-settings.ts'
import { isSigned } from '../../contracts/operation-kinds.ts'
import { isAbsent, isAway, isOfForm, isOfInputs, isRedirect, isSuccessful } from '../../contracts/statuses.ts'
import { classify } from '../../engine/evidence/classification.ts'
import { mostValues } from '../../engine/evidence/parsed-size.ts'
import { isAlike } from '../../engine/evidence/refusal-form.ts'
import { headerValue, isWebPage } from '../../engine/exchange.ts'
import { openingRole } from '../../engine/probes/roles.ts'
import { keepOfFirst } from '../../engine/probes/steps.ts'
import { shortened } from '../../spec/excerpt.ts'
import type { Control, Examined } from '../examined.ts'
import { oddity } from './malformed-settings.ts'
import { challengeOf, isForBrowsers, isUnrouted } from './own-words.ts'
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
  if (refused.every(({ exchange }) => exchange.response.truncated))
    return `Ask for less${asked && ` (${asked})`}: an answer of up to ${keepOfFirst >> 20} MB and ${mostValues.toLocaleString('en')} values is judged.`
  const open = `Open ${addresses} in a browser to see what is there`
  const look = `${open}${secrets && `, then check ${secrets}`}.`
  if (refused.every(({ exchange }) => challengeOf(exchange.response) !== '' || isForBrowsers(exchange.response)))
    return 'Ask whoever runs it how clients of the service get past.'
  if (refused.every(leadsToLogin)) return look
  if (refused.every(isSlashAdded)) return 'Let the target answer at the path itself: those of the source have no slash behind them.'
  const parts = `its scheme and its path prefix.${doubled(refused, target)}`
  const prefix = `${addresses}: ${parts}`
  const isKnown = asked !== '' && refused.every((one) => isToldApart(examined, one))
  if (status === 404 && isKnown) return `Check what is asked for (${asked}).`
  if (isAbsent(status) || refused.every(({ exchange }) => isUnrouted(exchange.response)))
    return served(operations, accepted) ?? `Check the address ${prefix}${without(accepted)}`
  if (refused.every(leadsElsewhere)) return look
  if (isRedirect(status)) return `Check the address ${prefix}${without(accepted)}`
  if (isOfForm(status)) return 'The report shows the request, which is as the source has it: let the target take it so.'
  if (refused.every(isWebsite)) return `${open}, then check the address: ${parts}`
  const ofTarget = remedyAtTarget(status)
  if (ofTarget) return ofTarget
  if (refused.every(({ exchange }) => isWebPage(exchange.response))) return look
  if (refused.every((one) => isIndifferent(examined, one)))
    return `Read its answer in the report: a mock may answer anything with it. Check the address ${prefix}`
  if (isSuccessful(status))
    return `Read its answer in the report: does it come from this service?${secrets && !isKnown ? ` Then check ${secrets}.` : ''}`
  if (asked && (isOfInputs(status) || isKnown))
    return `Check what is asked for (${asked}), then ${secrets || 'the target'}${granted(status)}.`
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
  if (isAway(status)) return 'Check whether it is up and reachable, then look at its log; --wait gives it time to come up.'
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

function granted(status: number): string {
  return status === 403 ? ', and ask whether access was granted, to the IP address of this machine too' : ''
}

/** The address under which the same operation is to be asked for, where a redirect says one. */
export function movedTo({ operation, exchange }: Control): string | undefined {
  const { status, headers } = exchange.response
  const to = isRedirect(status) ? URL.parse(headerValue(headers, 'location') ?? '', exchange.request.url) : null
  if (!to?.pathname.endsWith(operation.path) || exchange.request.url.startsWith(`${to.origin}${to.pathname}`)) return undefined
  return `${to.origin}${to.pathname.slice(0, -operation.path.length)}`
}

export function leadsToLogin({ exchange }: Control): boolean {
  const { status, headers } = exchange.response
  return isRedirect(status) && /log-?in|sign-?in|auth|sso/i.test(headerValue(headers, 'location') ?? '')
}

/** True for a redirect to another host than the one that was asked. */
function leadsElsewhere({ exchange: { request, response } }: Control): boolean {
  const to = isRedirect(response.status) ? URL.parse(headerValue(response.headers, 'location') ?? '', request.url) : null
  return to !== null && to.host !== new URL(request.url).host
}

/** True for a redirect by which frameworks add a slash to the path that was asked for. */
export function isSlashAdded({ exchange: { request, response } }: Control): boolean {
  const to = isRedirect(response.status) ? URL.parse(headerValue(response.headers, 'location') ?? '', request.url) : null
  return to !== null && `${to.origin}${to.pathname}` === `${request.url.split('?', 1)[0]}/`
}

/** True for a page that is given to whoever asks, and asks for no password. */
export function isWebsite({ exchange: { response } }: Control): boolean {
  const isLogin = /type=["']?password|log-? ?in|sign-? ?in/i.test(response.body.toString('utf8', 0, 10_000))
  return isSuccessful(response.status) && isWebPage(response) && !isLogin
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
function served(refused: readonly Operation[], accepted: readonly Control[]): string | undefined {
  const bases = new Set(accepted.map(({ operation }) => operation.base))
  if (!refused.every(({ base }) => bases.has(base))) return undefined
  const ids = accepted.map(({ operation }) => operation.id)
  return `The address serves other operations: let it serve ${refused.map(({ method, path }) => `${method} ${path}`).join(' and ')}, or leave out what it does not offer (--operations ${ids.join(',')}).`
}

/** How to judge the other operations, where they are there. */
function without(accepted: readonly Control[]): string {
  const ids = accepted.map(({ operation }) => operation.id)
  return ids.length > 0 ? ` If the target has no such operation, leave it out (--operations ${ids.join(',')}).` : ''
}

/** True for what servers answer a plain request on a port of TLS: nginx, Apache, Tomcat, Go. */
export function wantsTls({ exchange: { request, response } }: Control): boolean {
  const isRefused = request.url.startsWith('http:') && response.status === 400
  return isRefused && /HTTPS (server|port)|SSL-enabled server port|requires TLS/i.test(response.body.toString('utf8', 0, 10_000))
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
