import type { Contract } from '../../contracts/contract.ts'
import { credentialText } from '../../contracts/credential-place.ts'
import type { SchemeOperation } from '../../contracts/operation-kinds.ts'
import { type Changes, credentialFields } from '../../engine/probes/request.ts'
import { likely, type Seed } from '../../engine/seed.ts'
import { likelyWord } from '../../engine/wrong-values/stand-ins.ts'
import { presenting, type WrongCredential, wordNumbers } from './wrong-credential.ts'

/** The right credential under another scheme's name, as that scheme encodes it, or under none. */
export function wrongSchemes(contract: Contract, operation: SchemeOperation): WrongCredential[] {
  return [...underOthers(contract, operation), ...recased(operation), ...asBasic(operation), ...besideItsScheme(operation)]
}

/** Makes of a credential what stands in its header. */
type Text = (value: string, seed: Seed) => string

function sent(operation: SchemeOperation, role: string, title: string, text: Text): WrongCredential {
  const { header } = operation.authentication
  const named = { role, requirement: 'scheme', title, whenDenied: role } as const
  return presenting(operation, named, (value, seed) => ({ headers: [[header, text(value, seed)]] }))
}

/** One that a quick run leaves out. */
function extended(...given: Parameters<typeof sent>): WrongCredential {
  return { ...sent(...given), isExtended: true }
}

function underOthers(contract: Contract, operation: SchemeOperation): WrongCredential[] {
  const { scheme } = operation.authentication
  const named = otherSchemes(contract, scheme).map((name) => {
    const title = `with the right credential under the scheme ${name}`
    return sent(operation, `scheme-${name.toLowerCase()}`, title, (value) => credentialText(name, value))
  })
  const rare: Text = (value, seed) => credentialText(seed.pick('credential.scheme', rareSchemesFor(contract, scheme)), value)
  return [...named, extended(operation, 'scheme-rare', 'with the right credential under the scheme of another service', rare)]
}

function recased(operation: SchemeOperation): WrongCredential[] {
  const { authentication } = operation
  const scheme = inOtherCase(authentication.scheme)
  if (scheme === authentication.scheme) return []
  const present = (value: string, seed: Seed): Changes => ({
    headers: credentialFields({ ...authentication, scheme }, likelyWord(value, seed)),
  })
  const title = 'with a word that stands for anybody, its scheme in another case'
  return [presenting(operation, { role: 'scheme-recased', requirement: 'value', title, isExtended: true }, present, wordNumbers.recased)]
}

function asBasic(operation: SchemeOperation): WrongCredential[] {
  const title = 'with the right credential as the user and the password of Basic'
  return [extended(operation, 'basic-pair', title, (value) => `Basic ${Buffer.from(`${value}:${value}`).toString('base64')}`)]
}

function besideItsScheme(operation: SchemeOperation): WrongCredential[] {
  const { scheme } = operation.authentication
  if (!scheme) return []
  return [
    sent(operation, 'bare', 'with the right credential without its scheme', (value) => value),
    sent(operation, 'no-space', 'with no space between scheme and credential', (value) => scheme + value),
    extended(operation, 'colon', 'with a colon behind its scheme', (value) => `${scheme}: ${value}`),
    extended(operation, 'equals', 'with an equals sign in the place of the space', (value) => `${scheme}=${value}`),
  ]
}

/** The scheme as servers write it that compare it in one case: one may look for it again there, and at nothing else. */
function inOtherCase(scheme: string): string {
  const lower = scheme.toLowerCase()
  return lower === scheme ? scheme.toUpperCase() : lower
}

/** One of these, as the seed chooses: what is lax about any scheme is found out by the others. */
const rareSchemes: readonly string[] = [
  ...['Basic', 'JWT', 'OAuth', 'Digest'].flatMap((name) => likely(2, name)),
  ...['Key', 'Session', 'DPoP', 'MAC', 'PrivateToken'],
]

/** Those as long as the own one, where no other is tried that is: who cuts off so many characters, whatever they are, is found out by these. */
export function rareSchemesFor(contract: Contract, scheme: string): readonly string[] {
  const others = rareSchemes.filter((name) => name.toLowerCase() !== scheme.toLowerCase())
  const asLong = others.filter(({ length }) => length === scheme.length)
  const isTried = otherSchemes(contract, scheme).some(({ length }) => length === scheme.length)
  return isTried || asLong.length === 0 ? others : asLong
}

export function otherSchemes({ operations }: Contract, scheme: string): string[] {
  const declared = operations.flatMap(({ authentication }) => (authentication.kind === 'scheme' ? [authentication.scheme] : []))
  return [...new Set([...declared, 'ApiKey'])].filter((name) => name !== '' && name.toLowerCase() !== scheme.toLowerCase())
}
