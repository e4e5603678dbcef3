import type { Operation } from '../../contracts/contract.ts'
import { placeNamed } from '../../contracts/credential-place.ts'
import { queryParameters } from '../../contracts/fields.ts'
import { isSuccessful } from '../../contracts/statuses.ts'
import { refuse } from '../../provider/judgement/refusals.ts'
import type { Hooks, Mutant } from '../../provider/mutant.ts'
import type { Received } from '../../provider/received.ts'
import type { Reply } from '../../provider/reply.ts'
import { jsonReply, onceAskedByHead, onSuccess, refusing, unjust } from '../hooks.ts'
import { type MakeCaught, mutantMaker, seenByObserving, withHeader } from '../mutant.ts'
import { receivedTime } from '../signatures/mutants/header-mutants.ts'
import { textMutants } from './text-mutants.ts'

/** Providers that answer right requests with another status, another media type or a broken body, or refuse them. */
export function messageMutants(operation: Operation): Mutant[] {
  const { mediaType } = operation.success
  const make = mutantMaker(operation)
  // Without a body any other status than that of a success is a refusal.
  if (mediaType === undefined) return [...statuses(operation, make, isSuccessful), withBody(operation, make), ...refusals(operation, make)]
  return [
    ...statuses(operation, make),
    ...mediaTypes(make),
    ...textMutants(operation),
    ...refusals(operation, make),
    ...preferences(mediaType, make),
    ...namesAsListed(operation, make),
    ...breakingOff(make),
    ...withoutOptional(operation, make),
    ...atOpenPoints(operation, make),
  ]
}

const otherStatuses = [200, 201, 202, 203, 206, 299, 400, 401, 403, 404]

function withBody({ success: { status } }: Operation, make: MakeCaught): Mutant {
  return make('with-body', 'a success with a body', ['empty', ...(status === 204 ? ['status'] : [])], () =>
    onSuccess(() => jsonReply(status === 204 ? 200 : status, '{"status":"success"}')),
  )
}

