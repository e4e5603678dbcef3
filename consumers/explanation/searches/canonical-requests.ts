import type { Construction, SignedPart } from '../../../contracts/construction.ts'
import { hashed, hmac } from '../../../contracts/hashing.ts'
import { isTimestamp } from '../../../contracts/mistakes/mistake.ts'
import { statedTime } from '../../../contracts/signed-time.ts'
import { canonicalString, partValue } from '../../../contracts/signing.ts'
import { memoized } from '../../../language/memoized.ts'
import { sha256 } from '../../../text/digest.ts'
import type { Endpoint, Input } from '../given-signature.ts'
import { encodings, enumerated, type Guess, type Made, type Way } from './guesses.ts'
import { inSeconds } from './messages.ts'
import { choices } from './selections.ts'

/** One choice of those that make a canonical request: one text, or one for each body; none of a time that is no date. */
type Choice = Way<Made<string>>

/** What stands between the path of a request, mostly its own, and the hash of its body. */
type Framing = Choice & { readonly path?: string }

interface Form extends Way<(request: string, input: Input) => string> {
  readonly key: (input: Input) => string | Buffer
}

/** Canonical requests, as AWS and those who do it alike have them: signed themselves, their hash, or a text with their hash. */
export function* canonicalRequests(construction: Construction, address: Endpoint): Generator<Guess> {
  const forms = formsOf(construction)
  for (const request of requestsOf(construction, address)) {
    const requests = memoized(request.make)
    for (const { words, make: message, key } of forms) {
      yield {
        words: words.replace('%', request.words),
        make: (input) => requests(input).map((text) => hmac(construction.hash, key(input), message(text, input))),
      }
    }
  }
}

function requestsOf(construction: Construction, { method, path: own }: Endpoint): Choice[] {
  const all = [...bare, ...framings(construction, own)].flatMap(({ words, make: before, path = own }) =>
    payloads(construction).map(
      (payload): Choice => ({
        words: `a canonical request ${words} and ${payload.words}`,
        make: (input) => payload.make(input).map((hash) => [method, path, ...before(input), hash].join('\n')),
      }),
    ),
  )
  const address = { method, path: own }
  const whole = { words: 'the parts', make: ({ values }: Input) => [canonicalString(construction, values)] }
  return [whole, ...all, ...signingStrings(construction, address), ...withContentMd5(construction, address)]
}

const bare: readonly Framing[] = [1, 0, 2, 3, 4].map((empty) => ({
  words: empty === 1 ? 'without headers' : `without headers, with ${empty} empty lines`,
  make: () => Array.from({ length: empty }, () => ''),
}))

/** What of the headers stands in a canonical request; where all of it does, also behind other paths. */
function framings(construction: Construction, path: string): Framing[] {
  const whole = ({ lines, names }: HeaderList) => ['', ...lines, '', names]
  return headerListsOf(construction).flatMap(({ words, make }): Framing[] => [
    ...[`${path}/`, '/'].map((path) => ({
      words: `of ${path} and the headers ${words}`,
      make: (input: Input) => whole(make(input)),
      path,
    })),
    { words: `of the headers ${words}`, make: (input) => whole(make(input)) },
    { words: `of the headers ${words} without an empty line`, make: (input) => ['', ...make(input).lines, make(input).names] },
    { words: `of the headers ${words} without their names`, make: (input) => ['', ...make(input).lines] },
    { words: `of the headers ${words} without a query and their names`, make: (input) => make(input).lines },
  ])
}

/** What S3 and many after it signed first: method, Content-MD5, Content-Type, the time and the path, one a line. */
function withContentMd5({ parts }: Construction, { method, path }: Endpoint): Choice[] {
  const time = parts.find(isTimestamp)?.name ?? ''
  const sums: readonly Choice[] = [
    ...encodings.map(([encoding, named]) => ({
      words: `the MD5 of the body in ${named}`,
      make: ({ bodies = [] }: Input) => bodies.map((body) => hashed('md5', body).toString(encoding)),
    })),
    { words: 'an empty line', make: () => [''] },
  ]
  return sums.flatMap(({ words, make }) =>
    ['application/json', 'application/json; charset=utf-8', ''].map(
      (type): Choice => ({
        words: `the method, ${words}, ${type || 'an empty line'}, ${time} and the path, one a line`,
        make: (input) => make(input).map((sum) => [method, sum, type, partValue(input.values, time), path].join('\n')),
      }),
    ),
  )
}

type Lines = Way<Made<readonly string[]>>

/** The lines of HTTP signatures: of the request, of its headers, and of the digest of its body. */
function signingStrings(construction: Construction, { method, path }: Endpoint): Choice[] {
  const target: Lines = { words: '(request-target)', make: () => [[`(request-target): ${method.toLowerCase()} ${path}`]] }
  const digest: Lines = {
    words: 'digest',
    make: ({ bodies = [] }) => bodies.map((body) => [`digest: SHA-256=${hashed('sha256', body).toString('base64')}`]),
  }
  const none: Lines = { words: '', make: () => [[]] }
  const listed = headerListsOf(construction).map(
    ({ words, make }): Lines => ({ words, make: (input) => [make(input).lines.map((line) => line.replace(':', ': '))] }),
  )
  const choices = [target, none].flatMap((first) =>
    [...listed, none].flatMap((second) => [none, digest].map((third) => [first, second, third] as const)),
  )
  return choices
    .filter((choice) => choice.some((each) => each !== none))
    .map(([first, second, third]) => ({
      words: `the lines of an HTTP signature: ${[first, second, third].flatMap(({ words }) => words || []).join(', ')}`,
      make: (input) => {
        const before = [...first.make(input).flat(), ...second.make(input).flat()]
        return third.make(input).map((last) => [...before, ...last].join('\n'))
      },
    }))
}

