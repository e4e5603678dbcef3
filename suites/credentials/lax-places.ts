import type { Received } from '../../provider/received.ts'
import type { Laxity } from './laxity.ts'
import { bodyNames, cookieNames, headerNames, queryNames } from './places.ts'
import type { SchemeOperation } from './wrong-credential.ts'

/** Providers that find the credential by a name somewhere else than in its header. */
export function laxAboutPlaces({ authentication: { header }, body }: SchemeOperation): Laxity[] {
  const own = new Set(body?.fields.map(({ name }) => name))
  return [
    ...queryNames.map(
      (name): Laxity => [
        `query-${name.replaceAll('_', '-')}`,
        `the credential in the query as ${name}`,
        ({ request, credential }) => request.query.get(name)?.split(' ').at(-1) === credential,
      ],
    ),
    ...cookieNames.map(
      (name): Laxity => [
        name === 'token' ? 'cookie' : `cookie-${name.replaceAll('_', '-')}`,
        `the credential in the cookie ${name}`,
        ({ request, credential }) => cookieOf(request, name) === encodeURIComponent(credential),
      ],
    ),
    ...headerNames
      .filter((name) => name !== header.toLowerCase())
      .map(
        (name): Laxity => [
          `header-${name}`,
          `the credential in the header ${name}`,
          ({ request, credential }) => request.headers[name]?.split(' ').at(-1) === credential,
        ],
      ),
    ...bodyNames
      .filter((name) => body && !own.has(name))
      .map(
        (name): Laxity => [
          `body-${name.replaceAll('_', '-')}`,
          `the credential in the body as ${name}`,
          ({ request, credential }) => fieldOf(request, name) === credential,
        ],
      ),
  ]
}

function cookieOf({ headers }: Received, name: string): string | undefined {
  const pairs = (headers['cookie'] ?? '').split(/;\s*/)
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
}

function fieldOf({ body }: Received, name: string): unknown {
  try {
    return (JSON.parse(body.toString('utf8')) as Readonly<Record<string, unknown>>)[name]
  } catch {
    return undefined
  }
}
