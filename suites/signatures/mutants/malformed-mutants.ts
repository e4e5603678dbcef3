import { fieldOfPart, isWholeField } from '../../../contracts/construction.ts'
import type { Contract } from '../../../contracts/contract.ts'
import { isAmount, requestFields } from '../../../contracts/fields.ts'
import type { SignedOperation } from '../../../contracts/operation-kinds.ts'
import { isSignedField } from '../../../engine/money/distinction.ts'
import { signedInput } from '../../../provider/judgement/signature.ts'
import type { Mutant } from '../../../provider/mutant.ts'
import { membersOf, type Received } from '../../../provider/received.ts'
import { formBodies } from '../../access/form-bodies.ts'
import { isCoded } from '../../access/listed-forms.ts'
import { answering } from '../../hooks.ts'
import { mutant } from '../../mutant.ts'
import { long } from '../../robustness/probe.ts'
import { malformedId } from '../malformed.ts'
import { signedLacking } from '../mistakes/rare.ts'
import { lackingWords } from '../mistakes/rare-ways.ts'
import { longestRead } from '../mistakes/seldom-requests.ts'
import { receivedHeader } from './header-mutants.ts'

/** Providers that skip the signature if a request is malformed or unusual. */
export function malformedMutants({ requirements }: Contract, operation: SignedOperation): Mutant[] {
  // If the document requires a field, its absence is judged as well.
  const isOpen = (name: string) => !requirements.some(({ id }) => id === `${operation.id}.input.${name}.required`)
  return [
    make(operation, 'long', 'of a long request', ({ body }) => body.length >= long && body.length < longestRead),
    make(operation, 'odd', 'where a text holds a NUL', ({ body }) => body.includes('\\u0000')),
    make(operation, 'text', 'of a body of another media type', ({ headers }) => headers['content-type'] === 'text/plain'),
    make(operation, 'nested', 'of fields within another member', isNested(operation)),
    make(operation, 'list', 'of a list of requests', ({ body }) => body.toString('utf8', 0, 3) === '[{"'),
    ...requestFields(operation)
      .slice(0, 1)
      .map(({ name }) => unguardedQuery(operation, name)),
    ...(requestFields(operation).some((field) => isAmount(operation, field) && isSignedField(operation, field.name))
      ? [make(operation, 'nothing', 'of less than nothing', ({ body }) => body.includes('"-1"'))]
      : []),
    ...takingWords(operation),
    tellingWhereMalformed(operation),
    ...formBodies.map(({ id, title, contentType }) =>
      make(operation, id, `of a body ${title}`, ({ headers }) => headers['content-type'] === contentType),
    ),
    ...lackingMutants(operation, isOpen),
  ]
}

/** True for a body whose members are all objects, none of them a field. */
function isNested(operation: SignedOperation): (request: Received) => boolean {
  const names = new Set(requestFields(operation).map(({ name }) => name))
  return ({ body }) => /^\{"\w+":\{/.test(body.toString('utf8', 0, 99)) && !Object.keys(membersOf(body)).some((name) => names.has(name))
}

/** A provider that reads its inputs from the query if there is no body, and then skips the signature. */
function unguardedQuery(operation: SignedOperation, field: string): Mutant {
  const isSeen = ({ query, body }: Received) => body.length === 0 && query.has(field)
  return {
    ...make(operation, 'query', 'of what stands in the query', isSeen),
    hooks: () => ({ route: (request) => (isSeen(request) ? { ...request, method: operation.method } : request), ...answering(isSeen) }),
  }
}

/** Providers that skip the signature if the first field is missing, or the last one if it is not signed. */
function lackingMutants(operation: SignedOperation, isOpen: (name: string) => boolean): Mutant[] {
  const fields = requestFields(operation)
  const [first = '', last = ''] = [fields.at(0)?.name, fields.at(-1)?.name]
  // Other wrong requests leave out what is optional as well.
  const isAlone = fields.at(-1)?.required === true && !isSignedField(operation, last)
  const has = ({ body }: Received, name: string) => body.length > 2 && body.includes(`"${name}"`)
  const lacking = (id: string, name: string, isSeen: (request: Received) => boolean): Mutant[] => {
    const made = make(operation, id, `where ${name} is missing`, isSeen)
    return isOpen(name) ? [{ ...made, caughtBy: [...made.caughtBy, ...demanded(operation, name)] }] : []
  }
  return [
    ...lacking('lacking', first, (request) => request.body.length > 2 && !isCoded(request) && !has(request, first)),
    ...(isAlone ? lacking('alone', last, (request) => has(request, first) && !has(request, last)) : []),
  ]
}

/** Providers that sign a word for each field that a body lacks. */
function takingWords(operation: SignedOperation): Mutant[] {
  const { authentication } = operation
  const names = requestFields(operation).map(({ name }) => name)
  const isFlat = authentication.signature.construction.parts.every((part) => fieldOfPart(part) === undefined || isWholeField(part))
  if (!isFlat) return []
  return [...new Set(Object.values(lackingWords))].map((word) =>
    seenWhereMalformed(
      operation,
      `lax.lacks-${word.toLowerCase() || 'nothing'}`,
      `signs ${word || 'nothing'} for what a body lacks`,
      ({ settings }) => ({
        reply: (reply, request, refusal, success) => {
          if (refusal?.kind !== 'body' || request.body.includes(`"${names[0]}"`)) return reply
          const body = Buffer.from(JSON.stringify(Object.fromEntries(names.map((name) => [name, 'lacked']))))
          const made = signedLacking(operation, signedInput(authentication, settings, { ...request, body }), word)
          return receivedHeader(request, authentication.signature.header) === made ? success() : reply
        },
      }),
    ),
  )
}

/** A provider in its debug mode, which tells its whole environment where there is no body to read. */
function tellingWhereMalformed(operation: SignedOperation): Mutant {
  const { key } = operation.authentication.signature.construction
  return seenWhereMalformed(operation, 'told-where-malformed', 'discloses its secret where a request has no body', ({ settings }) => ({
    reply: (reply, { body }, refusal) =>
      refusal?.kind === 'body' && body.length === 0
        ? { ...reply, body: Buffer.from(JSON.stringify({ error: reply.refused, env: settings[key] })) }
        : reply,
  }))
}

/** The check of a required field also fails if the request is accepted without it. */
function demanded({ id, bounds }: SignedOperation, name: string): string[] {
  return bounds.flatMap(({ input, keyword }) => (input === name && keyword === 'required' ? [`${id}.input.${input}.${keyword}`] : []))
}

/** A provider that answers such requests, whatever their signature. */
function make(operation: SignedOperation, id: string, of: string, isSeen: (request: Received) => boolean): Mutant {
  return seenWhereMalformed(operation, `lax.${id}`, `looks at no signature ${of}`, () => answering(isSeen))
}

/** A provider that only wrong signatures of malformed or unusual requests show. */
export function seenWhereMalformed(operation: SignedOperation, id: string, title: string, hooks: Mutant['hooks']): Mutant {
  return mutant(operation, { id: `signature.${id}`, title, caughtBy: [`signature.${malformedId}`], isObserved: true, hooks })
}
