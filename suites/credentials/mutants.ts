import type { Contract, Operation } from '../../contracts/contract.ts'
import type { Hooks, Mutant, MutantContext } from '../../provider/mutant.ts'
import type { Received } from '../../provider/received.ts'
import { mutant, withHeader } from '../mutant.ts'
import { refusedWithPayload } from '../payload-mutants.ts'
import { everyVariation, otherOwners, otherSchemes, otherValues, type Scheme, valueVariations } from './mutated-variations.ts'

/** What a lax provider looks at: the header as given, the credential in it where the scheme is right, and what would be right. */
interface Presented {
  readonly header: string | undefined
  readonly value: string | undefined
  readonly credential: string
  readonly request: Received
  readonly settings: Readonly<Record<string, string>>
}

type Entry = readonly [id: string, title: string, caughtBy: readonly string[], accepts: (presented: Presented) => boolean]

/** Providers that are lax about the credential of a scheme. */
export function credentialMutants(contract: Contract, operation: Operation, settings: Readonly<Record<string, string>>): Mutant[] {
  const { authentication } = operation
  if (authentication.kind !== 'scheme') return []
  const all = everyVariation(contract, authentication)
  const entries = [
    ...aboutPresence(all),
    ...aboutValue(contract, authentication, settings),
    ...aboutScheme(contract, authentication),
    ...aboutPlace(authentication),
    ...aboutOwner(contract, authentication),
  ]
  return [
    ...entries.map(([id, title, caughtBy, accepts]) =>
      mutant(operation, {
        id: `credential.${id}`,
        title: `accepts ${title}`,
        caughtBy: caughtBy.map((check) => `credential.${check}`),
        hooks: (context) => lax(authentication, context, accepts),
      }),
    ),
    mutant(operation, {
      id: 'credential.remembers-login',
      title: 'accepts everything once it accepted something',
      caughtBy: all.map((check) => `credential.${check}`),
      hooks: () => remembering(),
    }),
    ...refusedWithPayload(
      operation,
      all.map((check) => `credential.${check}`),
    ),
  ]
}

function lax(authentication: Scheme, { settings }: MutantContext, accepts: Entry[3]): Hooks {
  const { header, scheme, setting } = authentication
  const credential = settings[setting] ?? ''
  const prefix = scheme ? `${scheme} ` : ''
  return {
    receive: (request) => {
      const given = request.headers[header.toLowerCase()]
      const value = given?.startsWith(prefix) ? given.slice(prefix.length) : undefined
      return accepts({ header: given, value, credential, request, settings }) ? withHeader(request, header, prefix + credential) : request
    },
  }
}

function remembering(): Hooks {
  let open = false
  return {
    authenticate: (decision) => {
      if (!decision) open = true
      return open ? undefined : decision
    },
  }
}

function aboutPresence(all: readonly string[]): Entry[] {
  return [
    ['none', 'a request without a credential where it belongs', ['none'], ({ header }) => header === undefined],
    [
      'empty',
      'an empty credential',
      ['empty'],
      ({ header, value }) => value === '' || (header !== undefined && !/\s./.test(header) && header.length < 8),
    ],
    ['anything', 'every request, whatever its credential', all, () => true],
  ]
}

type Comparison = readonly [id: string, title: string, caughtBy: readonly string[], accepts: (value: string, credential: string) => boolean]

const beginningRight = ['truncated', 'extended', 'last-changed']
const sameLength = valueVariations.filter((id) => id !== 'truncated' && id !== 'extended')

