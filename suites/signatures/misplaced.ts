import type { Contract } from '../../contracts/contract.ts'
import { classify } from '../../engine/evidence/classification.ts'
import type { Headers } from '../../engine/exchange.ts'
import { type Changes, credentialText, signedRequest, signedValues } from '../../engine/request.ts'
import { addressOf, type Target } from '../../engine/target.ts'
import { looseHeaders, looseNames, signedNames } from './loose-names.ts'
import { never, onlyOwn, type SignedOperation, trialOf, type WrongSignature } from './wrong-signature.ts'

/** Requests without a signed header where it belongs: with all of them elsewhere, or with another operation's credential instead. */
export function misplaced(contract: Contract, operation: SignedOperation): WrongSignature[] {
  return [...places(operation), ...foreign(contract, operation)]
}

/** The signed headers of a request by their names, somewhere else. */
function elsewhere(
  operation: SignedOperation,
  id: string,
  title: string,
  changes: (values: Readonly<Record<string, string>>) => Changes,
  omitted: WrongSignature['omitted'] = never,
): WrongSignature {
  const { key, timestamp, signature } = operation.authentication
  return {
    id: `place.${id}`,
    requirement: 'place',
    title,
    omitted,
    build: (target, time) => {
      const right = signedValues(operation, target, time)
      const named = [
        [key.header, right.key],
        [timestamp.header, right.timestamp],
        [signature.header, right.signature],
      ] as const
      return signedRequest(operation, target, {}, changes(Object.fromEntries(named.map(([name, value]) => [name, value ?? '']))))
    },
  }
}

/** Other names of the same header, as frameworks and gateways spell them. */
export const otherNames: readonly ((header: string) => string)[] = [
  (header) => header.replace(/^x-/i, ''),
  (header) => `x-forwarded-${header.replace(/^x-/i, '')}`,
]

/** Each signed header by itself: the others stand where they belong, and it stands in every other place at once. */
function eachElsewhere(operation: SignedOperation): WrongSignature[] {
  const { authentication } = operation
  return signedNames.map((name) => ({
    id: `place.${name}-alone`,
    requirement: 'place',
    title: `with ${authentication[name].header} in the query, in cookies and under other names instead`,
    isExtended: true,
    omitted: never,
    build: (target, time) => {
      const right = signedValues(operation, target, time)
      const value = right[name] ?? ''
      const { header } = authentication[name]
      const others = [...new Set([header, ...looseNames[name]])]
      const cookie = others.map((other) => `${other}=${encodeURIComponent(value)}`).join('; ')
      const headers = [...new Set([...otherNames.map((other) => other(header)), `${header}-256`, ...looseHeaders[name]])].filter(
        (other) => other !== header,
      )
      return signedRequest(
        operation,
        target,
        { ...right, [name]: undefined },
        {
          query: Object.fromEntries(others.map((other) => [other, value])),
          headers: [['cookie', cookie], ...headers.map((other) => [other, value] as const)],
        },
      )
    },
  }))
}

/** Places that do not get in each other's way are tried at once; only where that is accepted each is tried by itself. */
function places(operation: SignedOperation): WrongSignature[] {
  const [all, ...single] = [
    elsewhere(operation, 'anywhere', 'with its signed headers in the query, in cookies and under other names instead', (values) => ({
      query: values,
      headers: [inCookies(values), ...underOtherNames(values)],
    })),
    elsewhere(operation, 'query', 'with its signed headers in the query instead', (query) => ({ query })),
    elsewhere(operation, 'cookie', 'with its signed headers in cookies instead', (values) => ({ headers: [inCookies(values)] })),
    elsewhere(operation, 'other-header', 'with its signed headers under other names', (values) => ({ headers: underOtherNames(values) })),
  ] as const
  return [
    ...eachElsewhere(operation),
    { ...all, onAnswer: (_client, exchange) => classify(operation, exchange) === 'accepted', next: () => single.map(trialOf) },
    ...single.map((wrong) => ({ ...wrong, within: all.id })),
    elsewhere(
      operation,
      'body',
      'with its signed headers in the body instead',
      (values) => ({ write: (fields) => JSON.stringify({ ...fields, ...values }) }),
      onlyOwn(operation),
    ),
  ]
}

type Values = Readonly<Record<string, string>>

function inCookies(values: Values): Headers[number] {
  const pairs = Object.entries(values).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return ['cookie', pairs.join('; ')]
}

function underOtherNames(values: Values): Headers {
  return Object.entries(values).flatMap(([name, value]) => otherNames.map((other) => [other(name), value] as const))
}

/** The credentials of the other operations, each as its owner presents it. */
function foreign({ operations }: Contract, operation: SignedOperation): WrongSignature[] {
  return operations.flatMap((other) => {
    const theirs = other.authentication
    if (theirs.kind !== 'scheme' || theirs.setting === operation.authentication.key.setting) return []
    return {
      id: `own.${other.id}`,
      requirement: 'own',
      title: `with the credential of ${other.id} instead of its signed headers`,
      omitted: (target: Target) => {
        if (!target.settings[theirs.setting]) return `The credential of ${other.id} is not known.`
        const origins = [operation, other].map((each) => new URL(addressOf(target, each)).origin)
        return origins[0] === origins[1] ? undefined : 'A credential goes only to the origin that it belongs to.'
      },
      build: (target: Target) => {
        const text = credentialText(theirs.scheme, target.settings[theirs.setting] ?? '')
        return signedRequest(operation, target, {}, { headers: [[theirs.header, text]] })
      },
    }
  })
}
