import type { Contract, Operation } from '../../contracts/contract.ts'
import { credentialSettings, settingValue } from '../../contracts/needed-settings.ts'
import type { SchemeOperation } from '../../contracts/operation-kinds.ts'
import { isDenial } from '../../contracts/statuses.ts'
import { isHeaderValue } from '../../text/header-field.ts'
import { classify } from '../evidence/classification.ts'
import type { Exchange, SentRequest } from '../exchange.ts'
import { bareRequest, credentialFields } from '../probes/request.ts'
import { insteadRole } from '../probes/roles.ts'
import type { Target } from '../target.ts'

export interface OtherCredential {
  /** Unique among those of an operation. */
  readonly name: string
  readonly setting: string
  readonly owner: Operation
  /** True where its owner proves itself with nothing else. */
  readonly isWhole: boolean
}

/**
 * The single values of other operations' credentials, each once for all operations of a base that share it. The signing key is none: it is
 * never sent.
 */
export function otherCredentials(contract: Contract, { authentication }: SchemeOperation): OtherCredential[] {
  const secret = new Set(contract.settings.flatMap(({ name, secret }) => (secret ? [name] : [])))
  return contract.operations.flatMap((owner, index) => {
    const earlier = contract.operations.slice(0, index).filter(({ base }) => base === owner.base)
    const known = new Set([authentication.setting, ...earlier.flatMap(settingsSent)])
    const isWhole = owner.authentication.kind === 'scheme'
    return settingsSent(owner)
      .filter((setting) => secret.has(setting) && !known.has(setting))
      .map((setting) => ({ name: isWhole ? owner.id : `${owner.id}-${setting}`, setting, owner, isWhole }))
  })
}

export function settingsSent(operation: Operation): string[] {
  const { presented, signed } = credentialSettings(operation)
  return [...new Set([...presented, ...signed])]
}

export const sameCredential = 'Both operations have the same credential.'

/** Why values of another operation's credential may not be sent with this one; undefined where they may. */
export function whyKept(operation: Operation, other: Operation, settings: readonly string[], target: Target): string | undefined {
  const { authentication } = operation
  const values = settings.map((name) => target.settings[name])
  if (values.some((value) => !value)) return `The credential of ${other.id} is not known.`
  if (authentication.kind === 'scheme' && values.includes(target.settings[authentication.setting])) return sameCredential
  return originOf(target, operation) === originOf(target, other) ? undefined : 'A credential goes only to the origin that it belongs to.'
}

/** Why a single value may not stand where the own credential should; undefined where it may. */
export function whyNotInstead(operation: SchemeOperation, { setting, owner }: OtherCredential, target: Target): string | undefined {
  const kept = whyKept(operation, owner, [setting], target)
  return kept ?? (isHeaderValue(settingValue(target.settings, setting)) ? undefined : `No header can hold this ${setting}.`)
}

export function requestWith({ setting }: OtherCredential, operation: SchemeOperation, target: Target): SentRequest {
  return bareRequest(operation, target, { headers: credentialFields(operation.authentication, settingValue(target.settings, setting)) })
}

/** True for an answer that refuses a request because of its sender. */
export function isDenied(operation: Operation, exchange: Exchange): boolean {
  return isDenial(exchange.response?.status) && classify(operation, exchange) === 'refused'
}

/** The other credential with which an operation was asked whose own one is refused, and which it accepts. */
export function acceptedOther(contract: Contract, operation: SchemeOperation, exchanges: readonly Exchange[]): OtherCredential | undefined {
  return otherCredentials(contract, operation).find(({ name }) =>
    exchanges.some(
      (exchange) =>
        exchange.operation === operation.id && exchange.role === insteadRole(name) && classify(operation, exchange) === 'accepted',
    ),
  )
}

/** Undefined where the target has no address for it: a credential of nowhere goes nowhere. */
function originOf({ bases }: Target, { base }: Operation): string | undefined {
  return bases[base] === undefined ? undefined : new URL(bases[base]).origin
}