const comparisons: readonly Comparison[] = [
  ['any-value', 'any credential under the right scheme', valueVariations, () => true],
  ['any-value-of-length', 'any credential of the right length', sameLength, (value, right) => value.length === right.length],
  ['any-case', 'a credential in any case', ['altered-case'], (value, right) => value.toLowerCase() === right.toLowerCase()],
  ['cut-short', 'a credential that is cut short', ['truncated'], (value, right) => value.length > 7 && right.startsWith(value)],
  ['extended', 'a credential with more behind it', ['extended'], (value, right) => value.startsWith(right)],
  [
    'first-eight',
    'a credential whose first 8 characters are right',
    beginningRight,
    (value, right) => value.slice(0, 8) === right.slice(0, 8),
  ],
  [
    'last-eight',
    'a credential whose last 8 characters are right',
    ['first-changed'],
    (value, right) => value.slice(-8) === right.slice(-8),
  ],
]

/** A comparison that is lax may take the credential of another operation as well, or one under a scheme where there should be none. */
function aboutValue(contract: Contract, authentication: Scheme, settings: Readonly<Record<string, string>>): Entry[] {
  const credential = settings[authentication.setting] ?? ''
  const others = otherValues(contract, authentication, settings)
  return comparisons.map(([id, title, caughtBy, accepts]) => [
    id,
    title,
    [...caughtBy, ...others.filter(([, value]) => accepts(value, credential)).map(([check]) => check)],
    ({ value, credential: right }) => value !== undefined && value.length > 0 && accepts(value, right),
  ])
}

function aboutScheme(contract: Contract, { scheme }: Scheme): Entry[] {
  const names = otherSchemes(contract, scheme)
  const all = names.map((name) => `scheme-${name.toLowerCase()}`)
  const named: Entry[] = names.map((name) => [
    `scheme-${name.toLowerCase()}`,
    `the credential under the scheme ${name}`,
    [`scheme-${name.toLowerCase()}`],
    ({ header, credential }) => header === `${name} ${credential}`,
  ])
  const any: Entry = [
    'any-scheme',
    'the credential under any scheme',
    all,
    ({ header, credential }) => header?.split(' ').slice(1).join(' ') === credential,
  ]
  if (!scheme) return [...named, any]
  return [
    ...named,
    any,
    ['bare', 'the credential without its scheme', ['bare'], ({ header, credential }) => header === credential],
    ['no-space', 'the credential with no space before it', ['no-space'], ({ header, credential }) => header === scheme + credential],
    [
      'anywhere-in-header',
      'the credential anywhere in its header',
      [...all, 'bare', 'no-space', 'extended'],
      ({ header, credential }) => header?.includes(credential) === true,
    ],
  ]
}

const queryNames = ['access_token', 'token', 'api_token', 'authorization']
const headerNames = ['x-access-token', 'x-api-token', 'x-auth-token', 'x-authorization', 'proxy-authorization']

function aboutPlace({ header }: Scheme): Entry[] {
  const headers = headerNames.filter((name) => name !== header.toLowerCase())
  return [
    ...queryNames.map(
      (name): Entry => [
        `query-${name.replaceAll('_', '-')}`,
        `the credential in the query as ${name}`,
        ['query'],
        ({ request, credential }) => request.query.get(name) === credential,
      ],
    ),
    ['cookie', 'the credential in a cookie', ['cookie'], ({ request, credential }) => cookieHolds(request, credential)],
    ...headers.map(
      (name): Entry => [
        `header-${name}`,
        `the credential in the header ${name}`,
        ['other-header'],
        ({ request, credential }) => request.headers[name]?.split(' ').at(-1) === credential,
      ],
    ),
  ]
}

function aboutOwner(contract: Contract, authentication: Scheme): Entry[] {
  return otherOwners(contract, authentication).map((id) => {
    const theirs = contract.operations.find((operation) => operation.id === id)?.authentication
    const setting = theirs?.kind === 'scheme' ? theirs.setting : ''
    return [
      `own-${id}`,
      `the credential of ${id}`,
      [`own-${id}`],
      ({ value, settings }) => value !== undefined && value === settings[setting],
    ]
  })
}

function cookieHolds({ headers }: Received, credential: string): boolean {
  return (headers['cookie'] ?? '').split(/;\s*/).some((pair) => pair.slice(pair.indexOf('=') + 1) === encodeURIComponent(credential))
}
