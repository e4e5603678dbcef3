import type { Operation } from '../../contracts/contract.ts'
import { defined } from '../../language/defined.ts'
import type { ProviderOptions } from '../../provider/options.ts'
import type { ClientFaults } from './reference-client.fixture.ts'

/** A client that is wrong in one known way. */
export interface ConsumerMutant {
  /** Stable and unique: `<operation>.<what is wrong>`. */
  readonly name: string
  readonly title: string
  readonly operation: string
  /** The checks that find something, and no others. */
  readonly caughtBy: readonly string[]
  readonly faults: ClientFaults
  /** What the provider has to do for it to be seen. */
  readonly provider?: ProviderOptions
}

/** Makes a mutant of an operation; `caughtBy` names checks without the operation before them, or with it where they hold a `/`. */
export function consumerMutant(
  operation: Operation,
  id: string,
  title: string,
  caughtBy: readonly string[],
  faults: ClientFaults,
  provider?: ProviderOptions,
): ConsumerMutant {
  return defined({
    name: `${operation.id}.${id}`,
    title,
    operation: operation.id,
    caughtBy: caughtBy.map((check) => (check.startsWith('/') ? check.slice(1) : `${operation.id}.${check}`)),
    faults,
    provider,
  })
}

export function withUrl(change: (url: string) => string): ClientFaults {
  return { send: (request) => ({ ...request, url: change(request.url) }) }
}

/** A request with a header changed; undefined takes it away, a list sends it as often. */
export function withHeader(name: string, change: (value: string) => string | readonly string[] | undefined): ClientFaults {
  return {
    send: (request) => ({
      ...request,
      headers: request.headers.flatMap(([field, value]) =>
        field.toLowerCase() === name.toLowerCase()
          ? [change(value) ?? []].flat().map((each) => [field, each] as const)
          : [[field, value] as const],
      ),
    }),
  }
}

export function withBody(change: (body: Buffer) => Buffer | string): ClientFaults {
  return { send: (request) => defined({ ...request, body: request.body && Buffer.from(change(request.body)) }) }
}
