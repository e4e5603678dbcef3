import { createHash, createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { contract } from '../../../contracts/generated/contract.ts'
import { canonicalString } from '../../../contracts/signing.ts'
import { inputOf, signedAddress, signedHeaders, vectorFile } from '../../../contracts/vectors/vectors.ts'
import type { Signed } from '../given-signature.ts'
import { canonicalRequests } from './canonical-requests.ts'
import { chains } from './chains.ts'
import { fileEndings } from './file-endings.ts'
import { firstMade, type GuessSequence } from './guesses.ts'
import { orderedBodies } from './ordered-bodies.ts'

const construction = signedHeaders(contract)?.signature.construction
const address = signedAddress(contract)
if (!construction || !address) throw new Error('the document has no signed operation')

type Values = Record<'apiKey' | 'merchantCode' | 'timestamp' | 'amount' | 'token' | 'walletAddress', string>
type Input = ReturnType<typeof inputs>[number]
type Search = (given: Input) => GuessSequence

/** Values with what languages write differently in JSON, too. */
function inputs() {
  const all = vectorFile(construction as NonNullable<typeof construction>).testGroups.flatMap(({ tests }) => tests)
  return all.slice(0, 3).map((vector, index) => {
    const { values, secret } = inputOf(construction as NonNullable<typeof construction>, vector)
    const body = { amount: values.amount ?? '', description: ['rent', 'Miete / é', 'x'][index], token: values.token ?? '' }
    const all = { ...body, walletAddress: values.walletAddress ?? '', chain: 'BSC' }
    return { values: values as Values, secret, bodies: [JSON.stringify(body), JSON.stringify(all)] }
  })
}

const ended: Search = () => fileEndings(construction)
const chained: Search = () => chains(construction)
const canonical: Search = () => canonicalRequests(construction, address)
const ordered: Search = (given) => orderedBodies(construction, [], given)

const hmac = (key: string | Buffer, message: string) => createHmac('sha256', key).update(message)
const sha = (text: string) => createHash('sha256').update(text).digest('hex')
const bodyOf = ({ bodies }: Input) => bodies.at(-1) ?? ''
const fieldsOf = (input: Input) => JSON.parse(bodyOf(input)) as Record<string, string>
const head = ({ values: { apiKey, merchantCode, timestamp } }: Input) => apiKey + merchantCode + timestamp
const withHeaders = (input: Input) =>
  [
    ...['POST', '/v1/webservice/withdraw', '', `x-api-key:${input.values.apiKey}`, `x-timestamp:${input.values.timestamp}`],
    ...['', 'x-api-key;x-timestamp', sha(bodyOf(input))],
  ].join('\n')

it.each<[words: string, search: Search, sign: (input: Input) => string]>([
  ['with "\\r" behind secret', ended, ({ values, secret }) => hmac(`${secret}\r`, canonicalString(construction, values)).digest('hex')],
  [
    'with a byte order mark before and "\\r\\n" behind secret and merchantCode',
    ended,
    ({ values, secret }) => {
      const merchantCode = `\ufeff${values.merchantCode}\r\n`
      return hmac(`\ufeff${secret}\r\n`, canonicalString(construction, { ...values, merchantCode })).digest('hex')
    },
  ],
  [
    'in a chain of HMACs, each the key of the next: the secret, apiKey, merchantCode, timestamp, amount, token, then walletAddress',
    chained,
    ({ values, secret }) =>
      Object.values(values)
        .reduce<Buffer>((key, value) => hmac(key, value).digest(), Buffer.from(secret))
        .toString('hex'),
  ],
  [
    'in a chain of HMACs, each the key of the next in hexadecimal: the secret, merchantCode, apiKey, then timestamp, amount, token and walletAddress, with "|" between them',
    chained,
    ({ values: { merchantCode, apiKey, timestamp, amount, token, walletAddress }, secret }) =>
      hmac(
        hmac(hmac(secret, merchantCode).digest('hex'), apiKey).digest('hex'),
        [timestamp, amount, token, walletAddress].join('|'),
      ).digest('hex'),
  ],
  [
    'in a chain of hashes, each before the next value: the secret, timestamp, then all parts',
    chained,
    ({ values, secret }) =>
      createHash('sha256')
        .update(
          createHash('sha256')
            .update(secret + values.timestamp)
            .digest(),
        )
        .update(canonicalString(construction, values))
        .digest('hex'),
  ],
  [
    'the method, the MD5 of the body in base64, application/json, timestamp and the path, one a line',
    canonical,
    (input) => {
      const sum = createHash('md5').update(bodyOf(input)).digest('base64')
      return hmac(input.secret, ['POST', sum, 'application/json', input.values.timestamp, address.path].join('\n')).digest('hex')
    },
  ],
  [
    'a canonical request of the headers x-api-key and x-timestamp and the hash of the body',
    canonical,
    (input) => hmac(input.secret, withHeaders(input)).digest('hex'),
  ],
  [
    'the lines of an HTTP signature: (request-target), x-api-key and x-timestamp, digest',
    canonical,
    (input) => {
      const { apiKey, timestamp } = input.values
      const digest = createHash('sha256').update(bodyOf(input)).digest('base64')
      const lines = [`x-api-key: ${apiKey}`, `x-timestamp: ${timestamp}`, `digest: SHA-256=${digest}`]
      return hmac(input.secret, ['(request-target): post /v1/webservice/withdraw', ...lines].join('\n')).digest('hex')
    },
  ],
  [
    'HMAC-SHA256, the time and the hash of a canonical request of the headers x-api-key and x-timestamp and the hash of the body, a line each',
    canonical,
    (input) => hmac(input.secret, `HMAC-SHA256\n${input.values.timestamp}\n${sha(withHeaders(input))}`).digest('hex'),
  ],
  [
    'AWS4-HMAC-SHA256, the time as AWS writes it, the scope of us-east-1/execute-api/aws4_request and the hash of a canonical request without headers and the hash of the body, a line each, under the key that AWS derives',
    canonical,
    (input) => {
      const time = new Date(Number(input.values.timestamp)).toISOString().replace(/[-:]|\.\d+/g, '')
      const scope = [time.slice(0, 8), 'us-east-1', 'execute-api', 'aws4_request']
      const key = scope.reduce<Buffer>((before, step) => hmac(before, step).digest(), Buffer.from(`AWS4${input.secret}`))
      const request = `POST\n/v1/webservice/withdraw\n\n${sha(bodyOf(input))}`
      return hmac(key, `AWS4-HMAC-SHA256\n${time}\n${scope.join('/')}\n${sha(request)}`).digest('hex')
    },
  ],
  [
    'apiKey, merchantCode, timestamp and a JSON object of walletAddress, token, amount, description and chain, in this order with slashes escaped',
    ordered,
    (input) => {
      const { walletAddress, token, amount, description = '', chain } = fieldsOf(input)
      const body = { walletAddress, token, amount, description: description.replace('é', '\\u00e9'), chain }
      return hmac(input.secret, head(input) + JSON.stringify(body).replaceAll('\\\\', '\\').replaceAll('/', '\\/')).digest('hex')
    },
  ],
  [
    'the hash of a JSON object of chain, amount, token and walletAddress, in this order with spaces and with its decimals as numbers, then timestamp, with "." between them',
    ordered,
    (input) => {
      const { chain, amount, token, walletAddress } = fieldsOf(input)
      const body = `{"chain": "${chain}", "amount": ${Number(amount)}, "token": "${token}", "walletAddress": "${walletAddress}"}`
      return hmac(input.secret, `${sha(body)}.${input.values.timestamp}`).digest('hex')
    },
  ],
])('finds a signer that signs %s', (words, search, sign) => {
  const signed = inputs().map((input): [Signed, Input] => [{ input, answer: { signature: sign(input) } }, input])
  const suspects = signed[0] ? firstMade(construction, signed[0][0], search(signed[0][1])) : []
  const whole = suspects.find(({ makes }) => signed.every(([each]) => makes(each)))
  expect(whole?.explanation.title).toBe(words)
  expect(signed.every(([{ input }]) => !whole?.makes({ input, answer: { signature: 'f'.repeat(64) } }))).toBe(true)
})
