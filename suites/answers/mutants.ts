import type { Operation } from '../../contracts/contract.ts'
import { placeNamed } from '../../contracts/credential-place.ts'
import { refuse } from '../../provider/judgement/refusals.ts'
import type { Hooks, Mutant } from '../../provider/mutant.ts'
import type { Received } from '../../provider/received.ts'
import type { Reply } from '../../provider/reply.ts'
import { mutant, onSuccess, unjust } from '../mutant.ts'
import { textMutants } from './text-mutants.ts'

/** Providers that answer right requests with another status, another media type or a broken body, or refuse them. */
export function messageMutants(operation: Operation): Mutant[] {
  const { mediaType } = operation.success
  if (mediaType === undefined) return [...statuses(operation, isSuccess), withBody(operation), ...refusals(operation)]
  return [
    ...statuses(operation),
    ...mediaTypes(operation),
    ...textMutants(operation),
    ...refusals(operation),
    ...preferences(operation, mediaType),
    ...namesAsListed(operation),
    breakingOffUncoded(operation),
    ...withoutOptional(operation),
  ]
}

const otherStatuses = [200, 201, 202, 203, 206, 299, 400, 401, 403, 404]

/** Without a body any other status than that of a success is a refusal. */
function isSuccess(status: number): boolean {
  return status < 300
}

function withBody(operation: Operation): Mutant {
  const { status } = operation.success
  return mutant(operation, {
    id: 'with-body',
    title: 'a success with a body',
    caughtBy: ['empty', ...(status === 204 ? ['status'] : [])],
    hooks: () =>
      onSuccess(() => ({
        status: status === 204 ? 200 : status,
        headers: { 'content-type': 'application/json' },
        body: Buffer.from('{"status":"success"}'),
      })),
  })
}

function statuses(operation: Operation, isPossible: (status: number) => boolean = () => true): Mutant[] {
  const others = otherStatuses.filter((status) => status !== operation.success.status && isPossible(status))
  return others.map((status) =>
    mutant(operation, {
      id: `status-${status}`,
      title: `a success with the status ${status}`,
      caughtBy: ['status'],
      hooks: () => onSuccess((reply) => ({ ...reply, status })),
    }),
  )
}

const otherMediaTypes: Readonly<Record<string, string | undefined>> = {
  html: 'text/html; charset=utf-8',
  plain: 'text/plain',
  problem: 'application/problem+json',
  'text-json': 'text/json',
  'other-suffix': 'application/vnd.service+json',
  stream: 'application/octet-stream',
  javascript: 'application/javascript',
  lines: 'application/jsonl',
  none: undefined,
}

function mediaTypes(operation: Operation): Mutant[] {
  return Object.entries(otherMediaTypes).map(([name, mediaType]) =>
    mutant(operation, {
      id: `media-type-${name}`,
      title: `a success ${mediaType === undefined ? 'without a media type' : `as ${mediaType}`}`,
      caughtBy: ['media-type'],
      hooks: () =>
        onSuccess((reply) => {
          const { 'content-type': _, ...others } = reply.headers
          return { ...reply, headers: mediaType === undefined ? others : { ...others, 'content-type': mediaType } }
        }),
    }),
  )
}

function refusals(operation: Operation): Mutant[] {
  const hooks = (status: number, body: string): Hooks => ({
    reply: (reply, _request, refusal) =>
      refusal ? reply : { status, headers: { 'content-type': 'application/json' }, body: Buffer.from(body) },
  })
  const refusing = (id: string, title: string, made: () => Hooks, caughtBy = 'accepted') =>
    mutant(operation, { id, title, caughtBy: [caughtBy], hooks: made })
  const wrongPath = (_decision: unknown, _request: Received) => refuse('route', 'There is nothing at this path.')
  return [
    refusing('refuses-all', 'refuses every request', () => ({ authenticate: () => unjust() })),
    refusing('serves-no-path', 'does not know the path', () => ({ authenticate: wrongPath })),
    refusing('gone-always', 'answers every right request with 410', () => hooks(410, '{"error":{"message":"gone"}}')),
    refusing('fails-every-second', 'answers every second right request with 500', () => everySecond(operation, failing(500))),
    refusing(
      'wants-accept',
      'refuses who does not say which answers it takes',
      () => wanting((accept) => accept !== ''),
      'accepted.accept-none',
    ),
    refusing('wants-media-type', 'refuses who takes any answer', () => wanting((accept) => accept !== '*/*'), 'accepted.accept-any'),
    refusing('errs-every-second', 'answers every second right request with 200 and an error', () => everySecond(operation, failing(200))),
    refusing('errs-with-200', 'answers every right request with 200 and an error', () =>
      hooks(200, '{"status":"error","message":"failed"}'),
    ),
  ]
}

