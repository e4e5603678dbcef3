import type { Contract, Operation } from '../../contracts/contract.ts'
import { settingsOf, settingValue } from '../../contracts/needed-settings.ts'
import type { Client } from '../../engine/client/client.ts'
import type { Headers } from '../../engine/exchange.ts'
import { isHeaderValue } from '../../engine/header-value.ts'
import { bareRequest, credentialText, isSigned, signedHeaders, signedValues } from '../../engine/request.ts'
import type { Target } from '../../engine/target.ts'
import { defined } from '../../spec/defined.ts'
import type { SchemeOperation, WrongCredential } from './wrong-credential.ts'

/** The credentials of the other operations, and their parts: under the own scheme, and each as its owner presents it. */
export function foreignCredentials(contract: Contract, operation: SchemeOperation): WrongCredential[] {
  return contract.operations.flatMap((other, index) => {
    const earlier = contract.operations.slice(0, index).filter(({ base }) => base === other.base)
    return [...partsOf(contract, operation, other, earlier), ...wholeOf(operation, other, earlier)]
  })
}

/** Why a credential of another operation may not be sent with this one; undefined where it may. */
function whyKept(
  operation: Operation,
  other: Operation,
  settings: readonly string[],
  own: string | undefined,
): (target: Target) => string | undefined {
  return (target) => {
    const values = settings.map((name) => target.settings[name])
    if (values.some((value) => !value)) return `The credential of ${other.id} is not known.`
    if (own !== undefined && values.includes(target.settings[own])) return 'Both operations have the same credential.'
    return originOf(target, operation) === originOf(target, other) ? undefined : 'A credential goes only to the origin that it belongs to.'
  }
}

/** The headers with which another operation proves who sends it. */
function presentedBy(other: Operation, { target, ownTime }: Pick<Client, 'target' | 'ownTime'>): Headers {
  const { authentication } = other
  if (authentication.kind === 'scheme')
    return [[authentication.header, credentialText(authentication.scheme, settingValue(target.settings, authentication.setting))]]
  return isSigned(other) ? signedHeaders(other, signedValues(other, target, ownTime())) : []
}

/**
 * A single value of another operation's credential, where the own one should stand; once for all operations that share it. The signing
 * key is none: it is never sent.
 */
function partsOf(contract: Contract, operation: SchemeOperation, other: Operation, earlier: readonly Operation[]): WrongCredential[] {
  const { header, scheme, setting: own } = operation.authentication
  const shared = new Set(earlier.flatMap(settingsSent))
  const secret = new Set(contract.settings.filter((setting) => setting.secret).map(({ name }) => name))
  const settings = settingsSent(other).filter((setting) => setting !== own && secret.has(setting))
  const { length } = settings
  return settings
    .filter((setting) => !shared.has(setting))
    .map((setting) =>
      defined({
        role: length === 1 && !isSigned(other) ? `own-${other.id}` : `own-${other.id}-${setting}`,
        requirement: 'own',
        isExtended: isSigned(other) || undefined,
        title:
          length === 1 && !isSigned(other) ? `with the credential of ${other.id}` : `with the ${setting} of ${other.id} as its credential`,
        omitted: (target) =>
          whyKept(operation, other, [setting], own)(target) ??
          (isHeaderValue(settingValue(target.settings, setting)) ? undefined : `No header can hold this ${setting}.`),
        build: ({ target }) =>
          bareRequest(operation, target, { headers: [[header, credentialText(scheme, settingValue(target.settings, setting))]] }),
      }),
    )
}

/** All that another operation presents, as it does; left out where only the value would differ. */
function wholeOf(operation: SchemeOperation, other: Operation, earlier: readonly Operation[]): WrongCredential[] {
  const { header, scheme, setting: own } = operation.authentication
  const theirs = other.authentication
  const isSame = theirs.kind === 'none' || (theirs.kind === 'scheme' && theirs.header === header && theirs.scheme === scheme)
  if (isSame || other.id === operation.id || earlier.some((each) => isPresentedAlike(each, other))) return []
  // What is signed is made of the body's values too.
  const needed = theirs.kind === 'signed' ? settingsOf(other) : settingsSent(other)
  return [
    {
      role: `whole-${other.id}`,
      isExtended: true,
      requirement: 'own',
      title: `with all that proves who sends ${other.id}, as that presents it`,
      omitted: whyKept(operation, other, needed, own),
      build: (client) => bareRequest(operation, client.target, { headers: presentedBy(other, client) }),
    },
  ]
}

/** True where two operations present the very same credential; signatures differ with what is signed. */
function isPresentedAlike({ authentication: one }: Operation, { authentication: other }: Operation): boolean {
  if (one.kind !== 'scheme' || other.kind !== 'scheme') return false
  return one.header === other.header && one.scheme === other.scheme && one.setting === other.setting
}

/** The settings of which an operation sends something. */
function settingsSent({ authentication }: Operation): string[] {
  if (authentication.kind === 'scheme') return [authentication.setting]
  if (authentication.kind === 'none') return []
  const { key, signature } = authentication
  return [...new Set([key.setting, ...signature.construction.parts.flatMap(({ setting }) => setting ?? [])])]
}

/** Undefined where the target has no address for it: a credential of nowhere goes nowhere. */
function originOf({ bases }: Target, { base }: Operation): string | undefined {
  return bases[base] === undefined ? undefined : new URL(bases[base]).origin
}
