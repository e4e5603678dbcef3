import type { Operation } from '../../contracts/contract.ts'
import { contract } from '../../contracts/generated/contract.ts'
import type { Exchange, Headers, ReceivedResponse, TransportFailure } from '../../engine/exchange.ts'
import { addressOf, type Target } from '../../engine/target.ts'
import { defined } from '../../language/defined.ts'
import { insteadOf } from '../../suites/run.ts'
import { diagnose } from '../diagnosis.ts'

export const paged = operation(({ pagination }) => pagination !== undefined)
export const signed = operation(({ authentication }) => authentication.kind === 'signed')
export const plain = operation((each) => each !== paged && each !== signed)
export const scheme = plain.authentication.kind === 'scheme' ? plain.authentication.scheme : ''
export const secretOfPlain = plain.authentication.kind === 'scheme' ? plain.authentication.setting : ''
/** When every exchange was sent, unless it says otherwise. */
export const began = Date.UTC(2026, 0, 2, 3, 4, 5)

/** A target on two hosts that are nobody's. */
export const target: Target = {
  name: 'dev',
  bases: Object.fromEntries(contract.bases.map((base) => [base, `https://${base}.example`])),
  settings: Object.fromEntries(contract.settings.map(({ name }) => [name, `value-of-${name}`])),
  operations: contract.operations.map(({ id }) => id),
  allowWithdrawals: true,
}

function operation(is: (operation: Operation) => boolean): Operation {
  const found = contract.operations.find(is)
  if (!found) throw new Error('the contract has no such operation')
  return found
}

/** How an answer departs from a bare 401. */
export interface Answer {
  readonly role?: string
  readonly status?: number
  readonly body?: unknown
  readonly headers?: Headers
  readonly truncated?: boolean
  readonly codingFault?: string
  readonly startedAt?: number
}

export function answered(
  to: Operation,
  { role = 'control', status = 401, body = { error: 'no' }, headers = [], truncated = false, codingFault, startedAt = began }: Answer,
): Exchange {
  const bytes = typeof body === 'string' || Buffer.isBuffer(body) ? Buffer.from(body) : Buffer.from(JSON.stringify(body))
  const response = defined<ReceivedResponse>({ status, headers, body: bytes, truncated, codingFault })
  return { ...bare(to, role), response, startedAt }
}

export function failed(to: Operation, kind: TransportFailure, code = ''): Exchange {
  return { ...bare(to, 'control'), failure: defined({ kind, message: kind, code }) }
}

function bare(to: Operation, role: string) {
  const request = { method: to.method, url: addressOf(target, to), headers: [] }
  return { id: `${to.id}/${role}`, probe: to.id, role, operation: to.id, request, startedAt: began, durationMs: 40, repeats: 0 }
}

export const accepted = (to: Operation): Exchange => answered(to, { status: 200, body: to.success.example })

/** What is said of exchanges, a line each. @throws if something explains no operation, or one that there is not */
export const problems = (exchanges: readonly Exchange[], at: Target = target) =>
  diagnose({ contract, target: at, exchanges, acceptedInstead: insteadOf(contract, at) }).map(({ id, problem, remedy, operations }) => {
    const isOfSome = operations.length > 0 && operations.every((named) => contract.operations.some((operation) => operation.id === named))
    if (!isOfSome) throw new Error(`${id} is said to explain ${operations.join() || 'nothing'}: ${problem}`)
    return `${id}: ${problem} ${remedy}`
  })
