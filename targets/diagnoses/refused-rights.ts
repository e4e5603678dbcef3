import type { Diagnosis } from '../../engine/diagnosis.ts'
import { shortened } from '../../engine/evidence/excerpt.ts'
import { headerValue, isWebPage } from '../../engine/exchange.ts'
import type { Control, Examined } from '../examined.ts'
import { malformedDiagnoses, variablesOf } from './wrong-settings.ts'

/** Why right requests were not accepted: one sentence for all of them where they were all refused alike. */
export function refusalDiagnoses(examined: Examined, controls: readonly Control[]): Diagnosis[] {
  const refused = controls.filter(({ accepted }) => !accepted)
  if (refused.length === 0) return []
  const malformed = malformedDiagnoses(examined.contract, examined.target)
  const explained = refused.map((control) => refusal(examined, control, swappable(examined, refused)))
  const [words = '', ...others] = new Set(refused.map(described))
  const alike = others.length === 0 && explained.every(({ id }) => id === 'refused')
  if (!alike || controls.length === 1 || refused.length < controls.length) return [...malformed, ...explained]
  const status = refused[0]?.exchange.response.status ?? 0
  const problem = `Every operation ${words}.`
  return [...malformed, { id: 'refused', about: examined.target.name, problem, remedy: remedy(examined, refused, status) }]
}

function refusal(examined: Examined, control: Control, swapped: string): Diagnosis {
  const { operation, exchange } = control
  const { id: about } = operation
  const { status } = exchange.response
  const instead = examined.acceptedInstead?.(operation, examined.exchanges) ?? []
  if (instead.length > 0) {
    const problem = `${about} refuses the right signature with ${status} and accepts a wrong one: ${listed(instead)}.`
    return {
      id: 'signature',
      about,
      problem,
      remedy: 'Assay signs as its published vectors do (`assay vectors`), so it is the target that has to be mended.',
    }
  }
  return {
    id: 'refused',
    about,
    problem: `${about} ${described(control)}.`,
    remedy: `${remedy(examined, [control], status)}${status === 401 ? swapped : ''}`,
  }
}

/** Where several operations that take one credential each are refused, it may be each other's. */
function swappable({ contract, target }: Examined, refused: readonly Control[]): string {
  const single = refused.filter(({ operation, exchange }) => operation.authentication.kind === 'scheme' && exchange.response.status === 401)
  const names = variablesOf(
    contract,
    target,
    single.map(({ operation }) => operation),
    true,
  )
  return names.length > 1 ? ` See whether ${names.join(' and ')} are swapped.` : ''
}

function described(control: Control): string {
  const { status, headers } = control.exchange.response
  const location = headerValue(headers, 'location')
  const moved = movedTo(control)
  if (moved) return `is redirected to ${shortened(moved)} (${status}), which is not followed`
  if (isRedirect(status)) {
    const [place, query] = (location ?? '').split('?', 2)
    const to = place && ` to ${shortened(place)}${query === undefined ? '' : '?…'}`
    return `answers with a redirect (${status}${to}), which is not followed${leadsToLogin(control) ? ': a login may stand before it' : ''}`
  }
  if (status === 404)
    return `answers a right request with 404, not found${isWebPage(control.exchange.response) ? `, and a web page${titleOf(control)}` : ''}`
  if (isWebPage(control.exchange.response))
    return `answers with a web page (${status}${titleOf(control)}): a gateway or a login may stand before it`
  if (status >= 500) return `fails at a right request with ${status}`
  if (status >= 200 && status <= 299) return `answers a right request with ${status}, and with nothing that could be its payload`
  return `refuses a right request with ${status}: the settings may be wrong, or the target is`
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

/** What a web page calls itself tells who answers. */
function titleOf({ exchange }: Control): string {
  const [, title = ''] = /<title\b[^<>]{0,200}>([^<]{1,500})/i.exec(exchange.response.body.toString('utf8', 0, 10_000)) ?? []
  const words = title.trim().replace(/\s+/g, ' ')
  return words && `, ${JSON.stringify(shortened(words))}`
}

function remedy({ contract, target }: Examined, refused: readonly Control[], status: number): string {
  const operations = refused.map(({ operation }) => operation)
  const isTimed = refused.some(({ operation, exchange }) => {
    return operation.authentication.kind === 'signed' && !headerValue(exchange.response.headers, 'date')
  })
  const clock = isTimed ? ', and at the clock of this machine: the target does not tell its own time' : ''
  const secrets = variablesOf(contract, target, operations, true).join(', ')
  const asked = variablesOf(contract, target, operations, false).join(', ')
  const addresses = [...new Set(operations.map(({ base }) => target.bases[base]))].join(' and ')
  const moved = new Set(refused.map(movedTo))
  const [instead] = moved
  if (instead && moved.size === 1) return `Set the address to ${shortened(instead)}.`
  const seen = `Open ${addresses} in a browser to see what stands there${secrets && `, then look at ${secrets}`}.`
  if (refused.every(leadsToLogin)) return seen
  if (status === 404 || status === 405 || isRedirect(status))
    return `Look at the address ${addresses}: at its scheme, and at its path prefix.`
  if (status >= 500) return "Look at the target's own log."
  if (refused.every(({ exchange }) => isWebPage(exchange.response))) return seen
  if (status === 403) return `Look at ${secrets}, and ask whether access to it was granted.`
  if ((status === 400 || status === 422) && asked) return `Look at what is asked for (${asked}), then at ${secrets || 'the target'}.`
  return secrets ? `Look at ${secrets}${clock}.` : `Look at the address ${addresses}.`
}

function isRedirect(status: number): boolean {
  return status >= 300 && status <= 399
}

function listed(texts: readonly string[]): string {
  const shown = texts.slice(0, 3).join('; ')
  return texts.length > 3 ? `${shown}; and ${texts.length - 3} more` : shown
}
