import { createHmac } from 'node:crypto'
import { blake2b } from '@noble/hashes/blake2.js'
import { expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { canonicalString, sign } from '../../contracts/signing.ts'
import { inputOf, signedHeaders, vectorFile } from '../../contracts/vectors/vectors.ts'
import type { Input } from './given-signature.ts'
import { dateOf } from './searches/canonical-requests.ts'
import { keyedBlake2 } from './searches/keyed-hashes.ts'
import { explainAll } from './signature-explanation.ts'

const construction = signedHeaders(contract)?.signature.construction
if (!construction) throw new Error('the document has no signed operation')
const inputs = vectorFile(construction)
  .testGroups.flatMap(({ tests }) => tests)
  .filter(({ flags }, index) => index % 10 === 0 || flags.includes('TimestampForm'))
  .map((vector): Input => inputOf(construction, vector))
const [first] = inputs
if (!first) throw new Error('there are no vectors')
const text = (input: Input) => canonicalString(construction, input.values)
const textUntil = (last: number) =>
  inputs
    .slice(0, last + 1)
    .map(text)
    .join('')
const timed = (input: Input, { values: { timestamp = '' } }: Input) => ({ ...input, values: { ...input.values, timestamp } })

const later = ({ values, ...input }: Input, ms: number): Input => {
  const timestamp = values['timestamp']?.replace(/^\d{13}$/, (time) => String(Number(time) + ms)) ?? ''
  return { ...input, values: { ...values, timestamp } }
}

it.each<[title: string, sign: (input: Input, index: number) => string]>([
  ['timestamp of the first request, kept for all', (input) => sign(construction, timed(input, first))],
  ['timestamp of the request before', (input, index) => sign(construction, timed(input, inputs[index - 1] ?? first))],
  ['a time near the timestamp that it sends, as if it read its clock twice', (input, index) => sign(construction, later(input, 3 + index))],
  ['secret of the first request, kept for all', (input) => sign(construction, { ...input, secret: first.secret })],
  [
    'the texts of all requests so far, as its digest is never begun anew',
    (_, index) => createHmac('sha256', first.secret).update(textUntil(index)).digest('hex'),
  ],
  [
    'the texts of all requests so far, as its text is never begun anew',
    ({ secret }, index) => createHmac('sha256', secret).update(textUntil(index)).digest('hex'),
  ],
  [
    'under BLAKE2b with the secret as its key, which is no HMAC',
    (input) => keyedBlake2(blake2b, Buffer.from(input.secret), Buffer.from(text(input)), 32).toString('hex'),
  ],
  [
    '"1" in the place of amount, whatever it is given',
    ({ values, secret }) => sign(construction, { values: { ...values, amount: '1' }, secret }),
  ],
  ['as the name of an object, which is printed in the place of its bytes', (_, index) => `[B@${(index + 0x1b2c3d).toString(16)}`],
  [
    'with the HMAC of the date, then "eu-central-1", then "wallet", then "aws4_request" under AWS4 and the secret as the key',
    (input) => {
      const steps = [dateOf(construction)(input), 'eu-central-1', 'wallet', 'aws4_request']
      const key = steps.reduce<string | Buffer>((before, step) => createHmac('sha256', before).update(step).digest(), `AWS4${input.secret}`)
      return createHmac('sha256', key).update(text(input)).digest('hex')
    },
  ],
  [
    'a whole JSON Web Token (HS256) of apiKey, merchantCode, timestamp, amount, token, walletAddress',
    ({ values, secret }) => {
      const body = [{ typ: 'JWT', alg: 'HS256' }, values].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
      return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`
    },
  ],
])('explains every signature of a signer that signs %s', (title, signer) => {
  const signed = inputs.map((input, index) => ({ input, answer: { signature: signer(input, index) } }))
  const wrong = signed.filter(({ input, answer }) => answer.signature !== sign(construction, input))
  expect(wrong.length).toBeGreaterThan(1)
  const found = explainAll(construction, signed).filter((each) => each !== undefined)
  expect(found.map((each) => each.title)).toEqual(wrong.map(() => title))
})

it.each<[title: string, sign: (input: Input) => string]>([
  [
    'the same whatever the secret is, under a key of its own or none; the secret it is given is to be the key',
    (input) => createHmac('sha256', 'a key of nobody').update(text(input)).digest('hex'),
  ],
  [
    'something in which merchantCode and amount are not',
    ({ values: { merchantCode: _, amount: __, ...others }, secret }) =>
      createHmac('sha256', secret)
        .update(`${Object.values(others).join('…')}…`)
        .digest('hex'),
  ],
])('says of an unknown text %s', (title, signer) => {
  const all = vectorFile(construction).testGroups.flatMap(({ tests }) => tests)
  const signed = all.map((vector) => inputOf(construction, vector)).map((input) => ({ input, answer: { signature: signer(input) } }))
  expect(new Set(explainAll(construction, signed).map((each) => each?.title))).toEqual(new Set([title]))
})
