import { createHash, createHmac, hkdfSync, pbkdf2Sync } from 'node:crypto'
import { expect, it } from 'vitest'
import { contract } from '../../../contracts/generated/contract.ts'
import { canonicalString } from '../../../contracts/signing.ts'
import { inputOf, signedAddress, signedHeaders, vectorFile } from '../../../contracts/vectors/vectors.ts'
import { digestIn } from '../given-digest.ts'
import type { Signed } from '../given-signature.ts'
import { type Suspect, slips } from '../suspects.ts'
import { compositions } from './compositions.ts'
import { firstMade } from './guesses.ts'
import { keyDerivations } from './key-derivations.ts'
import { joinedOrders } from './orders.ts'
import { pairs as twoAtOnce } from './pairs.ts'
import { services } from './services.ts'
import { substitutions } from './substitutions.ts'

const [construction, address] = [signedHeaders(contract)?.signature.construction, signedAddress(contract)]
if (!construction || !address) throw new Error('the document has no signed operation')
const vectors = vectorFile(construction)
  .testGroups.flatMap(({ tests }) => tests)
  .filter((_, index) => index % 40 === 0)
const inputs = vectors.map((vector) => {
  const input = inputOf(construction, vector)
  const { amount = '', token = '', walletAddress = '' } = input.values
  return { ...input, bodies: [JSON.stringify({ amount, description: 'rent', token, walletAddress, chain: 'BSC' })] }
})
const common = slips(construction, ['description', 'chain']).filter(({ mistake: { id } }) => /^(encodes|omits|signs-seconds)/.test(id))

type Input = (typeof inputs)[number]
type Search = (given: Signed) => Suspect[]

const composed: Search = (given) => firstMade(construction, given, compositions(construction, address, given), digestIn)
const joined: Search = (given) => firstMade(construction, given, joinedOrders(construction, ['description', 'chain'], address))
const known: Search = (given) => services(construction, address, given)
const derived: Search = (given) => firstMade(construction, given, keyDerivations(construction, common))
const substituted: Search = (given) => firstMade(construction, given, substitutions(construction, ['description', 'chain'], common))

const text = ({ values }: Input) => canonicalString(construction, values)
const hmac = (key: string | Buffer, message: string) => createHmac('sha256', key).update(message)
const hashOf = (hash: string, bytes: string | Buffer) => createHash(hash).update(bytes).digest()
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const pairs = ({ values }: Input) => Object.entries(values).map(([name, value]) => `${snake(name)}=${value}`)
const fields = ({ bodies }: Input) => Object.values(JSON.parse(bodies[0] ?? '{}') as Record<string, string>)

