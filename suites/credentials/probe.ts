import type { Contract, Operation } from '../../contracts/contract.ts'
import { firstChanged, lastChanged, rotated, turnedCase } from '../../engine/alteration.ts'
import { controlledProbe } from '../../engine/controlled.ts'
import type { Trial } from '../../engine/controlled-plan.ts'
import type { Headers } from '../../engine/exchange.ts'
import type { Probe } from '../../engine/probe.ts'
import { bareRequest, type Changes, credentialText, rightRequest } from '../../engine/request.ts'
import { addressOf, type Target } from '../../engine/target.ts'

/** A wrong way to present the credential of an operation. */
export interface WrongCredential {
  /** The last part of the check's id, and the probe's role. */
  readonly id: string
  /** The requirement that it tries: the part of its id after `credential.`. */
  readonly requirement: 'required' | 'value' | 'scheme' | 'place' | 'own'
  /** What is sent, in words that finish "sent with …". */
  readonly title: string
  readonly changes: (target: Target) => Changes | Omitted
}

interface Omitted {
  readonly omitted: string
}

type Scheme = Extract<Operation['authentication'], { kind: 'scheme' }>

/** Every wrong way to present the credential that the design's rule 6 names. Empty for operations without one. */
export function wrongCredentials(contract: Contract, operation: Operation): WrongCredential[] {
  const { authentication } = operation
  if (authentication.kind !== 'scheme') return []
  return [
    ...values(authentication),
    ...schemes(contract, authentication),
    ...places(authentication),
    ...others(contract, operation, authentication),
  ]
}

/** A right request, every wrong credential side by side, a right request again. */
export function credentialProbe(contract: Contract, operation: Operation): Probe {
  return controlledProbe({
    id: `${operation.id}.credential`,
    operation,
    right: ({ target }) => rightRequest(operation, target),
    stages: [{ trials: wrongCredentials(contract, operation).map((wrong) => trialOf(operation, wrong)) }],
  })
}

function trialOf(operation: Operation, { id, changes }: WrongCredential): Trial {
  return {
    role: id,
    build: ({ target }) => {
      const changed = changes(target)
      return bareRequest(operation, target, 'omitted' in changed ? {} : changed)
    },
    omitted: (target) => {
      const changed = changes(target)
      return 'omitted' in changed ? changed.omitted : undefined
    },
  }
}

function values(authentication: Scheme): WrongCredential[] {
  const { header, scheme } = authentication
  const altered = (id: string, title: string, alter: (value: string) => string): WrongCredential => ({
    id,
    requirement: 'value',
    title,
    changes: (target) => {
      const right = credentialOf(authentication, target)
      const wrong = alter(right)
      const known = Object.values(target.settings).includes(wrong)
      if (known || wrong === '') return { omitted: 'With this credential the variation is no wrong one.' }
      return { headers: [[header, credentialText(scheme, wrong)]] }
    },
  })
  return [
    { id: 'none', requirement: 'required', title: `no ${header} at all`, changes: () => ({}) },
    {
      id: 'empty',
      requirement: 'required',
      title: `an ${header} with no credential in it`,
      changes: () => ({ headers: [[header, scheme]] }),
    },
    altered('other-value', 'another value of the same length', rotated),
    altered('altered-case', 'the case of its letters turned around', turnedCase),
    altered('truncated', 'its last character cut off', (value) => value.slice(0, -1)),
    altered('extended', 'a character more at its end', (value) => `${value}0`),
    altered('first-changed', 'its first character changed', firstChanged),
    altered('last-changed', 'its last character changed', lastChanged),
  ]
}

function schemes(contract: Contract, authentication: Scheme): WrongCredential[] {
  const { header, scheme } = authentication
  const declared = contract.operations.flatMap((operation) =>
    operation.authentication.kind === 'scheme' ? [operation.authentication.scheme] : [],
  )
  const names = [...new Set([...declared, 'Basic', 'ApiKey'])].filter((name) => name !== '' && name.toLowerCase() !== scheme.toLowerCase())
  const sent = (id: string, title: string, text: (value: string) => string): WrongCredential => ({
    id,
    requirement: 'scheme',
    title,
    changes: (target) => ({ headers: [[header, text(credentialOf(authentication, target))]] }),
  })
  return [
    ...names.map((name) =>
      sent(`scheme-${name.toLowerCase()}`, `the right credential under the scheme ${name}`, (value) => credentialText(name, value)),
    ),
    ...(scheme ? [sent('bare', 'the right credential without its scheme', (value) => value)] : []),
    ...(scheme ? [sent('no-space', 'no space between scheme and credential', (value) => scheme + value)] : []),
  ]
}

const placeNames = ['access_token', 'token', 'api_token', 'authorization']
const headerNames = ['x-access-token', 'x-api-token', 'x-auth-token', 'x-authorization', 'proxy-authorization']

function places(authentication: Scheme): WrongCredential[] {
  const elsewhere = (id: string, title: string, changes: (value: string, text: string) => Changes): WrongCredential => ({
    id,
    requirement: 'place',
    title,
    changes: (target) => {
      const value = credentialOf(authentication, target)
      return changes(value, credentialText(authentication.scheme, value))
    },
  })
  const cookies = (value: string): Headers => [['cookie', placeNames.map((name) => `${name}=${encodeURIComponent(value)}`).join('; ')]]
  const headers = headerNames.filter((name) => name !== authentication.header.toLowerCase())
  return [
    elsewhere('query', 'the right credential in the query', (value) => ({
      query: Object.fromEntries(placeNames.map((name) => [name, value])),
    })),
    elsewhere('cookie', 'the right credential in a cookie', (value) => ({ headers: cookies(value) })),
    elsewhere('other-header', 'the right credential in another header', (value, text) => ({
      headers: headers.map((name) => [name, name.endsWith('authorization') ? text : value] as const),
    })),
  ]
}

/** The credentials of the other operations: each goes only to the origin that it belongs to. */
function others(contract: Contract, operation: Operation, authentication: Scheme): WrongCredential[] {
  return contract.operations.flatMap((other) => {
    const theirs = other.authentication
    if (theirs.kind !== 'scheme' || theirs.setting === authentication.setting) return []
    return [
      {
        id: `own-${other.id}`,
        requirement: 'own' as const,
        title: `the credential of ${other.id}`,
        changes: (target: Target) => {
          const value = target.settings[theirs.setting]
          if (!value) return { omitted: `The credential of ${other.id} is not known.` }
          if (value === target.settings[authentication.setting]) return { omitted: 'Both operations have the same credential.' }
          if (originOf(target, operation) !== originOf(target, other))
            return { omitted: 'A credential goes only to the origin that it belongs to.' }
          return { headers: [[authentication.header, credentialText(authentication.scheme, value)]] }
        },
      },
    ]
  })
}

function originOf(target: Target, operation: Operation): string {
  return new URL(addressOf(target, operation)).origin
}

function credentialOf({ setting }: Scheme, target: Target): string {
  return target.settings[setting] ?? ''
}
