import type { Contract } from '../../contracts/contract.ts'
import { requestFields } from '../../contracts/fields.ts'
import type { SchemeOperation } from '../../contracts/operation-kinds.ts'
import { lastCaseTurned } from '../../engine/wrong-values/alteration.ts'
import { valueAlterations } from '../../engine/wrong-values/value-alterations.ts'
import { attempted } from '../../language/attempted.ts'
import { cookieNamed, type Received, textNamed } from '../../provider/received.ts'
import { isDecodable } from '../../text/percent.ts'
import { isClosing } from '../access/circumstances.ts'
import { settingParts } from '../signatures/headers/key-ids.ts'
import { bodyNames, cookieNames, headerNames, queryNames, rareNames } from './places.ts'
import { otherSchemes, rareSchemesFor } from './wrong-schemes.ts'

/** What a lax provider looks at: the header as given, the credential in it where the scheme is right, and what would be right. */
interface Presented {
  readonly header: string | undefined
  readonly value: string | undefined
  readonly credential: string
  readonly request: Received
  readonly settings: Readonly<Record<string, string>>
}

export type Accepts = (presented: Presented) => boolean

/** A way to be lax; its title completes "accepts …". */
export type Laxity = readonly [id: string, title: string, accepts: Accepts]

export function laxities(contract: Contract, operation: SchemeOperation): Laxity[] {
  return [
    ...aboutPresence(),
    ...aboutValue(),
    ...aboutPreference(),
    ...aboutScheme(contract, operation),
    ...aboutPlaces(operation),
    ...aboutOwner(contract, operation),
  ]
}

/** Any credential, of clients that say other than most which answers they take, or who they are. */
function aboutPreference(): Laxity[] {
  const anyOf = (id: string, title: string, isMeant: (request: Received) => boolean): Laxity => [
    `any-value-${id}`,
    `any credential of a client that ${title}`,
    ({ value, request }) => value !== undefined && value !== '' && isMeant(request),
  ]
  return [
    anyOf('language', 'names its languages', ({ headers }) => headers['accept-language'] !== undefined),
    anyOf('no-accept', 'says not what it takes', ({ headers }) => headers['accept'] === undefined),
    anyOf('claimed', 'claims to be a test', ({ headers }) => headers['x-test'] === 'true'),
    anyOf('closing', 'ends its connection', isClosing),
    anyOf('capitals', 'names its headers in capitals', ({ written }) => written.some((name) => name === name.toUpperCase())),
  ]
}

function aboutValue(): Laxity[] {
  const comparing = (id: string, title: string, accepts: (value: string, right: string) => boolean): Laxity => [
    id,
    title,
    ({ value, credential }) => value !== undefined && value.length > 0 && accepts(value, credential),
  ]
  return [
    comparing('any-value', 'any credential under the right scheme', () => true),
    comparing('injected', 'any credential with a query in it', (value) => value.includes("' OR '1'='1")),
    comparing('all-but-middle', 'a credential with any character in its middle', (value, right) => {
      const [own, other] = [right, value].map((text) => text.slice(0, right.length >> 1) + text.slice((right.length >> 1) + 1))
      return value.length === right.length && own === other
    }),
    comparing('any-value-of-length', 'any credential of the right length', (value, right) => value.length === right.length),
    comparing('any-case', 'a credential in any case', (value, right) => value.toLowerCase() === right.toLowerCase()),
    comparing('any-case-at-end', 'a credential whose last letter is in any case', (value, right) => value === lastCaseTurned(right)),
    comparing('cut-short', 'a credential that is cut short', (value, right) => value.length > 7 && right.startsWith(value)),
    comparing('extended', 'a credential with more behind it', (value, right) => value.startsWith(right)),
    comparing('first-eight', 'a credential whose first 8 characters are right', (value, right) => value.slice(0, 8) === right.slice(0, 8)),
    comparing('last-eight', 'a credential whose last 8 characters are right', (value, right) => value.slice(-8) === right.slice(-8)),
    comparing('any-long-value', 'any credential of more than 1000 characters', ({ length }) => length > 1000),
    comparing('any-order', 'the characters of the credential in any order', (value, right) => sorted(value) === sorted(right)),
    comparing('pattern', 'a pattern that the credential matches', isPatternOf),
    comparing(
      'like-pattern',
      'a pattern of SQL that the credential matches, percent signs aside, which it escapes',
      (value, right) => /^[\w-]+$/.test(value) && isPatternOf(value.replace(/_/g, '.'), right),
    ),
    comparing('behind-a-bar', 'a credential behind a bar', (value, right) => value.includes('|') && value.split('|').at(-1) === right),
    comparing('behind-a-colon', 'a credential behind a colon', (value, right) => value.includes(':') && value.split(':').at(-1) === right),
    comparing('by-name', 'a credential by its name', (value, right) => /^token="?([^"]*)"?$/.exec(value)?.[1] === right),
    comparing('last-word', 'a credential that is the last of several words', (value, right) => /\s(\S+)$/.exec(value)?.[1] === right),
    comparing('undecodable', 'a credential that it fails to decode', (value) => !isDecodable(value)),
    comparing('both-ends', 'a credential whose first and last 4 characters are right', bothEnds),
    ...valueAlterations.map(({ id, title, lax: accepts }) => comparing(`value-${id}`, `a credential with ${title}`, accepts)),
  ]
}