it.each<[words: string, search: Search, sign: (input: Input) => string]>([
  [
    'the parts token, amount, in this order, as name=value with "&" between them',
    joined,
    ({ values: { token, amount }, secret }) => hmac(secret, `token=${token}&amount=${amount}`).digest('hex'),
  ],
  [
    'the method, the path, the parts timestamp, apiKey, amount, in this order, a line each',
    joined,
    ({ values: { timestamp, apiKey, amount }, secret }) =>
      hmac(secret, ['POST', address.path, timestamp, apiKey, amount].join('\n')).digest('hex'),
  ],
  ['a JSON object of the parts in lines', composed, ({ values, secret }) => hmac(secret, JSON.stringify(values, null, 2)).digest('hex')],
  [
    'name=value of the signed fields and timestamp with "&" between them',
    composed,
    ({ values: { amount = '', token = '', walletAddress = '', timestamp = '' }, secret }) =>
      hmac(secret, `amount=${amount}&token=${token}&walletAddress=${walletAddress}&timestamp=${timestamp}`).digest('hex'),
  ],
  [
    'name=value of the parts with "&" between them, names in snake_case, sorted by name',
    composed,
    (input) => hmac(input.secret, pairs(input).sort().join('&')).digest('hex'),
  ],
  [
    'name=value of the parts with "&" between them, names in snake_case, with "&key=" and the secret behind it, under the bare md5',
    composed,
    (input) =>
      createHash('md5')
        .update(`${pairs(input).join('&')}&key=${input.secret}`)
        .digest('hex'),
  ],
  [
    '"Bearer apiKey" in the place of apiKey, and seconds instead of milliseconds',
    substituted,
    (input) => {
      const { apiKey, timestamp = '' } = input.values
      const changed = { ...input.values, apiKey: `Bearer ${apiKey}`, timestamp: timestamp.slice(0, -3) }
      return hmac(input.secret, canonicalString(construction, changed)).digest('hex')
    },
  ],
  [
    'a List of the parts as Scala prints it',
    composed,
    ({ values, secret }) => hmac(secret, `List(${Object.values(values).join(', ')})`).digest('hex'),
  ],
  [
    'name=value of the parts with "&" between them, named as headers, those that are none too',
    composed,
    ({ values: { apiKey, merchantCode, timestamp, ...signed }, secret }) => {
      const sent = { 'x-api-key': apiKey, 'x-merchant-code': merchantCode, 'x-timestamp': timestamp, ...signed }
      const members = Object.entries(sent).map(([name, value]) => `${name}=${value}`)
      return hmac(secret, members.join('&')).digest('hex')
    },
  ],
  [
    'name=value of the parts with "," between them, with the secret decoded from base64',
    composed,
    ({ values, secret }) => {
      const members = Object.entries(values).map(([name, value]) => `${name}=${value}`)
      return hmac(Buffer.from(secret, 'base64'), members.join(',')).digest('hex')
    },
  ],
  [
    '"{{walletAddress}}" in the place of walletAddress',
    substituted,
    ({ values, secret }) => hmac(secret, canonicalString(construction, { ...values, walletAddress: '{{walletAddress}}' })).digest('hex'),
  ],
  [
    'walletAddress cut to its first 5 characters',
    substituted,
    ({ values: { walletAddress = '', ...others }, secret }) =>
      hmac(secret, canonicalString(construction, { ...others, walletAddress: walletAddress.slice(0, 5) })).digest('hex'),
  ],
  [
    'apiKey with "****" in its middle, as it is shown to people',
    substituted,
    ({ values: { apiKey = '', ...others }, secret }) =>
      hmac(secret, canonicalString(construction, { ...others, apiKey: `${apiKey.slice(0, 4)}****${apiKey.slice(-4)}` })).digest('hex'),
  ],
  [
    'each of the parts as a netstring',
    composed,
    (input) => {
      const parts = Object.values(input.values).map((value) => `${Buffer.byteLength(value)}:${value},`)
      return hmac(input.secret, parts.join('')).digest('hex')
    },
  ],
  ['the fields of the body with "|" between them', composed, (input) => hmac(input.secret, fields(input).join('|')).digest('hex')],
  [
    'a record WithdrawRequest of the parts as Java prints it',
    composed,
    (input) => {
      const members = Object.entries(input.values).map(([name, value]) => `${name}=${value}`)
      return hmac(input.secret, `WithdrawRequest[${members.join(', ')}]`).digest('hex')
    },
  ],
  [
    'a map of the fields of the body as Java prints it, behind apiKey, merchantCode, timestamp',
    composed,
    (input) => {
      const { apiKey, merchantCode, timestamp } = input.values
      const members = Object.entries(JSON.parse(input.bodies[0] ?? '{}')).map(([name, value]) => `${name}=${value}`)
      return hmac(input.secret, `${apiKey}${merchantCode}${timestamp}{${members.join(', ')}}`).digest('hex')
    },
  ],
  ...['sha256', 'md5'].flatMap((hash): [string, Search, (input: Input) => string][] => [
    [
      `with the ${hash} of the ${hash} of the secret as the key`,
      derived,
      (input) => hmac(hashOf(hash, hashOf(hash, input.secret)), text(input)).digest('hex'),
    ],
    [
      `with the ${hash} of the hexadecimal ${hash} of the secret as the key`,
      derived,
      (input) => hmac(hashOf(hash, hashOf(hash, input.secret).toString('hex')), text(input)).digest('hex'),
    ],
  ]),
  [
    'a JSON object of the fields of the body, all of it in base64, under HMAC with sha384',
    composed,
    ({ bodies, secret }) =>
      createHmac('sha384', secret)
        .update(Buffer.from(bodies[0] ?? '').toString('base64'))
        .digest('hex'),
  ],
  [
    'the parts apiKey, timestamp, amount, token, walletAddress, merchantCode, in this order, with "_" between them',
    joined,
    ({ secret, values: { merchantCode, ...others } }) => hmac(secret, [...Object.values(others), merchantCode].join('_')).digest('hex'),
  ],
  [
    'the parts apiKey, merchantCode, timestamp, amount, token, description, in this order, with "|" between them',
    joined,
    ({ secret, bodies, values: { walletAddress: _, ...others } }) =>
      hmac(secret, [...Object.values(others), JSON.parse(bodies[0] ?? '{}').description].join('|')).digest('hex'),
  ],
  [
    'with merchantCode, "." and the secret as the key',
    derived,
    (input) => hmac(`${input.values['merchantCode']}.${input.secret}`, text(input)).digest('hex'),
  ],
  [
    'with HKDF (sha256) of the secret with the salt apiKey and the info "" as the key',
    derived,
    (input) => hmac(Buffer.from(hkdfSync('sha256', input.secret, input.values['apiKey'] ?? '', '', 32)), text(input)).digest('hex'),
  ],
  [
    'seconds instead of milliseconds, and with the HMAC of apiKey, then merchantCode under the secret as the key',
    derived,
    (input) => {
      const { apiKey = '', merchantCode = '', timestamp = '' } = input.values
      const key = hmac(hmac(input.secret, apiKey).digest(), merchantCode).digest()
      return hmac(key, text({ ...input, values: { ...input.values, timestamp: timestamp.slice(0, -3) } })).digest('hex')
    },
  ],
  [
    'with PBKDF2 (sha256, 1000) of the secret with the salt "salt" in hexadecimal as the key',
    derived,
    (input) => hmac(pbkdf2Sync(input.secret, 'salt', 1000, 32, 'sha256').toString('hex'), text(input)).digest('hex'),
  ],
  [
    'the path and the bytes of the hash of timestamp and body, with HMAC-SHA512 and a decoded secret, as Kraken has it',
    known,
    ({ values: { timestamp = '' }, secret, bodies: [body = ''] }) =>
      createHmac('sha512', Buffer.from(secret, 'base64'))
        .update(address.path)
        .update(createHash('sha256').update(`${timestamp}${body}`).digest())
        .digest('hex'),
  ],
  [
    'the timestamp, the key, a window of 5000 and the body, as Bybit has it, the time in seconds',
    known,
    ({ values: { timestamp = '', apiKey = '' }, secret, bodies: [body = ''] }) =>
      hmac(secret, `${timestamp.slice(0, -3)}${apiKey}5000${body}`).digest('hex'),
  ],
  [
    'chain behind token, with "_" between them',
    substituted,
    (input) => {
      const values = { ...input.values, token: `${input.values['token']}_BSC` }
      return hmac(input.secret, canonicalString(construction, values)).digest('hex')
    },
  ],
])('finds %s', (words, search, sign) => {
  const signed = inputs.map((input) => ({ input, answer: { signature: sign(input) } }))
  const [first] = signed
  const [found] = first ? search(first) : []
  expect(found?.explanation.title).toBe(words)
  expect(signed.map((each) => found?.makes(each))).toEqual(signed.map(() => true))
})

it('names one mistake where a second one changes nothing', () => {
  const two = slips(construction, []).filter(({ mistake: { id } }) => ['signs-seconds', 'signs-all-fields'].includes(id))
  const found = inputs.flatMap(({ bodies: _, ...input }) => {
    const seconds = { ...input.values, timestamp: input.values['timestamp']?.slice(0, -3) ?? '' }
    const signature = hmac(input.secret, canonicalString(construction, seconds)).digest('hex')
    return twoAtOnce(construction, two, { input: { ...input, bodies: ['{}', '{"note":"x"}'] }, answer: { signature } })
  })
  expect(new Set(found.map(({ explanation }) => explanation.mistake))).toEqual(new Set(['signs-seconds']))
})

it.each([composed, derived, substituted, known])('finds nothing in what is signed rightly or is no signature', (search) => {
  const found = ['', 'dead', '?'].flatMap((signature) => inputs.slice(0, 1).flatMap((input) => search({ input, answer: { signature } })))
  expect(found).toEqual([])
})
