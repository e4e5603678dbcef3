import type { Received } from '../../provider/received.ts'
import type { Laxity } from './laxity.ts'
import { bodyNames, cookieNames, headerNames, queryNames } from './places.ts'
import type { SchemeOperation } from './wrong-credential.ts'

/** Providers that find the credential by a name somewhere else than in its header. */
export function laxAboutPlaces({ authentication: { header }, body }: SchemeOperation): Laxity[] {
  const own = new Set(body?.fields.map(({ name }) => name))
  return [
    ...queryNames
      .filter((name) => `?${name}`.toLowerCase() !== header.toLowerCase())
      .map(
        (name): Laxity => ({
          id: `query-${name.replaceAll('_', '-')}`,
          title: `the credential in the query as ${name}`,
          accepts: ({ request, credential }) => request.query.get(name)?.split(' ').at(-1) === credential,
        }),
      ),
    ...cookieNames
      .filter((name) => `${name}=`.toLowerCase() !== header.toLowerCase())
      .map(
        (name): Laxity => ({
          id: name === 'token' ? 'cookie' : `cookie-${name.replaceAll('_', '-')}`,
          title: `the credential in the cookie ${name}`,
          accepts: ({ request, credential }) => cookieOf(request, name) === encodeURIComponent(credential),
        }),
      ),
    ...headerNames
      .filter((name) => name !== header.toLowerCase())
      .map(
        (name): Laxity => ({
          id: `header-${name}`,
          title: `the credential in the header ${name}`,
          accepts: ({ request, credential }) => request.headers[name]?.split(' ').at(-1) === credential,
        }),
      ),
    ...bodyNames
      .filter((name) => body && !own.has(name))
      .map(
        (name): Laxity => ({
          id: `body-${name.replaceAll('_', '-')}`,
          title: `the credential in the body as ${name}`,
          accepts: ({ request, credential }) => fieldOf(request, name) === credential,
        }),
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
