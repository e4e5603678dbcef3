import type { Authentication, Contract } from '../../contracts/contract.ts'

export type Scheme = Extract<Authentication, { kind: 'scheme' }>

/** The ways to get the value of a credential wrong, as the checks name them. */
export const valueVariations = ['other-value', 'altered-case', 'truncated', 'extended', 'first-changed', 'last-changed']

/** Where a request without a credential is accepted, one elsewhere than in its header tells nothing: those are left out. */
export function everyVariation(contract: Contract, authentication: Scheme): string[] {
  return [
    'none',
    'empty',
    ...valueVariations,
    ...otherSchemes(contract, authentication.scheme).map((name) => `scheme-${name.toLowerCase()}`),
    ...(authentication.scheme ? ['bare', 'no-space'] : []),
    ...otherOwners(contract, authentication).map((id) => `own-${id}`),
  ]
}

/** The names of schemes that are not an operation's own. */
export function otherSchemes({ operations }: Contract, scheme: string): string[] {
  const declared = operations.flatMap(({ authentication }) => (authentication.kind === 'scheme' ? [authentication.scheme] : []))
  return [...new Set([...declared, 'Basic', 'ApiKey'])].filter((name) => name !== '' && name.toLowerCase() !== scheme.toLowerCase())
}

/** The operations whose scheme has another credential. */
export function otherOwners({ operations }: Contract, { setting }: Scheme): string[] {
  return operations.flatMap(({ id, authentication }) =>
    authentication.kind === 'scheme' && authentication.setting !== setting ? [id] : [],
  )
}

/** What stands where the credential should, by variation: another operation's, and, where there should be no scheme, a scheme and the credential. */
export function otherValues(
  contract: Contract,
  own: Scheme,
  settings: Readonly<Record<string, string>>,
): [variation: string, value: string][] {
  const theirs = contract.operations.flatMap(({ id, authentication }): [string, string][] =>
    authentication.kind === 'scheme' && authentication.setting !== own.setting
      ? [[`own-${id}`, settings[authentication.setting] ?? '']]
      : [],
  )
  if (own.scheme) return theirs
  const credential = settings[own.setting] ?? ''
  const named = otherSchemes(contract, own.scheme).map((name): [string, string] => [
    `scheme-${name.toLowerCase()}`,
    `${name} ${credential}`,
  ])
  return [...named, ...theirs]
}
