import type { Contract } from '../../contracts/contract.ts'
import { requestFields } from '../../contracts/fields.ts'
import type { Hooks, Mutant } from '../../provider/mutant.ts'
import type { Received } from '../../provider/received.ts'
import { defined } from '../../spec/defined.ts'
import { formBodies } from '../access/form-bodies.ts'
import { mutant } from '../mutant.ts'
import { malformedId } from './malformed.ts'
import type { SignedOperation } from './wrong-signature.ts'

/** Providers that look at no signature where a request is malformed or unusual: behind it stands a right one. */
export function malformedMutants({ requirements }: Contract, operation: SignedOperation): Mutant[] {
  // Where a document says that a field is required, that is judged as well.
  const isOpen = (name: string) => !requirements.some(({ id }) => id === `${operation.id}.input.${name}.required`)
  return [
    make(operation, 'long', 'looks at no signature of a long request', ({ body }) => body.length > 9000),
    make(operation, 'odd', 'looks at no signature where a text holds a NUL', ({ body }) => body.includes('\\u0000')),
    make(
      operation,
      'text',
      'looks at no signature of a body of another media type',
      ({ headers }) => headers['content-type'] === 'text/plain',
    ),
    make(operation, 'list', 'looks at no signature of a list of requests', ({ body }) => body.toString('utf8', 0, 3) === '[{"'),
    ...requestFields(operation)
      .slice(0, 1)
      .map(({ name }) => unguardedQuery(operation, name)),
    ...formBodies.map(({ id, title, contentType }) =>
      make(operation, id, `looks at no signature of a body ${title}`, ({ headers }) => headers['content-type'] === contentType),
    ),
    ...requestFields(operation)
      .slice(0, 1)
      .filter(({ name }) => isOpen(name))
      .map(({ name }) =>
        make(
          operation,
          'lacking',
          `looks at no signature where ${name} is missing`,
          ({ body }) => body.length > 2 && !body.includes(`"${name}"`),
          demanded(operation, name),
        ),
      ),
  ]
}

/** A provider that takes its inputs from the query as well, and looks at no signature there. */
function unguardedQuery(operation: SignedOperation, field: string): Mutant {
  const isSeen = ({ query }: Received) => query.has(field)
  return make(operation, 'query', 'looks at no signature of what stands in the query', isSeen, [], (request) =>
    isSeen(request) ? { ...request, method: operation.method } : request,
  )
}

/** What a document demands of a field is not kept where the field is missing and the request is taken all the same. */
function demanded({ bounds }: SignedOperation, name: string): string[] {
  return bounds.flatMap(({ input, keyword }) => (input === name && keyword === 'required' ? [`input.${input}.${keyword}`] : []))
}

function make(
  operation: SignedOperation,
  id: string,
  title: string,
  isSeen: (request: Received) => boolean,
  alsoBy: readonly string[] = [],
  route?: Hooks['route'],
): Mutant {
  return mutant(operation, {
    id: `signature.lax.${id}`,
    title,
    caughtBy: [`signature.${malformedId}`, ...alsoBy],
    isObserved: true,
    hooks: () => defined<Hooks>({ route, reply: (reply, request, refusal, success) => (refusal && isSeen(request) ? success() : reply) }),
  })
}
