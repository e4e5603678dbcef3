import type { Construction } from '../../../contracts/construction.ts'
import { hashed, hmac } from '../../../contracts/hashing.ts'
import type { Endpoint, Input, Signed } from '../given-signature.ts'
import type { Suspect } from '../suspects.ts'
import { allMade, type Guess } from './guesses.ts'
import { asStated, inSeconds, outside } from './messages.ts'

/** What other services sign, if neither reordering nor one or two mistakes of the catalogue explains it. */
interface Manner {
  /** In words that finish "it signs …". */
  readonly words: string
  readonly hash?: string
  readonly key?: (secret: string) => Buffer
  readonly message: (asked: Endpoint & Readonly<Record<'time' | 'key' | 'body', string>>) => string | Buffer
}

const decoded = (secret: string) => Buffer.from(secret, 'base64')

const manners: readonly Manner[] = [
  {
    words: 'the path and the bytes of the hash of timestamp and body, with HMAC-SHA512 and a decoded secret, as Kraken has it',
    hash: 'sha512',
    key: decoded,
    message: ({ path, time, body }) => Buffer.concat([Buffer.from(path), hashed('sha256', time + body)]),
  },
  {
    words: 'the timestamp, the method, the path and the body, with a decoded secret, as Coinbase has it',
    key: decoded,
    message: ({ time, method, path, body }) => time + method + path + body,
  },
  ...['5000', '10000', '20000'].map(
    (window): Manner => ({
      words: `the timestamp, the key, a window of ${window} and the body, as Bybit has it`,
      message: ({ time, key, body }) => time + key + window + body,
    }),
  ),
  {
    words:
      'the method, the path, an empty query, the SHA-512 of the body and the timestamp, a line each, with HMAC-SHA512, as Gate.io has it',
    hash: 'sha512',
    message: ({ method, path, body, time }) => [method, path, '', hashed('sha512', body).toString('hex'), time].join('\n'),
  },
  {
    words: '/api, the path, the timestamp and the body, with HMAC-SHA384, as Bitfinex has it',
    hash: 'sha384',
    message: ({ path, time, body }) => `/api${path}${time}${body}`,
  },
]

/** The suspects that sign as another service does, with the time in milliseconds or seconds. */
export function services(construction: Construction, address: Endpoint, given: Signed): Suspect[] {
  const { time: timed = '', key: keyed = '' } = outside(construction)
  const guesses = [asStated, inSeconds].flatMap((written) =>
    manners.map(({ words, hash = 'sha256', key, message }): Guess => {
      const digest = ({ values, secret }: Input, body: string) => {
        const asked = { ...address, time: written.make(values[timed] ?? ''), key: values[keyed] ?? '', body }
        return hmac(hash, key?.(secret) ?? secret, message(asked))
      }
      return { words: words + written.words, make: (input) => (input.bodies ?? []).map((body) => digest(input, body)) }
    }),
  )
  return allMade(construction, given, guesses)
}
