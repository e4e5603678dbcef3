import type { Operation } from '../../contracts/contract.ts'
import { inputAt, ownName, queryParameters, requestFields } from '../../contracts/fields.ts'
import { mayLeadTo } from '../../contracts/lenient-path.ts'
import { isSigned } from '../../contracts/operation-kinds.ts'
import { edited } from '../../provider/edits.ts'
import type { Hooks, Mutant } from '../../provider/mutant.ts'
import { membersOf, type Received } from '../../provider/received.ts'
import type { Reply } from '../../provider/reply.ts'
import { jsonValue } from '../../text/json/json-text.ts'
import { pointerSteps } from '../../text/json/pointer.ts'
import { formBodies } from '../access/form-bodies.ts'
import { jsonReply } from '../hooks.ts'
import { mutant } from '../mutant.ts'
import { long, malformations } from './probe.ts'

/** Providers that break on malformed requests: they answer with a 5xx, or with a stack trace. */
export function robustnessMutants(operation: Operation): Mutant[] {
  const hasInputs = queryParameters(operation).length > 0 || requestFields(operation).length > 0
  const longOnes = inLongRequests(operation)
  const make = (id: string, title: string, caughtBy: readonly string[], spoil: NonNullable<Hooks['reply']>) =>
    mutant(operation, {
      id: `robustness.${id}`,
      title,
      level: 'SHOULD',
      caughtBy: caughtBy.map((check) => `robustness.${check}`),
      hooks: () => ({ reply: spoil }),
    })
  const failing = (stumbles: (request: Received) => boolean) => (reply: Reply, request: Received) => (stumbles(request) ? failure : reply)
  const noJson = ['body.malformed', 'body.empty', ...(isSigned(operation) ? formBodies.map(({ id }) => `body.${id}`) : [])]
  const { pagination } = operation
  const zeros = pagination ? [pagination.page.request, pagination.size.request] : []
  return [
    ...zeros.map((pointer) => {
      const name = inputAt(pointer)
      const isZero = ({ body }: Received) => new RegExp(`"${name}":0\\b`).test(body.toString('utf8'))
      return make(`fails-on-zero-${name}`, `fails where ${name} is zero`, [`${name}.zero`], failing(isZero))
    }),
    ...leftOut(operation).map(({ id, name }) =>
      make(`fails-without-${name}`, `fails where ${name} is left out`, [id], (reply, request, refusal) =>
        refusal || !lacks(operation, request, name) ? reply : failure,
      ),
    ),
    ...(longOnes.length > 0 ? [make('fails-on-long-values', 'fails where a value is very long', longOnes, failing(isLong))] : []),
    ...(operation.body
      ? [
          make(
            'fails-on-broken-json',
            'fails where a body is no JSON',
            noJson,
            failing(({ body }) => jsonValue(body.toString('utf8')) === undefined),
          ),
          make('shows-its-code', 'shows a stack trace where the media type is wrong', ['body.media-type'], (reply, request) =>
            request.headers['content-type']?.startsWith('text/') === true ? trace : reply,
          ),
        ]
      : []),
    ...(hasInputs ? [] : [failingOnOtherMethods(operation)]),
    ...spoilingOnLongValues(operation),
  ]
}

/** Bears a very long value that the document allows, and answers it with a list that holds what is no record. */
function spoilingOnLongValues(operation: Operation): Mutant[] {
  const [list] = pointerSteps(operation.payload.envelope)
  const field = operation.success.fields.find(({ path }) => path.length === 1 && path[0] === list)
  if (!field || !malformations(operation).some(({ nature }) => nature)) return []
  return [
    mutant(operation, {
      id: 'robustness.spoils-list-of-long-value',
      title: 'has a null in its list where a value is very long',
      caughtBy: [ownName(operation, field.requirement)],
      isObserved: true,
      hooks: () => ({
        answer: (answer, request) => (isLong(request) ? edited(answer, field.path, (all) => [...(all as unknown[]), null]) : answer),
      }),
    }),
  ]
}

/** The checks of what is left out alone, with its name. */
function leftOut(operation: Operation): { readonly id: string; readonly name: string }[] {
  return malformations(operation).flatMap(({ id, isObserved, changes }) =>
    Object.entries(changes.inputs ?? {}).flatMap(([name, value]) => (isObserved && value === undefined ? [{ id, name }] : [])),
  )
}

/** True if a request has all other values of its query and its body, but not this one. */
function lacks(operation: Operation, { query, body }: Received, name: string): boolean {
  const given = new Set([...query.keys(), ...Object.keys(membersOf(body))])
  const inputs = [...queryParameters(operation), ...requestFields(operation)]
  return inputs.every((input) => given.has(input.name) === (input.name !== name))
}

/** The checks of all that is sent in a request with a very long text. */
function inLongRequests(operation: Operation): string[] {
  const sent = Map.groupBy(malformations(operation), ({ role }) => role)
  const isLongText = (value: unknown) => typeof value === 'string' && value.length >= long
  return [...sent.values()].flatMap((all) =>
    all.some(({ changes }) => Object.values(changes.inputs ?? {}).some(isLongText)) ? all.map(({ id }) => id) : [],
  )
}

/** An operation without inputs can only be asked with a wrong method. */
function failingOnOtherMethods(operation: Operation): Mutant {
  const mark = 'x-other-method'
  const { method, path } = operation
  return mutant(operation, {
    id: 'robustness.fails-on-other-method',
    title: 'fails where it is called by another method',
    level: 'SHOULD',
    caughtBy: ['robustness.method'],
    hooks: () => ({
      route: (request) =>
        mayLeadTo(request.path, path) && request.method !== method
          ? { ...request, method, headers: { ...request.headers, [mark]: request.method } }
          : request,
      reply: (answer, { headers }) => (headers[mark] ? failure : answer),
    }),
  })
}

const failure = jsonReply(500, '{"error":{"message":"internal error"}}')

const trace: Reply = {
  status: 400,
  headers: { 'content-type': 'text/plain' },
  body: Buffer.from('TypeError: no body\n    at parse (/srv/service/body.js:12:34)\n    at handle (/srv/service/server.js:56:7)\n'),
}

function isLong({ body, query }: Received): boolean {
  return body.length + query.toString().length >= long
}
