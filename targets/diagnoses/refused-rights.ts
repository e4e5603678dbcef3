import type { Operation } from '../../contracts/contract.ts'
import { settingsOf } from '../../contracts/needed-settings.ts'
import { isSigned } from '../../contracts/operation-kinds.ts'
import { isAway, isOfWrongInput, isRedirect, isSuccessful } from '../../contracts/statuses.ts'
import type { Diagnosis } from '../../engine/diagnosis.ts'
import { classify } from '../../engine/evidence/classification.ts'
import { mostValues } from '../../engine/evidence/parsed-size.ts'
import { headerValue, isWebPage } from '../../engine/exchange.ts'
import { clientRoles } from '../../engine/probes/roles.ts'
import { keepOfFirst } from '../../engine/probes/steps.ts'
import { shortened } from '../../spec/excerpt.ts'
import type { Control, Examined } from '../examined.ts'
import { oddity } from './malformed-settings.ts'
import { swapDiagnoses } from './swapped-credentials.ts'
import { malformedDiagnoses, settingVariable, variablesOf } from './wrong-settings.ts'

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
  return [...malformed, { id: 'refused', about: examined.target.name, problem, remedy: remedy(examined, refused) }]
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
  return { id: 'refused', about, problem: `${about} ${described(control)}.`, remedy: remedy(examined, [control]) }
}

const inTurn = "Look at the target's own log, and run again with --concurrency 1: it may mix up requests that come at once."

function isTakenAgain({ exchanges }: Examined, operation: Operation): boolean {
  return exchanges.some((exchange) => {
    return exchange.operation === operation.id && exchange.role === clientRoles[0] && classify(operation, exchange) === 'accepted'
  })
}

function described(control: Control): string {
  const { response } = control.exchange
  const { status, headers, truncated } = response
  const location = headerValue(headers, 'location')
  const moved = movedTo(control)
  if (moved) return `is redirected to ${shortened(moved)} (${status}), which is not followed`
  if (isRedirect(status)) {
    const [place, query] = (location ?? '').split('?', 2)
    const to = place && ` to ${shortened(place)}${query === undefined ? '' : '?…'}`
    return `answers with a redirect (${status}${to}), which is not followed${leadsToLogin(control) ? ': a login may be in the way' : ''}`
  }
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

/** The address under which the same operation is to be asked for, where a redirect says one. */
function movedTo({ operation, exchange }: Control): string | undefined {
  const { status, headers } = exchange.response
  const to = isRedirect(status) ? URL.parse(headerValue(headers, 'location') ?? '', exchange.request.url) : null
  if (!to?.pathname.endsWith(operation.path) || exchange.request.url.startsWith(`${to.origin}${to.pathname}`)) return undefined
  return `${to.origin}${to.pathname.slice(0, -operation.path.length)}`
}

function leadsToLogin({ exchange }: Control): boolean {
  const { status, headers } = exchange.response
  return isRedirect(status) && /log-?in|sign-?in|auth|sso/i.test(headerValue(headers, 'location') ?? '')
}

/** True for what servers answer a plain request on a port of TLS: nginx, Apache, Tomcat, Go. */
function wantsTls({ exchange: { request, response } }: Control): boolean {
  const isRefused = request.url.startsWith('http:') && response.status === 400
  return isRefused && /HTTPS (server|port)|SSL-enabled server port|requires TLS/i.test(response.body.toString('utf8', 0, 10_000))
}

/** The title of a web page shows what answers. */
function titleOf({ exchange }: Control): string {
  const [, title = ''] = /<title\b[^<>]{0,200}>([^<]{1,500})/i.exec(exchange.response.body.toString('utf8', 0, 10_000)) ?? []
  const words = title.trim().replace(/\s+/g, ' ')
  return words && `, ${JSON.stringify(shortened(words))}`
}

function remedy(examined: Examined, refused: readonly [Control, ...Control[]]): string {
  const { contract, target } = examined
  const { status } = refused[0].exchange.response
  const operations = refused.map(({ operation }) => operation)
  const isTimed = refused.some(({ operation, exchange }) => isSigned(operation) && !headerValue(exchange.response.headers, 'date'))
  const clock = isTimed ? ', and the clock of this machine: the target does not tell its own time' : ''
  const secrets = variablesOf(contract, target, operations, true).join(', ')
  const asked = variablesOf(contract, target, operations, false).join(', ')
  const addresses = [...new Set(operations.map(({ base }) => target.bases[base]))].join(' and ')
  const moved = new Set(refused.map(movedTo))
  const [instead] = moved
  if (instead && moved.size === 1) return `Set the address to ${shortened(instead)}.`
  if (refused.every(wantsTls)) return `Set the address to ${addresses.replaceAll('http:', 'https:')}.`
  if (refused.every(({ exchange }) => exchange.response.truncated))
    return `Ask for less${asked && ` (${asked})`}: an answer of up to ${keepOfFirst >> 20} MB and ${mostValues.toLocaleString('en')} values is judged.`
  const seen = `Open ${addresses} in a browser to see what is there${secrets && `, then check ${secrets}`}.`
  if (refused.every(leadsToLogin)) return seen
  if (status === 404 || status === 405 || isRedirect(status))
    return `Check the address ${addresses}: its scheme and its path prefix.${doubled(refused, target)}`
  if (status === 429) return 'Ask whether a limit of this hour or day is used up, or run again later.'
  if (isAway(status)) return 'Check whether it is up and reachable, then look at its log; --wait gives it time to come up.'
  if (status >= 500) return "Look at the target's own log."
  if (refused.every(({ exchange }) => isWebPage(exchange.response))) return seen
  if (status < 300) return `Read its answer in the report: is it this service's?${secrets && ` Then check ${secrets}.`}`
  if (status === 403) return `Check ${secrets}${odd(examined, refused, secrets)}, and ask whether access was granted.`
  if (isOfWrongInput(status) && asked) return `Check what is asked for (${asked}), then ${secrets || 'the target'}.`
  if (!secrets) return `Check the address ${addresses}.`
  const check = `Check ${secrets}${clock}${odd(examined, refused, secrets)}.`
  return refused.length > 1 ? `${check} If \`assay doctor\` is let in with them, clients are locked out after few failures.` : check
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

function listed(texts: readonly string[]): string {
  const shown = texts.slice(0, 3).join('; ')
  return texts.length > 3 ? `${shown}; and ${texts.length - 3} more` : shown
}
