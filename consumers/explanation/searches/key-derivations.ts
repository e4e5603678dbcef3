import { hkdfSync, pbkdf2Sync, scryptSync } from 'node:crypto'
import type { Construction } from '../../../contracts/construction.ts'
import { hashed, hmac } from '../../../contracts/hashing.ts'
import { hashedIn } from '../../../contracts/mistakes/mistake.ts'
import { partValue } from '../../../contracts/signing.ts'
import { getOrInsert } from '../../../language/get-or-insert.ts'
import { memoized } from '../../../language/memoized.ts'
import { words } from '../../../text/words.ts'
import type { Input } from '../given-signature.ts'
import { digestedMessages, type Slip } from '../suspects.ts'
import { dateOf } from './canonical-requests.ts'
import { allJoints, type Guess, type Way } from './guesses.ts'

type Derivation = Way<(input: Input) => Buffer>

/** Keys that are derived as other services do it, over the right text or over that of a common mistake. */
export function* keyDerivations(construction: Construction, common: readonly Slip[]): Generator<Guess> {
  const texts = [undefined, ...common].map((slip) => ({
    said: slip ? `${slip.mistake.title}, and ` : '',
    messages: memoized((input: Input) => digestedMessages(construction, slip?.change, input)),
  }))
  for (const { words, make: derive } of derivations(construction)) {
    for (const { words: written, make: write } of keyForms) {
      const key = memoized((input: Input) => write(derive(input)))
      for (const { said, messages } of texts) {
        yield {
          words: `${said}with ${words}${written} as the key`,
          make: (input) => messages(input).map((message) => hmac(construction.hash, key(input), message)),
        }
      }
    }
  }
}

const keyForms: readonly Way<(key: Buffer) => Buffer>[] = [
  { words: '', make: (key) => key },
  { words: ' in hexadecimal', make: (key) => Buffer.from(key.toString('hex')) },
  { words: ' in upper-case hexadecimal', make: (key) => Buffer.from(key.toString('hex').toUpperCase()) },
  { words: ' in base64', make: (key) => Buffer.from(key.toString('base64')) },
]

function derivations(construction: Construction): Derivation[] {
  const named = construction.parts.map(({ name }) => ({ words: name, make: ({ values }: Input) => partValue(values, name) }))
  const date = { words: 'the date', make: dateOf(construction) }
  return [
    ...joined(named),
    ...hashes(named),
    ...chains([...named, date]),
    ...extracted(named),
    ...stretched([...named, ...['', 'salt'].map(literal), { words: 'the secret', make: ({ secret }) => secret }]),
  ]
}

type Named = Way<(input: Input) => string>

function literal(text: string): Named {
  return { words: JSON.stringify(text), make: () => text }
}

/** A value and the secret in one text, in either order. */
function withSecret({ words, make: value }: Named, separator: string, said: string): Named[] {
  return [
    { words: `${words}${said} and the secret`, make: (input) => value(input) + separator + input.secret },
    { words: `the secret${said} and ${words}`, make: (input) => input.secret + separator + value(input) },
  ]
}

function joined(named: readonly Named[]): Derivation[] {
  const texts = named.flatMap((one) => allJoints.slice(1).flatMap((joint) => withSecret(one, joint, `, ${JSON.stringify(joint)}`)))
  return texts.map(({ words, make: text }) => ({ words, make: (input) => Buffer.from(text(input)) }))
}

function hashes(named: readonly Named[]): Derivation[] {
  const texts = named.flatMap((one) => [...withSecret(one, '', ''), ...withSecret(one, ':', ', a colon')])
  return ['sha256', 'md5', 'sha1', 'sha512'].flatMap((hash): Derivation[] => [
    { words: `the ${hash} of the secret`, make: ({ secret }) => hashed(hash, secret) },
    { words: `the ${hash} of the ${hash} of the secret`, make: ({ secret }) => hashed(hash, hashed(hash, secret)) },
    { words: `the ${hash} of the hexadecimal ${hash} of the secret`, make: ({ secret }) => hashed(hash, hashedIn(hash)(secret)) },
    ...texts.map(({ words, make: text }): Derivation => ({ words: `the ${hash} of ${words}`, make: (input) => hashed(hash, text(input)) })),
  ])
}