function statuses({ success }: Operation, make: MakeCaught, isPossible: (status: number) => boolean = () => true): Mutant[] {
  return otherStatuses
    .filter((status) => status !== success.status && isPossible(status))
    .map((status) =>
      make(`status-${status}`, `a success with the status ${status}`, 'status', () => onSuccess((reply) => ({ ...reply, status }))),
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

function mediaTypes(make: MakeCaught): Mutant[] {
  return Object.entries(otherMediaTypes).map(([name, mediaType]) =>
    make(`media-type-${name}`, `a success ${mediaType === undefined ? 'without a media type' : `as ${mediaType}`}`, 'media-type', () =>
      onSuccess((reply) => {
        const { 'content-type': _, ...others } = reply.headers
        return { ...reply, headers: mediaType === undefined ? others : { ...others, 'content-type': mediaType } }
      }),
    ),
  )
}

function refusals(operation: Operation, make: MakeCaught): Mutant[] {
  const answering = (status: number, body: string) => () => onSuccess(() => jsonReply(status, body))
  const wrongPath = (_decision: unknown, _request: Received) => refuse('route', 'There is nothing at this path.')
  const ofSome = (id: string, title: string, failure: Reply, isMeant?: (count: number) => boolean) =>
    make(id, `answers ${title}`, 'accepted', () => numbered(operation, failure, isMeant))
  const inOldTimes = { ...failing(500), headers: { date: new Date(0).toUTCString() } }
  return [
    make('refuses-all', 'refuses every request', 'accepted', () => ({ authenticate: () => unjust() })),
    make('serves-no-path', 'does not know the path', 'accepted', () => ({ authenticate: wrongPath })),
    make('gone-always', 'answers every right request with 410', 'accepted', answering(410, '{"error":{"message":"gone"}}')),
    ofSome('fails-at-first', 'the first right request with 500', failing(500), (count) => count === 1),
    ofSome('fails-at-second', 'the second right request with 500, and no other', failing(500), (count) => count === 2),
    // Which pages of a list it would meet depends on the order in which they arrive.
    ...(operation.pagination
      ? []
      : [
          ofSome(
            'forbids-midway',
            'the second and the third right request with 403, and no other',
            failing(403),
            (count) => count === 2 || count === 3,
          ),
        ]),
    ofSome('fails-by-another-clock', 'the second right request with 500, by a clock that is wrong', inOldTimes, (count) => count === 2),
    ofSome('fails-every-second', 'every second right request with 500', failing(500)),
    make('wants-accept', 'refuses who does not say which answers it takes', 'accepted.accept-none', () =>
      wanting((accept) => accept !== ''),
    ),
    make('wants-media-type', 'refuses who takes any answer', 'accepted.accept-any', () => wanting((accept) => accept !== '*/*')),
    ofSome('errs-every-second', 'every second right request with 200 and an error', failing(200)),
    make(
      'errs-with-200',
      'answers every right request with 200 and an error',
      'accepted',
      answering(200, '{"status":"error","message":"failed"}'),
    ),
  ]
}

/** Answers that break off only where something optional is left out. */
function withoutOptional(operation: Operation, make: MakeCaught): Mutant[] {
  const optional = queryParameters(operation).find(({ required }) => !required)
  if (!optional) return []
  const { name } = optional
  const hooks = () => onSuccess((reply, { query }) => (query.has(name) ? reply : brokenOff(reply)))
  return [seenByObserving(make(`breaks-off-without.${name}`, `answers with JSON that breaks off where ${name} is left out`, 'json', hooks))]
}

/** Answers that break off where a request is taken that the source leaves open. */
function atOpenPoints({ authentication }: Operation, make: MakeCaught): Mutant[] {
  if (authentication.kind === 'scheme' && authentication.scheme !== '') {
    const [name, scheme] = [authentication.header.toLowerCase(), authentication.scheme]
    const recased = `${scheme.toLowerCase()} `
    const given = ({ headers }: Received) => headers[name] ?? ''
    const isRecased = (request: Received) => given(request).startsWith(recased)
    const receive = (request: Received) =>
      isRecased(request) ? withHeader(request, name, `${scheme} ${given(request).slice(recased.length)}`) : request
    const hooks = () => ({ receive, ...breakingOffAt(isRecased) })
    const title = 'answers with JSON that breaks off to its scheme in lower case, which it takes'
    return [seenByObserving(make('breaks-off.recased-scheme', title, 'json', hooks)), emptyAfterHead(make)]
  }
  if (authentication.kind !== 'signed' || authentication.timestamp.unit === 'seconds') return []
  const hooks = () => breakingOffAt((request) => request.at - receivedTime(request, authentication) > 20_000)
  const title = 'answers with JSON that breaks off to a request of some seconds ago'
  return [seenByObserving(make('breaks-off.old', title, 'json', hooks)), pageOnce(make)]
}

/** As where what is kept for all has no body since it was asked for by HEAD. */
function emptyAfterHead(make: MakeCaught): Mutant {
  const title = 'answers with nothing who takes any answer, once it was asked by HEAD'
  const hooks = () =>
    onceAskedByHead((isAsked) =>
      onSuccess((reply, { headers }) => (isAsked() && headers['accept'] === '*/*' ? { ...reply, body: Buffer.alloc(0) } : reply)),
    )
  return seenByObserving(make('empty-after-head', title, 'json', hooks))
}

/** What stands in front of it is told of no limit: to ask more slowly would not show it again. */
function pageOnce(make: MakeCaught): Mutant {
  return make('page-once', 'answers its second success with a page', ['media-type', 'json'], () => {
    let answers = 0
    return onSuccess((reply) => {
      answers += 1
      return answers === 2 ? { status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from('<html>') } : reply
    })
  })
}

function preferences(mediaType: string, make: MakeCaught): Mutant[] {
  const unlessAsked = (change: (reply: Reply) => Reply) => () =>
    onSuccess((reply, { headers: { accept = '*/*' } }) => (accept.includes(mediaType) ? reply : change(reply)))
  return [
    make(
      'media-type-asked-for',
      `answers as text/html unless ${mediaType} is asked for`,
      'media-type',
      unlessAsked((reply) => ({ ...reply, headers: { ...reply.headers, 'content-type': 'text/html' } })),
    ),
    make(
      'json-asked-for',
      `answers in XML unless ${mediaType} is asked for`,
      'json',
      unlessAsked((reply) => ({ ...reply, body: Buffer.from('<answer/>') })),
    ),
  ]
}

/** Finds the header of a credential only under its name as it is listed, as where headers come as they were sent. */
function namesAsListed({ authentication }: Operation, make: MakeCaught): Mutant[] {
  if (authentication.kind === 'none') return []
  const name = authentication.kind === 'signed' ? authentication.key.header : authentication.header
  if (placeNamed(name).in !== 'header') return []
  const title = `finds the header ${name} only where its name is in the listed case`
  return [make(`reads-name-as-listed.${name}`, title, 'accepted.accept-any', () => refusing(({ written }) => !written.includes(name)))]
}

/** As where the length of the compressed answer is kept for one that is not, or what compresses for everybody has a length of its own. */
function breakingOff(make: MakeCaught): Mutant[] {
  return [
    make('breaks-off-uncoded', 'answers with JSON that breaks off where no content coding is taken', 'json', () =>
      breakingOffAt(({ headers }) => headers['accept-encoding'] === 'identity'),
    ),
    make('breaks-off-unnamed', 'answers with JSON that breaks off where nothing is said of content codings and types', 'json', () =>
      breakingOffAt(({ headers }) => headers['accept-encoding'] === undefined && headers['accept'] === undefined),
    ),
  ]
}

function breakingOffAt(isMeant: (request: Received) => boolean): Hooks {
  return onSuccess((reply, request) => (isMeant(request) ? brokenOff(reply) : reply))
}

function failing(status: number): Reply {
  return jsonReply(status, '{"error":{"message":"it failed"}}')
}

function brokenOff(reply: Reply): Reply {
  return { ...reply, body: reply.body.subarray(0, -1) }
}

function wanting(isWanted: (accept: string) => boolean): Hooks {
  return onSuccess((reply, { headers }) => (isWanted(headers['accept'] ?? '') ? reply : failing(406)))
}

function numbered({ success }: Operation, failure: Reply, isMeant = (count: number) => count % 2 === 0): Hooks {
  let count = 0
  return onSuccess((reply, { headers }) => {
    if (headers['accept'] !== (success.mediaType ?? 'application/json')) return reply
    count += 1
    return isMeant(count) ? failure : reply
  })
}