/** Answers that go wrong only if something optional is left out, which is right all the same. */
function withoutOptional(operation: Operation): Mutant[] {
  const [optional] = operation.parameters.filter((parameter) => parameter.in === 'query' && !parameter.required)
  if (!optional) return []
  const isLeftOut = ({ query }: Received) => !query.has(optional.name)
  return [
    mutant(operation, {
      id: `fails-without.${optional.name}`,
      title: `answers with 500 where ${optional.name} is left out`,
      caughtBy: ['accepted'],
      isObserved: true,
      hooks: () => ({ reply: (reply, request, refusal) => (refusal || !isLeftOut(request) ? reply : failing(500)) }),
    }),
    mutant(operation, {
      id: `breaks-off-without.${optional.name}`,
      title: `answers with JSON that breaks off where ${optional.name} is left out`,
      caughtBy: ['json'],
      isObserved: true,
      hooks: () => ({
        reply: (reply, request, refusal) => (refusal || !isLeftOut(request) ? reply : { ...reply, body: reply.body.subarray(0, -1) }),
      }),
    }),
  ]
}

/** What a client gets that takes any answer, or says nothing of it. */
function preferences(operation: Operation, mediaType: string): Mutant[] {
  const unasked = ({ accept = '*/*' }: Received['headers']) => !accept.includes(mediaType)
  return [
    mutant(operation, {
      id: 'media-type-asked-for',
      title: `answers as text/html unless ${mediaType} is asked for`,
      caughtBy: ['media-type'],
      hooks: () => ({
        reply: (reply, { headers }, refusal) =>
          refusal || !unasked(headers) ? reply : { ...reply, headers: { ...reply.headers, 'content-type': 'text/html' } },
      }),
    }),
    mutant(operation, {
      id: 'json-asked-for',
      title: `answers in XML unless ${mediaType} is asked for`,
      caughtBy: ['json'],
      hooks: () => ({
        reply: (reply, { headers }, refusal) => (refusal || !unasked(headers) ? reply : { ...reply, body: Buffer.from('<answer/>') }),
      }),
    }),
  ]
}

/** Finds the header of a credential only under its name as it is listed, as where headers come as they were sent. */
function namesAsListed(operation: Operation): Mutant[] {
  const { authentication } = operation
  if (authentication.kind === 'none') return []
  const name = authentication.kind === 'signed' ? authentication.key.header : authentication.header
  if (placeNamed(name).in !== 'header') return []
  return [
    mutant(operation, {
      id: `reads-name-as-listed.${name}`,
      title: `finds the header ${name} only where its name is in the listed case`,
      caughtBy: ['accepted.accept-any'],
      hooks: () => ({ authenticate: (decision, { written }) => decision ?? (written.includes(name) ? undefined : unjust()) }),
    }),
  ]
}

function failing(status: number): Reply {
  return { status, headers: { 'content-type': 'application/json' }, body: Buffer.from('{"error":{"message":"it failed"}}') }
}

/** Breaks off where the answer is not compressed, as where the length of the compressed one is kept for both. */
function breakingOffUncoded(operation: Operation): Mutant {
  return mutant(operation, {
    id: 'breaks-off-uncoded',
    title: 'answers with JSON that breaks off where no content coding is taken',
    caughtBy: ['json'],
    hooks: () => ({
      reply: (reply, { headers }, refusal) =>
        refusal || headers['accept-encoding'] !== 'identity' ? reply : { ...reply, body: reply.body.subarray(0, -1) },
    }),
  })
}

function wanting(isWanted: (accept: string) => boolean): Hooks {
  return { reply: (reply, { headers }, refusal) => (refusal || isWanted(headers['accept'] ?? '') ? reply : failing(406)) }
}

function everySecond({ success }: Operation, failure: Reply): Hooks {
  let count = 0
  return {
    reply: (reply, { headers }, refusal) => {
      if (refusal || headers['accept'] !== (success.mediaType ?? 'application/json')) return reply
      count += 1
      return count % 2 === 0 ? failure : reply
    },
  }
}