function isPatternOf(value: string, right: string): boolean {
  return attempted(() => new RegExp(`^(${value})$`).test(right)) ?? false
}

function sorted(text: string): string {
  return [...text].sort().join('')
}

function bothEnds(value: string, right: string): boolean {
  return value.slice(0, 4) === right.slice(0, 4) && value.slice(-4) === right.slice(-4)
}

interface Kind {
  readonly id: string
  /** In words that finish "the credential …", before a name. */
  readonly words: string
  readonly names: readonly string[]
  readonly valueAt: (request: Received, name: string) => string | undefined
}

const kinds: readonly Kind[] = [
  { id: 'query', words: 'in the query as', names: queryNames, valueAt: ({ query }, name) => query.get(name) ?? undefined },
  { id: 'query-rare', words: 'in the query as', names: rareNames.query, valueAt: ({ query }, name) => query.get(name) ?? undefined },
  { id: 'cookie', words: 'in the cookie', names: cookieNames, valueAt: cookieNamed },
  { id: 'cookie-rare', words: 'in the cookie', names: rareNames.cookie, valueAt: cookieNamed },
  { id: 'header', words: 'in the header', names: headerNames, valueAt: ({ headers }, name) => headers[name] },
  { id: 'header-rare', words: 'in the header', names: rareNames.header, valueAt: ({ headers }, name) => headers[name] },
  { id: 'body', words: 'in the body as', names: bodyNames, valueAt: textNamed },
]

/** Providers that find the credential by a name somewhere else than in its header: by the first name of each kind, and by the last. */
function aboutPlaces(operation: SchemeOperation): Laxity[] {
  const { header, scheme } = operation.authentication
  const own = new Set([header.toLowerCase(), ...requestFields(operation).map(({ name }) => name)])
  const schemedInBody: Laxity = [
    'body-authorization-schemed',
    'the credential in the body as authorization, behind its scheme',
    ({ request, credential }) => textNamed(request, 'authorization') === `${scheme} ${credential}`,
  ]
  const named = kinds.flatMap(({ id, words, names, valueAt }) => {
    const others = names.filter((name) => !own.has(name.toLowerCase()))
    const tried = new Set([...others.slice(0, 1), ...others.slice(-1), ...others.filter((name) => name === 'authorization')])
    return [...tried].flatMap((name): Laxity[] => {
      const lax = (suffix: string, as: string, made: (credential: string) => string): Laxity => [
        `${id}-${name.replaceAll('_', '-')}${suffix}`,
        `the credential ${words} ${name}${as}`,
        ({ request, credential }) => valueAt(request, name) === made(credential),
      ]
      const isBoth = scheme !== '' && (id === 'query' || id === 'header') && name !== others.at(-1)
      return [
        lax('', '', (credential) => credential),
        ...(isBoth ? [lax('-schemed', ', behind its scheme', (credential) => `${scheme} ${credential}`)] : []),
      ]
    })
  })
  return operation.body && scheme !== '' ? [...named, schemedInBody] : named
}

