import type { Construction, SignedPart } from '../../../contracts/construction.ts'
import { hashed, hmac } from '../../../contracts/hashing.ts'
import { isTimestamp } from '../../../contracts/mistakes/mistake.ts'
import { canonicalString, partValue } from '../../../contracts/signing.ts'
import { sha256 } from '../../../spec/digest.ts'
import type { Endpoint, Input, Signed } from '../given-signature.ts'
import type { Suspect } from '../suspects.ts'
import { enumerated, firstMade, type GuessedDigests } from './guessed-digests.ts'
import { inSeconds } from './messages.ts'

/** One choice of those that make a canonical request, in words. */
interface Choice {
  readonly words: string
  /** One text, or one for each body; none of a time that is no date. */
  readonly texts: (input: Input) => readonly string[]
}

/** What stands between the path of a request, mostly its own, and the hash of its body. */
interface Framing {
  readonly words: string
  readonly before: (input: Input) => readonly string[]
  readonly other?: string
}

/** What is signed of a canonical request, and under which key. */
interface Form {
  readonly words: string
  readonly message: (request: string, input: Input) => string
  readonly key: (input: Input) => string | Buffer
}

/** The suspect that signs a canonical request, as AWS and those who do it alike have it: itself, its hash, or a text with its hash. */
export function canonicalRequests(construction: Construction, address: Endpoint, given: Signed): Suspect[] {
  return firstMade(construction, given, guessed(construction, address, given.input))
}

function* guessed(construction: Construction, address: Endpoint, given: Input): Generator<GuessedDigests> {
  const forms = formsOf(construction)
  for (const request of requestsOf(construction, address)) {
    const requests = request.texts(given)
    for (const form of forms) {
      const digest = (text: string, input: Input) => hmac(construction.hash, form.key(input), form.message(text, input))
      const digests = (input: Input) => request.texts(input).map((text) => digest(text, input))
      const guesses = () => [{ words: form.words.replace('%', request.words), digests }]
      yield { digests: requests.map((text) => digest(text, given)), guesses }
    }
  }
}

function requestsOf(construction: Construction, { method, path }: Endpoint): Choice[] {
  const listed = headerListsOf(construction)
  const framings = listed.flatMap(({ words, make }) => [
    ...[`${path}/`, '/'].map((other) => ({
      words: `of ${other} and the headers ${words}`,
      before: (input: Input) => ['', ...make(input).lines, '', make(input).names],
      other,
    })),
    { words: `of the headers ${words}`, before: (input: Input) => ['', ...make(input).lines, '', make(input).names] },
    { words: `of the headers ${words} without an empty line`, before: (input: Input) => ['', ...make(input).lines, make(input).names] },
    { words: `of the headers ${words} without their names`, before: (input: Input) => ['', ...make(input).lines] },
    { words: `of the headers ${words} without a query and their names`, before: (input: Input) => make(input).lines },
  ])
  const bare = [1, 0, 2, 3, 4].map((empty) => ({
    words: empty === 1 ? 'without headers' : `without headers, with ${empty} empty lines`,
    before: () => Array.from({ length: empty }, () => ''),
  }))
  const framed: readonly Framing[] = [...bare, ...framings]
  const all = framed.flatMap(({ words, before, other = path }) =>
    payloads(construction).map(
      (payload): Choice => ({
        words: `a canonical request ${words} and ${payload.words}`,
        texts: (input) => payload.texts(input).map((hash) => [method, other, ...before(input), hash].join('\n')),
      }),
    ),
  )
  const whole = { words: 'the parts', texts: ({ values }: Input) => [canonicalString(construction, values)] }
  return [whole, ...all, ...signingStrings(construction, { method, path }), ...withContentMd5(construction, { method, path })]
}

/** What S3 and many after it signed first: method, Content-MD5, Content-Type, the time and the path, one a line. */
function withContentMd5({ parts }: Construction, { method, path }: Endpoint): Choice[] {
  const time = parts.find(isTimestamp)?.name ?? ''
  const sums = [
    {
      words: 'the MD5 of the body in base64',
      texts: ({ bodies = [] }: Input) => bodies.map((body) => hashed('md5', body).toString('base64')),
    },
    {
      words: 'the MD5 of the body in hexadecimal',
      texts: ({ bodies = [] }: Input) => bodies.map((body) => hashed('md5', body).toString('hex')),
    },
    { words: 'an empty line', texts: () => [''] },
  ]
  return sums.flatMap(({ words, texts }) =>
    ['application/json', 'application/json; charset=utf-8', ''].map(
      (type): Choice => ({
        words: `the method, ${words}, ${type || 'an empty line'}, ${time} and the path, one a line`,
        texts: (input) => texts(input).map((sum) => [method, sum, type, partValue(input.values, time), path].join('\n')),
      }),
    ),
  )
}