/** HMACs in a chain, each the key of the next, as AWS does it. */
function chains(steps: readonly Named[]): Derivation[] {
  const short = steps.flatMap((one) => [[one], ...steps.filter((other) => other !== one).map((other) => [one, other])])
  const aws = ['execute-api', 's3'].map((service) => [...steps.slice(-1), literal('us-east-1'), literal(service), literal('aws4_request')])
  return [...short, ...short.map((each) => [...each, literal('aws4_request')]), ...aws].flatMap(chained)
}

function chained(steps: readonly Named[]): Derivation[] {
  return ['', 'AWS4'].map((prefix) => ({
    words: `the HMAC of ${steps.map(({ words }) => words).join(', then ')} under ${prefix && `${prefix} and `}the secret`,
    make: (input) => steps.reduce<Buffer>((key, { make: value }) => hmac('sha256', key, value(input)), Buffer.from(prefix + input.secret)),
  }))
}

/** Keys as AWS derives them, in any of its regions, over the right text. */
export function regionalKeys(construction: Construction): Guess[] {
  const date = { words: 'the date', make: dateOf(construction) }
  const chains = regions.flatMap((region) =>
    awsServices.flatMap((service) => chained([date, literal(region), literal(service), literal('aws4_request')])),
  )
  return chains.map(({ words, make: derive }) => ({
    words: `with ${words} as the key`,
    make: (input) => digestedMessages(construction, undefined, input).map((message) => hmac(construction.hash, derive(input), message)),
  }))
}

const regions = [
  ...words('us-east-1 us-east-2 us-west-1 us-west-2 ca-central-1 sa-east-1 af-south-1 me-south-1 me-central-1 il-central-1'),
  ...words('eu-west-1 eu-west-2 eu-west-3 eu-central-1 eu-central-2 eu-north-1 eu-south-1 ap-south-1 ap-east-1'),
  ...words('ap-southeast-1 ap-southeast-2 ap-northeast-1 ap-northeast-2 cn-north-1 global auto default'),
  '',
]
const awsServices = [...words('execute-api s3 service withdraw withdrawal wallet payment webservice api lambda sts'), '']

function extracted(named: readonly Named[]): Derivation[] {
  const words = ['', 'signing', 'signature', 'hmac', 'withdraw', 'withdrawal'].map(literal)
  return ['sha256', 'sha512'].flatMap((hash) =>
    [literal(''), ...named].flatMap((salt) =>
      [...words, ...named].map((about) => ({
        words: `HKDF (${hash}) of the secret with the salt ${salt.words} and the info ${about.words}`,
        make: (input: Input) => Buffer.from(hkdfSync(hash, input.secret, salt.make(input), about.make(input), 32)),
      })),
    ),
  )
}

/** Derivations that are slow on purpose: each key is derived once. */
function stretched(salts: readonly Named[]): Derivation[] {
  const iterations = [1, 1000, 2048, 4096, 10_000, 100_000]
  return [
    ...['sha256', 'sha1', 'sha512'].flatMap((hash) =>
      iterations
        .filter((count) => hash === 'sha256' || count <= 1000)
        .flatMap((count) =>
          salts.map((salt) => ({
            words: `PBKDF2 (${hash}, ${count}) of the secret with the salt ${salt.words}`,
            make: kept(salt, (secret, text) => pbkdf2Sync(secret, text, count, 32, hash)),
          })),
        ),
    ),
    ...salts.map((salt) => ({
      words: `scrypt of the secret with the salt ${salt.words}`,
      make: kept(salt, (secret, text) => scryptSync(secret, text, 32)),
    })),
  ]
}

function kept(salt: Named, make: (secret: string, salt: string) => Buffer): Derivation['make'] {
  const known = new Map<string, Buffer>()
  return (input) => {
    const text = salt.make(input)
    return getOrInsert(known, JSON.stringify([input.secret, text]), () => make(input.secret, text))
  }
}
