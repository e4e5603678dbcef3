import type { Contract } from '../../contracts/contract.ts'
import { credentialText, type SchemeOperation } from '../../engine/request.ts'
import type { Seed } from '../../engine/seed.ts'
import { otherThan } from '../../engine/value-alterations.ts'
import { presenting, type WrongCredential } from './wrong-credential.ts'

/** The right credential under another scheme's name, as that scheme encodes it, or under none. */
export function wrongSchemes(contract: Contract, operation: SchemeOperation): WrongCredential[] {
  const { header, scheme } = operation.authentication
  const sent = (role: string, title: string, text: (value: string, seed: Seed) => string): WrongCredential => ({
    ...presenting(operation, role, 'scheme', title, (value, seed) => ({ headers: [[header, text(value, seed)]] })),
    whenDenied: role,
  })
  const basic = (role: string, title: string, pair: (value: string, seed: Seed) => string): WrongCredential => ({
    ...sent(role, title, (value, seed) => `Basic ${Buffer.from(pair(value, seed)).toString('base64')}`),
    isExtended: true,
  })
  return [
    ...otherSchemes(contract, scheme).map((name) =>
      sent(`scheme-${name.toLowerCase()}`, `with the right credential under the scheme ${name}`, (value) => credentialText(name, value)),
    ),
    {
      ...sent('scheme-rare', 'with the right credential under the scheme of another service', (value, seed) =>
        credentialText(seed.pick(`${operation.id}.credential.scheme`, rareSchemesBut(scheme)), value),
      ),
      isExtended: true,
    },
    ...(casesOf(scheme).length === 0
      ? []
      : [
          {
            ...presenting(operation, 'scheme-recased', 'value', 'with another value, its scheme in another case', (value, seed) => ({
              headers: [
                [header, credentialText(seed.pick(`${operation.id}.credential.case`, casesOf(scheme)), otherThan(value, seed, 'recased'))],
              ],
            })),
            isExtended: true as const,
          },
        ]),
    basic('basic-pair', 'with the right credential as the user and the password of Basic', (value) => `${value}:${value}`),
    basic('basic-alone', 'with the right credential as all of Basic, or as its user without a password', (value, seed) =>
      seed.pick(`${operation.id}.credential.basic`, [value, `${value}:`]),
    ),
    ...(scheme ? [sent('bare', 'with the right credential without its scheme', (value) => value)] : []),
    ...(scheme ? [sent('no-space', 'with no space between scheme and credential', (value) => scheme + value)] : []),
    ...(scheme
      ? [{ ...sent('colon', 'with a colon behind its scheme', (value) => `${scheme}: ${value}`), isExtended: true as const }]
      : []),
  ]
}

/** The scheme in other cases, the likeliest more often: a server may look for it again there, and at nothing else. */
function casesOf(scheme: string): string[] {
  const lower = scheme.toLowerCase()
  return [lower, lower, scheme.toUpperCase()].filter((other) => other !== scheme)
}

/** One of these, as the seed chooses, those that are more common more often: what is lax about any scheme is found out by the others. */
export const rareSchemes = ['JWT', 'JWT', 'OAuth', 'OAuth', 'Digest', 'Digest', 'Key', 'Session', 'DPoP', 'MAC', 'PrivateToken'] as const

function rareSchemesBut(scheme: string): string[] {
  return rareSchemes.filter((name) => name.toLowerCase() !== scheme.toLowerCase())
}

/** The names of schemes that are not an operation's own. */
export function otherSchemes({ operations }: Contract, scheme: string): string[] {
  const declared = operations.flatMap(({ authentication }) => (authentication.kind === 'scheme' ? [authentication.scheme] : []))
  return [...new Set([...declared, 'Basic', 'ApiKey'])].filter((name) => name !== '' && name.toLowerCase() !== scheme.toLowerCase())
}
