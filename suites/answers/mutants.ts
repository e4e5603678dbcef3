import { gzipSync } from 'node:zlib'
import type { Operation } from '../../contracts/contract.ts'
import type { Hooks, Mutant } from '../../provider/mutant.ts'
import type { Received } from '../../provider/received.ts'
import { refuse } from '../../provider/refusals.ts'
import type { Reply } from '../../provider/reply.ts'
import { mutant, unjust } from '../mutant.ts'

/** Successes with another status, another media type or a broken body, and right requests that are refused. */
export function messageMutants(operation: Operation): Mutant[] {
  return [
    ...statuses(operation),
    ...mediaTypes(operation),
    ...brokenTexts(operation),
    ...doubtfulTexts(operation),
    ...refusals(operation),
    ...preferences(operation),
    ...withoutOptional(operation),
  ]
}

const otherStatuses = [200, 201, 202, 203, 206, 299, 400, 401, 403, 404]

function statuses(operation: Operation): Mutant[] {
  const others = otherStatuses.filter((status) => status !== operation.success.status)
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

const textFaults: Readonly<Record<string, readonly [title: string, spoil: (text: string) => string]>> = {
  truncated: ['cut short', (text) => text.slice(0, -2)],
  'cut-in-half': ['cut in half', (text) => text.slice(0, Math.ceil(text.length / 2))],
  'trailing-comma': ['with a comma before its end', (text) => text.replace(/[}\]]$/, ',$&')],
  'single-quotes': ['with single quotes', (text) => text.replaceAll('"', "'")],
  'unquoted-keys': ['with bare keys', (text) => text.replace(/"(\w+)":/g, '$1:')],
  comment: ['with a comment', (text) => text.replace(/[}\]]$/, '/* end */$&')],
  callback: ['wrapped in a function call', (text) => `callback(${text})`],
  guard: ['behind a guard against inclusion', (text) => `)]}',\n${text}`],
  twice: ['twice in one body', (text) => `${text}\n${text}`],
  'debug-tail': ['with words behind it', (text) => `${text}\n<!-- served by node 3 -->`],
  'raw-newline': ['with a raw newline in a text', (text) => withNote(text, '"a\nb"')],
  undefined: ['with undefined in it', (text) => withNote(text, 'undefined')],
  'not-a-number': ['with NaN in it', (text) => withNote(text, 'NaN')],
  infinity: ['with Infinity in it', (text) => withNote(text, 'Infinity')],
  'leading-zero': ['with a leading zero in a number', (text) => withNote(text, '007')],
  'bare-point': ['with a number that begins with its point', (text) => withNote(text, '.5')],
  empty: ['that is empty', () => ''],
}

/** A text of JSON with a member more in its first object. */
function withNote(text: string, value: string): string {
  return text.replace('{', () => `{"note":${value},`)
}

/** Texts whose bytes are not UTF-8. */
const otherBytes: Readonly<Record<string, readonly [title: string, spoil: (body: Buffer) => Buffer]>> = {
  'invalid-utf-8': ['with bytes that are not UTF-8', (body) => Buffer.from(withNote(body.toString('latin1'), '"\xc3("'), 'latin1')],
  'utf-16': ['in UTF-16', (body) => Buffer.from(`\ufeff${body.toString('utf8')}`, 'utf16le')],
}

/** Content codings that are said of a body, and what is done to it. */
const falseCodings: Readonly<Record<string, readonly [title: string, coding: string, spoil: (body: Buffer) => Buffer]>> = {
  untrue: ['that is called gzip and is none', 'gzip', (body) => body],
  other: ['that is called Brotli and is gzip', 'br', (body) => gzipSync(body)],
  unknown: ['in a coding that nobody knows', 'packed', (body) => body],
  nested: ['that is compressed twice', 'gzip, gzip', (body) => gzipSync(gzipSync(body))],
  hidden: ['that is compressed twice and says so once', 'gzip', (body) => gzipSync(gzipSync(body))],
}

function brokenTexts(operation: Operation): Mutant[] {
  const broken = (name: string, title: string, spoil: (body: Buffer) => Buffer) =>
    mutant(operation, {
      id: `json-${name}`,
      title: `a body ${title}`,
      caughtBy: ['json'],
      hooks: () => onSuccess((reply) => ({ ...reply, body: spoil(reply.body) })),
    })
  return [
    ...Object.entries(textFaults).map(([name, [title, spoil]]) => broken(name, title, (body) => Buffer.from(spoil(body.toString('utf8'))))),
    ...Object.entries(otherBytes).map(([name, [title, spoil]]) => broken(name, title, spoil)),
    ...Object.entries(falseCodings).map(([name, [title, coding, spoil]]) =>
      mutant(operation, {
        id: `coding-${name}`,
        title: `a body ${title}`,
        caughtBy: ['json'],
        hooks: () =>
          onSuccess((reply) => ({ ...reply, headers: { ...reply.headers, 'content-encoding': coding }, body: spoil(reply.body) })),
      }),
    ),
  ]
}

const doubtfulBytes: Readonly<Record<string, readonly [title: string, check: string, spoil: (body: Buffer) => Buffer]>> = {
  'duplicate-key': [
    'a key twice in its outermost object',
    'json.keys',
    (body) => Buffer.from(body.toString('utf8').replace(/\{"(\w+)":/, '{"$1":null,"$1":')),
  ],
  'byte-order-mark': ['a byte order mark', 'json.text', (body) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), body])],
  'precise-number': [
    'a number that double precision cannot hold',
    'json.numbers',
    (body) => Buffer.from(withNote(body.toString('utf8'), '12345678901234567890123')),
  ],
}

function doubtfulTexts(operation: Operation): Mutant[] {
  return Object.entries(doubtfulBytes).map(([name, [title, check, spoil]]) =>
    mutant(operation, {
      id: `json-${name}`,
      title: `a body with ${title}`,
      level: 'SHOULD',
      caughtBy: [check],
      hooks: () => onSuccess((reply) => ({ ...reply, body: spoil(reply.body) })),
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
    refusing('fails-every-second', 'answers every second right request with 500', () => everySecond(operation, 500)),
    refusing(
      'wants-accept',
      'refuses who does not say which answers it takes',
      () => wanting((accept) => accept !== ''),
      'accepted.accept-none',
    ),
    refusing('wants-media-type', 'refuses who takes any answer', () => wanting((accept) => accept !== '*/*'), 'accepted.accept-any'),
    refusing('errs-with-200', 'answers every right request with 200 and an error', () =>
      hooks(200, '{"status":"error","message":"failed"}'),
    ),
  ]
}

/** Answers that go wrong only where something optional is left out, which is right all the same. */
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
function preferences(operation: Operation): Mutant[] {
  const { mediaType } = operation.success
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

function failing(status: number): Reply {
  return { status, headers: { 'content-type': 'application/json' }, body: Buffer.from('{"error":{"message":"it failed"}}') }
}

function wanting(isWanted: (accept: string) => boolean): Hooks {
  return { reply: (reply, { headers }, refusal) => (refusal || isWanted(headers['accept'] ?? '') ? reply : failing(406)) }
}

function everySecond({ success }: Operation, status: number): Hooks {
  let count = 0
  return {
    reply: (reply, { headers }, refusal) => {
      if (refusal || headers['accept'] !== success.mediaType) return reply
      count += 1
      return count % 2 === 0 ? failing(status) : reply
    },
  }
}

/** Spoils successes and leaves refusals as they are. */
export function onSuccess(spoil: (reply: Reply) => Reply): Hooks {
  return { reply: (reply, _request, refusal) => (refusal ? reply : spoil(reply)) }
}
