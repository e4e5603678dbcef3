import type { Contract, Operation, RequestField } from '../../contracts/contract.ts'
import { isAmount, queryParameters, requestFields } from '../../contracts/fields.ts'
import { mayLeadTo } from '../../contracts/lenient-path.ts'
import { isReading } from '../../contracts/operation-kinds.ts'
import { isNumeric } from '../../contracts/schemas/schema-parts.ts'
import { isObject } from '../../text/json/pointer.ts'
import { scanJson } from '../../text/json/scan.ts'
import type { SentRequest } from '../exchange.ts'
import { ordinaryInputs } from '../probes/request.ts'
import { addressOf, isLocal, isPermitted, type Target } from '../target.ts'
import { compareDecimals, isDecimal } from './decimal-arithmetic.ts'

/**
 * Why a request of an operation may not be sent to a target; undefined if it may. This is the only guard of money: the client asks it
 * about every request, and a probe may ask it first, to leave out what is forbidden. On this machine everything may be sent.
 */
export function forbidden(operation: Operation, target: Target, request: SentRequest): string | undefined {
  const base = target.bases[operation.base]
  if (base === undefined || !URL.canParse(request.url)) return `there is no address for ${operation.id}`
  if (new URL(request.url).origin !== new URL(base).origin)
    return `its address ${new URL(request.url).origin} is not the configured one, ${new URL(base).origin}`
  if (!operation.movesMoney || isLocal(target, operation) || asksNothing(request, base)) return undefined
  if (operation.unguarded) return unguardedReason
  if (!isPermitted(target, operation)) return notPermitted
  const wrong = foreign(operation, target, request)
  return wrong && `away from this machine a withdrawal carries only what is configured, and ${wrong}`
}

/** Why a request of an operation that moves no money may be taken, by its address or a header, for one of an operation that does. */
export function disguised({ operations }: Contract, operation: Operation, target: Target, request: SentRequest): string | undefined {
  if (operation.movesMoney || isLocal(target, operation)) return undefined
  if (isReading.test(operation.method) && request.body === undefined) return undefined
  const { origin, pathname } = new URL(request.url)
  const named = request.headers.flatMap(([, value]) => (value.includes('/') ? pathOf(value, origin) : []))
  const other = operations.find((each) => {
    const address = each.movesMoney && target.bases[each.base] !== undefined ? new URL(addressOf(target, each)) : undefined
    return address?.origin === origin && [pathname, ...named].some((path) => mayLeadTo(path, address.pathname))
  })
  return other && `a server may take it for ${other.id}, which moves money: it is asked on this machine only`
}

function pathOf(value: string, origin: string): string[] {
  return URL.canParse(value, origin) ? [new URL(value, origin).pathname] : []
}

export const onlyConfigured = 'Away from loopback a withdrawal carries only what is configured.'

/** Why a body may not hold another value than the configured one; undefined if it may. */
export function keepsConfigured(operation: Operation, target: Target): string | undefined {
  return operation.movesMoney && !isLocal(target, operation) ? onlyConfigured : undefined
}

/** Why a probe leaves out a request, which is built only if not everything may be sent. */
export function omittedFor(operation: Operation, target: Target, build: () => SentRequest): string | undefined {
  const reason = keepsConfigured(operation, target)
  return reason && forbidden(operation, target, build()) && reason
}

const notPermitted = 'it moves money away from this machine: allow it with --allow-withdrawals, or leave it out with --operations'

export const unguardedReason =
  'it may move money (`x-money: false` in its overlay says that it does not, unless it is signed), and what it carries is not the configured wallet, token, chain and amount, and nothing but what settings say: it is asked on this machine only'

/** A bare GET of the base address is what a browser does, and moves nothing. */
function asksNothing({ method, url, headers, body }: SentRequest, base: string): boolean {
  return method === 'GET' && body === undefined && headers.length === 0 && url === base
}

/** What a request carries that is not configured, in words that complete "and …". */
function foreign(operation: Operation, target: Target, request: SentRequest): string | undefined {
  if (request.headers.some(([name]) => name.toLowerCase() === 'content-encoding')) return 'its body is encoded'
  return foreignInBody(operation, target, request) ?? foreignInAddress(operation, target, request)
}

function foreignInBody(operation: Operation, target: Target, { body }: SentRequest): string | undefined {
  if (!operation.body) return body ? 'it has none of its body' : undefined
  const members = soundMembers(body)
  if (!members) return 'its body is not the configured one'
  const { fields } = operation.body
  const unknown = Object.keys(members).find((name) => fields.every((field) => field.name !== name))
  if (unknown !== undefined) return `its body has a member that the document does not know`
  const ordinary = ordinaryInputs(operation, target)
  const guarded = fields.filter((field) => 'setting' in field.value)
  const other = guarded.find((field) => !isAllowed(isAmount(operation, field), configured(field, target, ordinary), members[field.name]))
  return other && `its ${other.name} is another one`
}

/** True if a field holds the configured value; an amount may also be smaller, or written differently. */
function isAllowed(amount: boolean, expected: unknown, found: unknown): boolean {
  if (JSON.stringify(expected) === JSON.stringify(found)) return expected !== undefined
  if (!amount || typeof expected !== typeof found) return false
  const [most, given] = [String(expected), String(found)]
  return isDecimal(most) && isDecimal(given) && compareDecimals(given, most) <= 0
}

/** The configured value of a field, even while ordinary requests use another. */
function configured({ name, value, schema }: RequestField, { settings }: Target, ordinary: Readonly<Record<string, unknown>>): unknown {
  if (!('setting' in value)) return ordinary[name]
  const text = settings[value.setting]
  return isNumeric(schema) && text !== undefined ? Number(text) : text
}

/** The members of a body; undefined if readers could understand it differently (duplicate keys, inexact numbers). */
function soundMembers(body: Buffer | undefined): Readonly<Record<string, unknown>> | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body ?? Buffer.alloc(0))
    const value: unknown = JSON.parse(text)
    const { duplicateKeys, largeNumbers } = scanJson(text)
    const isSound = duplicateKeys.length === 0 && largeNumbers.length === 0
    return isSound && isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Which fields of the body the address or a header repeats with another value, in words. */
function foreignInAddress(operation: Operation, target: Target, { url, headers }: SentRequest): string | undefined {
  const ordinary = ordinaryInputs(operation, target)
  const differs = (name: string, given: string) => given !== String(ordinary[name])
  const asked = [...new URL(url).searchParams]
  const fields = requestFields(operation).filter(({ value }) => 'setting' in value)
  const inQuery = [...fields, ...queryParameters(operation)]
  const [site] = [
    ...inQuery.filter(({ name }) => asked.some(([given, value]) => given.toLowerCase() === name.toLowerCase() && differs(name, value))),
    ...operation.parameters.filter(({ name, in: place }) => {
      if (place === 'path') return !url.includes(encodeURIComponent(String(ordinary[name])))
      return place === 'header' && headers.some(([given, value]) => given.toLowerCase() === name.toLowerCase() && differs(name, value))
    }),
  ]
  return site && `its ${site.name} is another one`
}
