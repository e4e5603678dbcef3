import type { Contract } from '../../contracts/contract.ts'
import { settingValue } from '../../contracts/needed-settings.ts'
import { credentialText } from '../../engine/request.ts'
import type { Mutant } from '../../provider/mutant.ts'
import type { Received } from '../../provider/received.ts'
import { withHeader } from '../mutant.ts'
import { headerOf, type Make } from './header-mutants.ts'
import { looseHeaders, looseNames, signedNames } from './loose-names.ts'
import { misplaced, otherNames } from './misplaced.ts'
import type { SignedOperation } from './wrong-signature.ts'

/** Providers that find who sent a request elsewhere than in its signed headers. */
export function misplacedMutants(contract: Contract, operation: SignedOperation, make: Make): Mutant[] {
  const schemes = new Map(
    contract.operations.flatMap(({ id, authentication }) =>
      authentication.kind === 'scheme' ? [[`own.${id}` as string, authentication] as const] : [],
    ),
  )
  const { key, timestamp, signature } = operation.authentication
  const taking = (id: string, title: string, find: Find) =>
    make(`place-${id}`, title, () => ({
      receive: (request) =>
        taken(
          [key, timestamp, signature].map(({ header }) => header),
          request,
          find,
        ),
    }))
  return [
    taking('query', 'takes signed headers from the query', ({ query }, name) => query.get(name) ?? undefined),
    taking('body', 'takes signed headers from the body', ({ body }, name) => fieldOf(body, name)),
    taking('cookie', 'takes signed headers from cookies', ({ headers }, name) => cookieOf(headers['cookie'] ?? '', name)),
    taking('other-header', 'takes signed headers by other names', ({ headers }, name) =>
      otherNames.map((other) => headers[other(name).toLowerCase()]).find((value) => value !== undefined),
    ),
    ...signedNames.map((signed) =>
      taking(
        `${signed}-by-loose-names`,
        `takes ${operation.authentication[signed].header} by names that others have for it`,
        ({ headers, query }, name) =>
          name === operation.authentication[signed].header
            ? [
                ...looseHeaders[signed].map((other) => headers[other]),
                ...looseNames[signed].map((other) => query.get(other) ?? undefined),
              ].find((value) => value !== undefined)
            : undefined,
      ),
    ),
    ...misplaced(contract, operation).flatMap(({ id, title }) => {
      const theirs = schemes.get(id)
      if (!theirs) return []
      return make(id.replace('.', '-'), `accepts a request ${title}`, ({ settings }) => ({
        authenticate: (decision, request) =>
          headerOf(request, theirs.header) === credentialText(theirs.scheme, settingValue(settings, theirs.setting)) ? undefined : decision,
      }))
    }),
  ]
}

type Find = (request: Received, name: string) => string | undefined

function taken(names: readonly string[], request: Received, find: Find): Received {
  return names.reduce((read, name) => {
    const value = find(request, name)
    return value === undefined || headerOf(read, name) !== undefined ? read : withHeader(read, name, value)
  }, request)
}

function cookieOf(cookies: string, name: string): string | undefined {
  const pair = cookies.split(/;\s*/).find((each) => each.startsWith(`${name}=`))
  return pair && decodeURIComponent(pair.slice(name.length + 1))
}

function fieldOf(body: Buffer, name: string): string | undefined {
  try {
    const value = (JSON.parse(body.toString('utf8')) as Readonly<Record<string, unknown>>)[name]
    return typeof value === 'string' ? value : undefined
  } catch {
    return undefined
  }
}
