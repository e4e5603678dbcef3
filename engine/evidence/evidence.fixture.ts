import type { Operation } from '../../contracts/contract.ts'
import { contract } from '../../contracts/generated/contract.ts'
import { isSigned, type PagedOperation, type SignedOperation } from '../../contracts/operation-kinds.ts'
import { defined } from '../../language/defined.ts'
import { providerSettings } from '../../provider/reference-settings.ts'
import type { Exchange, Headers, ReceivedResponse } from '../exchange.ts'
import type { Probe } from '../probes/probe.ts'
import type { Target } from '../target.ts'
import type { Evidence } from './evidence.ts'

/** The first operation that lists records behind a credential, without pages. */
export const listing = found(({ authentication, pagination }) => authentication.kind === 'scheme' && !pagination)

export const paged = found(({ pagination }) => pagination !== undefined) as PagedOperation

export const signed = found(isSigned) as SignedOperation

/** A target on this machine with a value for every setting. */
export const target: Target = {
  name: 'fixture',
  bases: Object.fromEntries(contract.bases.map((base) => [base, 'http://127.0.0.1:1'])),
  settings: providerSettings(contract),
  operations: contract.operations.map(({ id }) => id),
  allowWithdrawals: false,
}

/** A response; a body that is no text is written as JSON. */
export function response(status: number, body: unknown, headers: Headers = [['content-type', 'application/json']]): ReceivedResponse {
  const text = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
  return { status, headers, body: Buffer.from(text), truncated: false }
}

export function exchange(operation: Operation, role: string, received?: ReceivedResponse, body?: unknown): Exchange {
  return {
    id: `probe/${role}`,
    probe: 'probe',
    role,
    operation: operation.id,
    request: defined({
      method: operation.method,
      url: 'http://127.0.0.1:1/',
      headers: [],
      body: body === undefined ? undefined : Buffer.from(JSON.stringify(body)),
    }),
    ...(received ? { response: received } : { failure: { kind: 'reset', message: 'the connection broke' } }),
    startedAt: 0,
    durationMs: 1,
    repeats: 0,
  }
}

/** A probe that sends nothing; its right requests are the controls and those of any other role that is not wrong. */
export function idleProbe(operation: Operation): Probe {
  return {
    id: 'probe',
    operation,
    phase: 'judging',
    isRight: (role) => !role.startsWith('wrong'),
    cost: () => ({ requests: 0, signed: 0, registers: 0, mayRegister: 0, chain: 0 }),
    recipe: () => undefined,
    run: async () => undefined,
  }
}

/** What a probe recorded, or one that sends nothing. */
export function evidenceOf(
  of: Operation | Probe,
  exchanges: readonly Exchange[],
  leftOut: Readonly<Record<string, string>> = {},
): Evidence {
  const probe = 'phase' in of ? of : idleProbe(of)
  return {
    probe,
    operation: probe.operation,
    exchanges: new Map(exchanges.map((each) => [each.role, each])),
    leftOut: new Map(Object.entries(leftOut)),
  }
}

function found(isWanted: (operation: Operation) => boolean): Operation {
  const operation = contract.operations.find(isWanted)
  if (!operation) throw new Error('the contract has no such operation')
  return operation
}
