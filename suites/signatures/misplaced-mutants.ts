import type { Contract, SignedHeaders } from '../../contracts/contract.ts'
import { credentialText } from '../../engine/request.ts'
import type { Mutant } from '../../provider/mutant.ts'
import { withHeader } from '../mutant.ts'
import { headerOf, type Make } from './header-mutants.ts'
import { misplaced } from './misplaced.ts'
import type { SignedOperation } from './variations.ts'

/** Providers that find who sent a request elsewhere than in its signed headers. */
export function misplacedMutants(contract: Contract, operation: SignedOperation, make: Make): Mutant[] {
  const schemes = new Map(
    contract.operations.flatMap(({ id, authentication }) =>
      authentication.kind === 'scheme' ? [[`own.${id}` as string, authentication] as const] : [],
    ),
  )
  return misplaced(contract, operation).map(({ id, title }) => {
    const theirs = schemes.get(id)
    return make(id.replace('.', '-'), `accepts a request ${title}`, [id], ({ settings }) =>
      theirs
        ? {
            authenticate: (decision, request) =>
              headerOf(request, theirs.header) === credentialText(theirs.scheme, settings[theirs.setting] ?? '') ? undefined : decision,
          }
        : takingQuery(operation.authentication),
    )
  })
}

function takingQuery({ key, timestamp, signature }: SignedHeaders): ReturnType<Mutant['hooks']> {
  return {
    receive: (request) =>
      [key, timestamp, signature].reduce((taken, { header }) => {
        const value = request.query.get(header)
        return value === null || headerOf(taken, header) !== undefined ? taken : withHeader(taken, header, value)
      }, request),
  }
}
