import { requestFields } from '../../contracts/fields.ts'
import type { SchemeOperation } from '../../contracts/operation-kinds.ts'
import { cookieNamed, type Received, textNamed } from '../../provider/received.ts'
import type { Laxity } from './laxity.ts'
import { bodyNames, cookieNames, headerNames, queryNames, rareNames } from './places.ts'

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
export function laxAboutPlaces(operation: SchemeOperation): Laxity[] {
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
