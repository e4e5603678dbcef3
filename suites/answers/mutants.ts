import type { Operation } from '../../contracts/contract.ts'
import { placeNamed } from '../../contracts/credential-place.ts'
import { isSuccessful } from '../../contracts/statuses.ts'
import { refuse } from '../../provider/judgement/refusals.ts'
import type { Hooks, Mutant } from '../../provider/mutant.ts'
import type { Received } from '../../provider/received.ts'
import type { Reply } from '../../provider/reply.ts'
import { jsonReply, onSuccess, refusing, unjust } from '../hooks.ts'
import { mutant, withHeader } from '../mutant.ts'
import { textMutants } from './text-mutants.ts'

/** Providers that answer right requests with another status, another media type or a broken body, or refuse them. */
export function messageMutants(operation: Operation): Mutant[] {
  const { mediaType } = operation.success
  // Without a body any other status than that of a success is a refusal.
  if (mediaType === undefined) return [...statuses(operation, isSuccessful), withBody(operation), ...refusals(operation)]
  return [
    ...statuses(operation),
    ...mediaTypes(operation),
    ...textMutants(operation),
    ...refusals(operation),
    ...preferences(operation, mediaType),
    ...namesAsListed(operation),
    breakingOffUncoded(operation),
    breakingOffUnnamed(operation),
    ...withoutOptional(operation),
    ...atOpenPoints(operation),
  ]
}

const otherStatuses = [200, 201, 202, 203, 206, 299, 400, 401, 403, 404]

function withBody(operation: Operation): Mutant {
  const { status } = operation.success
  return mutant(operation, {
    id: 'with-body',
    title: 'a success with a body',
    caughtBy: ['empty', ...(status === 204 ? ['status'] : [])],
    hooks: () => onSuccess(() => jsonReply(status === 204 ? 200 : status, '{"status":"success"}')),
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
  list: 'application/json; charset=utf-8, text/html',
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
  const answering = (status: number, body: string) => () => onSuccess(() => jsonReply(status, body))
  const made = (id: string, title: string, hooks: () => Hooks, caughtBy = 'accepted') =>
    mutant(operation, { id, title, caughtBy: [caughtBy], hooks })
  const wrongPath = (_decision: unknown, _request: Received) => refuse('route', 'There is nothing at this path.')
  return [
    made('refuses-all', 'refuses every request', () => ({ authenticate: () => unjust() })),
    made('serves-no-path', 'does not know the path', () => ({ authenticate: wrongPath })),
    made('gone-always', 'answers every right request with 410', answering(410, '{"error":{"message":"gone"}}')),
    made('fails-every-second', 'answers every second right request with 500', () => everySecond(operation, failing(500))),
    made(
      'wants-accept',
      'refuses who does not say which answers it takes',
      () => wanting((accept) => accept !== ''),
      'accepted.accept-none',
    ),
    made('wants-media-type', 'refuses who takes any answer', () => wanting((accept) => accept !== '*/*'), 'accepted.accept-any'),
    made('errs-every-second', 'answers every second right request with 200 and an error', () => everySecond(operation, failing(200))),
    made('errs-with-200', 'answers every right request with 200 and an error', answering(200, '{"status":"error","message":"failed"}')),
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
      hooks: () => onSuccess((reply, request) => (isLeftOut(request) ? failing(500) : reply)),
    }),
    mutant(operation, {
      id: `breaks-off-without.${optional.name}`,
      title: `answers with JSON that breaks off where ${optional.name} is left out`,
      caughtBy: ['json'],
      isObserved: true,
      hooks: () => onSuccess((reply, request) => (isLeftOut(request) ? brokenOff(reply) : reply)),
    }),
  ]
}