function aboutPresence(): Laxity[] {
  return [
    ['none', 'a request without a credential where it belongs', ({ header }) => header === undefined],
    [
      'empty',
      'an empty credential',
      ({ header, value }) => value === '' || (header !== undefined && !/\s./.test(header) && header.length < 8),
    ],
    ['nothing', 'a header for the credential with nothing in it', ({ header }) => header === ''],
    ['anything', 'every request, whatever its credential', () => true],
  ]
}

function aboutScheme(contract: Contract, { authentication: { scheme } }: SchemeOperation): Laxity[] {
  const basic = (name: string, part: number): Laxity => [
    `basic-${name}`,
    `the credential as the ${name} of Basic`,
    ({ header = '', credential }) =>
      header.startsWith('Basic ') && Buffer.from(header.slice(6), 'base64').toString().split(':')[part] === credential,
  ]
  return [
    ...otherSchemes(contract, scheme).map(
      (name): Laxity => [
        `scheme-${name.toLowerCase()}`,
        `the credential under the scheme ${name}`,
        ({ header, credential }) => header === `${name} ${credential}`,
      ],
    ),
    [
      'scheme-rare',
      'the credential under the scheme of another service',
      ({ header = '', credential }) => rareSchemesFor(contract, scheme).some((name) => header === `${name} ${credential}`),
    ],
    [
      'any-scheme',
      'the credential under any scheme',
      ({ header = '', credential }) => header.replace(/^[\w-]+ /, '') === credential && header !== credential,
    ],
    ...['user', 'password'].map(basic),
    [
      'listed',
      'the credential in a list',
      ({ header = '', credential }) => header.split(', ').some((each) => each.split(' ').at(-1) === credential && header !== each),
    ],
    ...(scheme ? bareLaxities(scheme) : []),
  ]
}

function bareLaxities(scheme: string): Laxity[] {
  const behind = (id: string, title: string, pattern: string): Laxity => [
    id,
    title,
    ({ header = '', credential }) => header !== credential && header.replace(new RegExp(`^${pattern}`), '') === credential,
  ]
  return [
    ['bare', 'the credential without its scheme', ({ header, credential }) => header === credential],
    behind('no-space', 'the credential with no space before it', scheme),
    behind('colon', 'the credential as the second word, the first of which begins with its scheme', `${scheme}\\S+ `),
    behind('equals', 'the credential behind its scheme and any sign', `${scheme}.`),
    [
      'recased',
      'anything behind its scheme in another case',
      ({ header = '', credential }) => {
        const [name = ''] = header.split(' ')
        return name !== scheme && name.toLowerCase() === scheme.toLowerCase() && !header.endsWith(credential)
      },
    ],
    [
      'behind-another',
      'the credential behind its scheme anywhere in its header',
      ({ header = '', credential }) => !header.startsWith(`${scheme} `) && header.endsWith(` ${scheme} ${credential}`),
    ],
    ['anywhere-in-header', 'the credential anywhere in its header', ({ header, credential }) => header?.includes(credential) === true],
  ]
}

function aboutOwner({ operations }: Contract, { authentication }: SchemeOperation): Laxity[] {
  return operations.flatMap((other): Laxity[] => {
    const theirs = other.authentication
    const held = (name: string, title: string, setting: string): Laxity => [
      `own-${other.id}${name}`,
      `${title} of ${other.id}`,
      ({ value, settings }) => value !== undefined && value === settings[setting],
    ]
    const whole = (title: string, accepts: Accepts): Laxity => [`whole-${other.id}`, title, accepts]
    if (theirs.kind === 'scheme' && theirs.setting !== authentication.setting)
      return [
        held('', 'the credential', theirs.setting),
        whole(`what ${other.id} presents`, ({ header, settings }) => header === `${theirs.scheme} ${settings[theirs.setting]}`),
      ]
    if (theirs.kind !== 'signed') return []
    const { key, signature } = theirs
    return [
      whole(`the signed headers of ${other.id}`, ({ request }) => request.headers[signature.header.toLowerCase()] !== undefined),
      held('-key', 'the key', key.setting),
      ...settingParts(theirs).map(({ setting }) => held(`-${setting}`, `the ${setting}`, setting)),
    ]
  })
}
