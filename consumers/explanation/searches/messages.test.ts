import { createHash, createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { contract } from '../../../contracts/generated/contract.ts'
import { bodyFields, inputOf, signedAddress, signedHeaders, vectorBody, vectorFile } from '../../../contracts/vectors/vectors.ts'
import { explainAll } from '../signature-explanation.ts'

const construction = signedHeaders(contract)?.signature.construction
const address = signedAddress(contract)
if (!construction || !address) throw new Error('the document has no signed operation')
const vectors = vectorFile(construction)
  .testGroups.flatMap(({ tests }) => tests)
  .filter((_, index) => index % 120 === 0)
const questions = { fields: Object.keys(bodyFields(contract)), address }

type Asked = Readonly<Record<'text' | 'fields' | 'body' | 'time' | 'key' | 'merchant' | 'secret', string>> & {
  readonly values: Readonly<Record<string, string>>
}

const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex')
const right = ({ secret, text }: Asked) => hmac(secret, text)

it.each<[what: string, sign: (asked: Asked) => string]>([
  [
    'with ":" behind apiKey, merchantCode and "\\n" behind timestamp alone',
    ({ secret, key, merchant, time, fields }) => hmac(secret, `${key}:${merchant}:${time}\n${fields}`),
  ],
  [
    'a query string of the parts, sorted by name, and in upper-case hexadecimal',
    ({ secret, values }) => {
      const query = new URLSearchParams(values)
      query.sort()
      return hmac(secret, query.toString()).toUpperCase()
    },
  ],
  [
    'with a newline and 4 spaces between the parts',
    ({ secret, values }) => hmac(secret, `\n    ${Object.values(values).join('\n    ')}\n  `),
  ],
  [
    'timestamp, the method, the path and the body, and in base64, and with "<apiKey>:" before it',
    ({ secret, key, time, body }) => `${key}:${createHmac('sha256', secret).update(`${time}POST${address.path}${body}`).digest('base64')}`,
  ],
  ['cut to 16 characters from number 49 on', (asked) => right(asked).slice(-16)],
  ['with "<timestamp>." before it', (asked) => `${asked.time}.${right(asked)}`],
  ['with "<apiKey>:" before it, and all of it in base64', (asked) => Buffer.from(`${asked.key}:${right(asked)}`).toString('base64')],
  ['the method, the path and the parts, a line each', ({ secret, text }) => hmac(secret, `POST\n${address.path}\n${text}`)],
  [
    'timestamp, the method, the path and the signed fields',
    ({ secret, time, fields }) => hmac(secret, `${time}POST${address.path}${fields}`),
  ],
  ['timestamp, the method, the path and the body', ({ secret, time, body }) => hmac(secret, `${time}POST${address.path}${body}`)],
  [
    'timestamp, the method, the path and the body, the time in seconds, and in base64',
    ({ secret, time, body }) =>
      createHmac('sha256', secret)
        .update(`${time.slice(0, -3)}POST${address.path}${body}`)
        .digest('base64'),
  ],
  [
    'timestamp, the method, the path and the body, the time in ISO 8601, and in base64',
    ({ secret, time, body }) =>
      createHmac('sha256', secret)
        .update(`${Number(time) <= 8.64e15 ? new Date(Number(time)).toISOString() : time}POST${address.path}${body}`)
        .digest('base64'),
  ],
  [
    'apiKey, merchantCode, timestamp and the hash of the body',
    ({ secret, key, merchant, time, body }) => hmac(secret, key + merchant + time + createHash('sha256').update(body).digest('hex')),
  ],
  [
    'the timestamp, a dot, then the body as it is sent, and with "t=<timestamp>,v1=" before it',
    ({ secret, time, body }) => `t=${time},v1=${hmac(secret, `${time}.${body}`)}`,
  ],
])('a signature %s is explained, whatever the values', (what, sign) => {
  const given = vectors.map((vector) => {
    const { values, secret } = inputOf(construction, vector)
    const { timestamp: time = '', apiKey: key = '', merchantCode: merchant = '' } = values
    const body = vectorBody(construction, values)
    const text = construction.parts.map(({ name }) => values[name]).join('')
    const fields = construction.parts.map(({ name, body: place }) => (place ? values[name] : '')).join('')
    return { input: { values, secret, body }, answer: { signature: sign({ text, fields, body, time, key, merchant, secret, values }) } }
  })
  expect(new Set(explainAll(construction, given, questions).map((each) => each?.title))).toEqual(new Set([what]))
})

it('a text that the signer reports is shown with its values by name', () => {
  const given = vectors.map((vector) => {
    const { values, secret } = inputOf(construction, vector)
    const canonicalString = `https://x.example#${values['amount']}#${values['timestamp']}`
    return { input: { values, secret }, answer: { signature: hmac(secret, canonicalString), canonicalString } }
  })
  const [first] = explainAll(construction, given, questions)
  expect(first?.title).toBe('the text "https://x.example#<amount>#<timestamp>"')
})