function payloads(construction: Construction): Choice[] {
  return [
    { words: 'the hash of the body', make: ({ bodies = [] }) => bodies.map(sha256) },
    { words: 'the body', make: ({ bodies = [] }) => bodies },
    { words: 'the hash of the parts', make: ({ values }) => [sha256(canonicalString(construction, values))] },
    { words: 'the hash of an empty body', make: () => [sha256('')] },
    { words: 'UNSIGNED-PAYLOAD', make: () => ['UNSIGNED-PAYLOAD'] },
  ]
}

interface HeaderList {
  readonly lines: readonly string[]
  readonly names: string
}

function headerListsOf({ parts }: Construction): Way<(input: Input) => HeaderList>[] {
  const known = [['content-type', () => 'application/json'] as const, ...parts.flatMap(headerOf)]
  return choices(known.toSorted(([one], [other]) => (one < other ? -1 : 1)))
    .filter(({ length }) => length > 0)
    .map((headers) => ({
      words: enumerated(headers.map(([name]) => name)),
      make: (input: Input) => ({
        lines: headers.map(([name, value]) => `${name}:${value(input)}`),
        names: headers.map(([name]) => name).join(';'),
      }),
    }))
}

function headerOf({ name, header }: SignedPart): (readonly [name: string, value: (input: Input) => string])[] {
  return header === undefined ? [] : [[header.toLowerCase(), ({ values }) => partValue(values, name)]]
}

/** What services call the way in which they sign; some do not. */
const algorithms = ['AWS4-HMAC-SHA256', 'HMAC-SHA256', 'SDK-HMAC-SHA256', 'TC3-HMAC-SHA256', 'ACS3-HMAC-SHA256', '']

const scopes = ['execute-api', 's3', 'service', 'withdraw'].map((service) => ['us-east-1', service, 'aws4_request'])

function formsOf(construction: Construction): Form[] {
  const times = timesOf(construction)
  const date = dateOf(construction)
  const plainly = ({ secret }: Input) => secret
  const told = algorithms.flatMap((algorithm) =>
    times.map(
      ({ words, make: time }): Form => ({
        words: `${[algorithm, words].filter((each) => each !== '').join(', ')} and the hash of %, a line each`,
        make: (request, input) => [algorithm, time(input), sha256(request)].filter((line) => line !== '').join('\n'),
        key: plainly,
      }),
    ),
  )
  const scoped = scopes.flatMap((scope) =>
    times.flatMap(({ words, make: time }) => {
      const said = `AWS4-HMAC-SHA256, ${words}, the scope of ${scope.join('/')} and the hash of %, a line each`
      const message = (request: string, input: Input) =>
        ['AWS4-HMAC-SHA256', time(input), [date(input), ...scope].join('/'), sha256(request)].join('\n')
      return [
        { words: `${said}, under the key that AWS derives`, make: message, key: awsKey(date, scope) },
        { words: said, make: message, key: plainly },
      ]
    }),
  )
  return [
    { words: '%', make: (request) => request, key: plainly },
    { words: 'the hash of %', make: sha256, key: plainly },
    ...told,
    ...scoped,
  ]
}

function awsKey(date: (input: Input) => string, scope: readonly string[]): Form['key'] {
  return (input) => [date(input), ...scope].reduce<string | Buffer>((key, step) => hmac('sha256', key, step), `AWS4${input.secret}`)
}

/** Each way to write the time; empty where it is not told. */
function timesOf({ parts }: Construction): Way<(input: Input) => string>[] {
  const part = parts.find(isTimestamp)
  const stated = ({ values }: Input) => values[part?.name ?? ''] ?? ''
  const iso = isoTimeOf({ parts })
  return [
    { words: 'the time', make: stated },
    { words: 'the time as AWS writes it', make: (input) => iso(input).replace(/[-:]|\.\d+/g, '') },
    { words: 'the time in seconds', make: (input) => inSeconds.make(stated(input)) },
    { words: 'the time in ISO 8601', make: iso },
    { words: '', make: () => '' },
  ]
}

/** The day of the timestamp, as AWS writes it. */
export function dateOf(construction: Pick<Construction, 'parts'>): (input: Input) => string {
  const iso = isoTimeOf(construction)
  return (input) => iso(input).slice(0, 10).replaceAll('-', '')
}

function isoTimeOf({ parts }: Pick<Construction, 'parts'>): (input: Input) => string {
  const part = parts.find(isTimestamp)
  return ({ values }) => {
    const time = statedTime(values[part?.name ?? ''], part?.unit)
    return Math.abs(time) <= 8.64e15 ? new Date(time).toISOString() : ''
  }
}
