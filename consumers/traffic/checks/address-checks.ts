import type { Operation } from '../../../contracts/contract.ts'
import type { Finding } from '../../../engine/judging/outcome.ts'
import { type Addressed, type NearMiss, originOf, pathOf } from '../address.ts'
import { type ConsumerCheck, noFindings, sequenceCheck } from '../consumer-check.ts'
import type { Sent } from '../sent-request.ts'

export function addressChecks(operation: Operation): ConsumerCheck[] {
  const { path, method, base } = operation
  return [
    addressCheck(operation, 'path', `It goes to ${path}`, (address, { url }) =>
      address.kind === 'near' ? { at: 'path', expected: path, actual: `${pathOf(url)} (${misses[address.miss]})` } : undefined,
    ),
    addressCheck(operation, 'method', `It is a ${method}`, (address, request) =>
      address.kind === 'method' ? { at: 'method', expected: method, actual: request.method } : undefined,
    ),
    addressCheck(operation, 'base', `It goes to the ${base} address`, (address, { url }) =>
      address.kind === 'base' ? { at: 'host', expected: `the ${base} address`, actual: originOf(url) } : undefined,
    ),
  ]
}

type AddressFault = (address: Addressed, request: Sent['exchange']['request']) => Finding | undefined

/** A request that misses its address is judged as well, so these look at more than those that are wholly an operation's. */
function addressCheck(operation: Operation, name: string, title: string, faultOf: AddressFault): ConsumerCheck {
  return sequenceCheck(operation, `sends.${name}`, title, () => ({
    see: ({ address, exchange: { request } }) => {
      const fault = faultOf(address, request)
      return fault ? [fault] : noFindings
    },
  }))
}

const misses: Readonly<Record<NearMiss, string>> = {
  case: 'in another case',
  slash: 'with other slashes',
  encoding: 'percent-encoded',
  separator: 'with other hyphens or underscores',
  version: 'with another version segment',
  prefix: 'with something before it, or missing there',
  letters: 'misspelt',
}