/** Answers that break off where a request is taken that the source leaves open. */
function atOpenPoints(operation: Operation): Mutant[] {
  const { authentication } = operation
  const breakingOff = (isOpen: (request: Received) => boolean) =>
    onSuccess((reply, request) => (isOpen(request) ? brokenOff(reply) : reply))
  const made = (id: string, title: string, hooks: Hooks) =>
    mutant(operation, {
      id: `breaks-off.${id}`,
      title: `answers with JSON that breaks off to ${title}`,
      caughtBy: ['json'],
      isObserved: true,
      hooks: () => hooks,
    })
  if (authentication.kind === 'scheme' && authentication.scheme !== '') {
    const [name, scheme] = [authentication.header.toLowerCase(), authentication.scheme]
    const recased = `${scheme.toLowerCase()} `
    const given = ({ headers }: Received) => headers[name] ?? ''
    const isRecased = (request: Received) => given(request).startsWith(recased)
    const receive = (request: Received) =>
      isRecased(request) ? withHeader(request, name, `${scheme} ${given(request).slice(recased.length)}`) : request
    return [made('recased-scheme', 'its scheme in lower case, which it takes', { receive, ...breakingOff(isRecased) })]
  }
  if (authentication.kind !== 'signed' || authentication.timestamp.unit === 'seconds') return []
  const name = authentication.timestamp.header.toLowerCase()
  return [
    made(
      'old',
      'a request of some seconds ago',
      breakingOff(({ at, headers }) => at - Number(headers[name]) > 20_000),
    ),
  ]
}

/** What a client gets that takes any answer, or says nothing of it. */
function preferences(operation: Operation, mediaType: string): Mutant[] {
  const unlessAsked = (change: (reply: Reply) => Reply) =>
    onSuccess((reply, { headers: { accept = '*/*' } }) => (accept.includes(mediaType) ? reply : change(reply)))
  return [
    mutant(operation, {
      id: 'media-type-asked-for',
      title: `answers as text/html unless ${mediaType} is asked for`,
      caughtBy: ['media-type'],
      hooks: () => unlessAsked((reply) => ({ ...reply, headers: { ...reply.headers, 'content-type': 'text/html' } })),
    }),
    mutant(operation, {
      id: 'json-asked-for',
      title: `answers in XML unless ${mediaType} is asked for`,
      caughtBy: ['json'],
      hooks: () => unlessAsked((reply) => ({ ...reply, body: Buffer.from('<answer/>') })),
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
      hooks: () => refusing(({ written }) => !written.includes(name)),
    }),
  ]
}

function failing(status: number): Reply {
  return jsonReply(status, '{"error":{"message":"it failed"}}')
}

function brokenOff(reply: Reply): Reply {
  return { ...reply, body: reply.body.subarray(0, -1) }
}

/** Breaks off where the answer is not compressed, as where the length of the compressed one is kept for both. */
function breakingOffUncoded(operation: Operation): Mutant {
  return mutant(operation, {
    id: 'breaks-off-uncoded',
    title: 'answers with JSON that breaks off where no content coding is taken',
    caughtBy: ['json'],
    hooks: () => onSuccess((reply, { headers }) => (headers['accept-encoding'] === 'identity' ? brokenOff(reply) : reply)),
  })
}

/** Breaks off where no content coding is named, as what compresses for everybody does with a length of its own. */
function breakingOffUnnamed(operation: Operation): Mutant {
  return mutant(operation, {
    id: 'breaks-off-unnamed',
    title: 'answers with JSON that breaks off where nothing is said of content codings and types',
    caughtBy: ['json'],
    hooks: () =>
      onSuccess((reply, { headers }) =>
        headers['accept-encoding'] === undefined && headers['accept'] === undefined ? brokenOff(reply) : reply,
      ),
  })
}

function wanting(isWanted: (accept: string) => boolean): Hooks {
  return onSuccess((reply, { headers }) => (isWanted(headers['accept'] ?? '') ? reply : failing(406)))
}

function everySecond({ success }: Operation, failure: Reply): Hooks {
  let count = 0
  return onSuccess((reply, { headers }) => {
    if (headers['accept'] !== (success.mediaType ?? 'application/json')) return reply
    count += 1
    return count % 2 === 0 ? failure : reply
  })
}
