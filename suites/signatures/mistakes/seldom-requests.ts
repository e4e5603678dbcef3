import { gunzipSync } from 'node:zlib'
import type { SignedOperation } from '../../../contracts/operation-kinds.ts'
import type { SentRequest } from '../../../engine/exchange.ts'
import { keepsConfigured } from '../../../engine/money/money.ts'
import type { Seed } from '../../../engine/seed.ts'
import type { Target } from '../../../engine/target.ts'
import type { Received } from '../../../provider/received.ts'
import { day } from '../../../text/day.ts'
import { compressed, withContentType, withSpaceBehind } from '../../access/edited-request.ts'

/** A request with nothing wrong but how it is signed, and what else is seldom about it: a guard may look at no signature there. */
interface Seldom {
  /** Which of the rare ways to sign it has, in words that complete "signed in …". */
  readonly way: string
  /** The id of that way, unless the seed chooses one. */
  readonly always?: string
  /** What else is seldom, in words that follow how it is signed. */
  readonly words?: string
  /** Its time, made of one that the target would take. */
  readonly timeOf?: (operation: SignedOperation, time: number, seed: Seed) => number
  /** How far ahead its time is, in milliseconds, where that does no harm. */
  readonly ahead?: number
  readonly reform?: (operation: SignedOperation, target: Target, seed: Seed) => (request: SentRequest) => SentRequest
}

/** Older than any limit that a service sets to the age of a request, in milliseconds. */
const oldAge = 8 * day

/** By role. */
export const seldomRequests: Readonly<Record<string, Seldom>> = {
  seldom: { way: 'a way', always: 'word-none' },
  'seldom.more': { way: 'another way', always: 'word-undefined' },
  'seldom.third': { way: 'a third way', always: 'word-test' },
  'seldom.fourth': { way: 'a fourth way', words: ', and, on this machine, a day ahead where any time may do', ahead: day },
  'seldom.fifth': {
    way: 'a fifth way',
    words: ', with white space of 64 KB behind its body',
    reform: () => (request) => withSpaceBehind(request, longestRead),
  },
  'seldom.sixth': { way: 'a sixth way', words: ', with its body in a form that few servers read', reform: inSomeForm },
  'seldom.seventh': {
    way: 'a seventh way',
    words: ', with a time that is in seconds, or eight days old where seconds are right',
    timeOf: longAgo,
  },
}

/** In seconds, which for who reads milliseconds is long ago; who takes both may look at no signature of a time in seconds, or of an old one. */
function longAgo({ authentication }: SignedOperation, time: number, seed: Seed): number {
  const old = time - oldAge
  return authentication.timestamp.unit === 'seconds' ? old : Math.floor(seed.pick('signature/seldom/age', [time, old]) / 1000)
}

/** True for a time that is too old for any service, but for zero and what is none. */
export function isLongAgo(time: number, now: number): boolean {
  return time >= 1 && now - time > oldAge / 2
}

/** Longer than what guards read of a body. */
export const longestRead = 65_536

/** One that the seed chooses. */
function inSomeForm(operation: SignedOperation, target: Target, seed: Seed): BodyForm['reform'] {
  const isFree = keepsConfigured(operation, target) === undefined
  return seed.pick(
    'signature/seldom/forms',
    bodyForms.filter(({ isOpaque }) => isFree || !isOpaque),
  ).reform
}

/** A form of a JSON body that some parsers read and some guards do not. */
interface BodyForm {
  readonly reform: (request: SentRequest) => SentRequest
  readonly isSeen: (request: Received) => boolean
  readonly read?: (body: Buffer) => Buffer
  /** True if it hides from a reader what the body carries, so that it stays on this machine. */
  readonly isOpaque?: true
}

const mark = Buffer.from('\ufeff')

export const bodyForms: readonly BodyForm[] = [
  typed(() => 'application/vnd.api+json', /\+json/),
  typed(() => 'text/json', /^text\/json/),
  typed((type) => `${type}; charset=iso-8859-1`, /iso-8859-1/),
  {
    reform: ({ body = Buffer.alloc(0), ...request }) => ({ ...request, body: Buffer.concat([mark, body]) }),
    isSeen: ({ body }) => body.subarray(0, mark.length).equals(mark),
    read: (body) => body.subarray(mark.length),
    isOpaque: true,
  },
  { reform: compressed, isSeen: ({ headers }) => headers['content-encoding'] === 'gzip', read: gunzipSync, isOpaque: true },
]

function typed(write: (type: string) => string, pattern: RegExp): BodyForm {
  return { reform: (request) => withContentType(request, write), isSeen: ({ headers }) => pattern.test(headers['content-type'] ?? '') }
}

/** A request as a parser reads it that knows all forms; undefined for one in none of them. */
export function readAnyway(request: Received, mediaType: string): Received | undefined {
  const form = bodyForms.find(({ isSeen }) => isSeen(request))
  const { 'content-encoding': _, ...headers } = request.headers
  return form && { ...request, headers: { ...headers, 'content-type': mediaType }, body: form.read?.(request.body) ?? request.body }
}