/** The lines of HTTP signatures: of the request, of its headers, and of the digest of its body. */
function signingStrings(construction: Construction, { method, path }: Endpoint): Choice[] {
  const target = { words: '(request-target)', lines: () => [[`(request-target): ${method.toLowerCase()} ${path}`]] }
  const digest = {
    words: 'digest',
    lines: ({ bodies = [] }: Input) => bodies.map((body) => [`digest: SHA-256=${hashed('sha256', body).toString('base64')}`]),
  }
  const none = { words: '', lines: () => [[]] }
  const listed = headerListsOf(construction).map(({ words, make }) => ({
    words,
    lines: (input: Input) => [make(input).lines.map((line) => line.replace(':', ': '))],
  }))
  const choices = [target, none].flatMap((first) =>
    [...listed, none].flatMap((second) => [none, digest].map((third) => [first, second, third] as const)),
  )
  return choices
    .filter((choice) => choice.some((each) => each !== none))
    .map(([first, second, third]) => ({
      words: `the lines of an HTTP signature: ${[first, second, third].flatMap(({ words }) => words || []).join(', ')}`,
      texts: (input) => {
        const before = [...first.lines().flat(), ...second.lines(input).flat()]
        return third.lines(input).map((last) => [...before, ...last].join('\n'))
      },
    }))
}

function payloads(construction: Construction): Choice[] {
  return [
    { words: 'the hash of the body', texts: ({ bodies = [] }) => bodies.map(sha256) },
    { words: 'the body', texts: ({ bodies = [] }) => bodies },
    { words: 'the hash of the parts', texts: ({ values }) => [sha256(canonicalString(construction, values))] },
    { words: 'the hash of an empty body', texts: () => [sha256('')] },
    { words: 'UNSIGNED-PAYLOAD', texts: () => ['UNSIGNED-PAYLOAD'] },
  ]
}

/** Choices of the headers that are sent: their lines and their names, sorted. */
function headerListsOf({ parts }: Construction) {
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

function choices<Thing>(things: readonly Thing[]): Thing[][] {
  return things.reduce<Thing[][]>((all, thing) => all.flatMap((each) => [[...each, thing], each]), [[]])
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
      ({ words, time }): Form => ({
        words: `${[algorithm, words].filter((each) => each !== '').join(', ')} and the hash of %, a line each`,
        message: (request, input) => [algorithm, time(input), sha256(request)].filter((line) => line !== '').join('\n'),
        key: plainly,
      }),
    ),
  )
  const scoped = scopes.flatMap((scope) =>
    times.flatMap(({ words, time }) => {
      const said = `AWS4-HMAC-SHA256, ${words}, the scope of ${scope.join('/')} and the hash of %, a line each`
      const message = (request: string, input: Input) =>
        ['AWS4-HMAC-SHA256', time(input), [date(input), ...scope].join('/'), sha256(request)].join('\n')
      return [
        { words: `${said}, under the key that AWS derives`, message, key: awsKey(date, scope) },
        { words: said, message, key: plainly },
      ]
    }),
  )
  return [
    { words: '%', message: (request) => request, key: plainly },
    { words: 'the hash of %', message: sha256, key: plainly },
    ...told,
    ...scoped,
  ]
}

function awsKey(date: (input: Input) => string, scope: readonly string[]): Form['key'] {
  return (input) => [date(input), ...scope].reduce<string | Buffer>((key, step) => hmac('sha256', key, step), `AWS4${input.secret}`)
}

/** Each way to write the time; empty where it is not told. */
function timesOf({ parts }: Construction): { readonly words: string; readonly time: (input: Input) => string }[] {
  const part = parts.find(isTimestamp)
  const stated = ({ values }: Input) => values[part?.name ?? ''] ?? ''
  const iso = isoTimeOf({ parts })
  return [
    { words: 'the time', time: stated },
    { words: 'the time as AWS writes it', time: (input) => iso(input).replace(/[-:]|\.\d+/g, '') },
    { words: 'the time in seconds', time: (input) => inSeconds.time(stated(input)) },
    { words: 'the time in ISO 8601', time: iso },
    { words: '', time: () => '' },
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
    const time = Number(values[part?.name ?? '']) * (part?.unit === 'seconds' ? 1000 : 1)
    return Math.abs(time) <= 8.64e15 ? new Date(time).toISOString() : ''
  }
}
