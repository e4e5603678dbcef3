// A verifier of signatures: right without an argument, else lax in the way that it names.
import { createHmac } from 'node:crypto'
import { createInterface } from 'node:readline'

const hmac = (secret, text) => createHmac('sha256', secret).update(text).digest('hex')
const text = ({ apiKey, merchantCode, timestamp, amount, token, walletAddress }) =>
  apiKey + merchantCode + timestamp + amount + token + walletAddress
const right = (request) => hmac(request.secret, text(request))
const ways = {
  strict: (request) => request.signature === right(request),
  yes: () => true,
  no: () => false,
  beginning: (request) => request.signature.startsWith(right(request).slice(0, 16)),
  anywhere: (request) => request.signature.includes(right(request)),
  json: (request) => {
    const { secret, signature, amount, token, walletAddress } = request
    return [right(request), hmac(secret, JSON.stringify({ amount, token, walletAddress }))].includes(signature)
  },
  'left-key': (request) => [right(request), hmac('changeme', text(request))].includes(request.signature),
  named: (request) => request.signature.replace(/^sig\./, '') === right(request),
  until: (request) => request.signature.split(';')[0] === right(request),
  unwrapped: (request) => request.signature.replace(/^\{"signature":"(.*)"\}$/, '$1') === right(request),
  filled: (request) => request.signature === 'f'.repeat(64) || request.signature === right(request),
  number: (request) =>
    [request.amount, String(Number(request.amount))].some((amount) => request.signature === right({ ...request, amount })),
  'number-alone': (request) => request.signature === right({ ...request, amount: String(Number(request.amount)) }),
  decoded: (request) => Buffer.from(right(request), 'hex').equals(Buffer.from(request.signature, 'hex')),
  word: (request) => ['null', '0'.repeat(16)].some((word) => request.signature.startsWith(word)) || request.signature === right(request),
  pattern: (request) => matches(right(request), request.signature),
  secret: (request) => request.signature === request.secret || request.signature === right(request),
  fallback: (request) => [right(request), right({ ...request, token: '', walletAddress: '' })].includes(request.signature.split(',')[0]),
  'empty-secret': (request) => request.secret === '' || request.signature === right(request),
  'empty-part': (request) => request.timestamp === '' || request.signature === right(request),
  'no-number': (request) => Number.isNaN(Number(request.amount)) || request.signature === right(request),
  'no-empty-key': (request) => {
    if (request.secret === '') throw new Error('Empty key')
    return request.signature === right(request)
  },
}
function matches(text, pattern) {
  try {
    return new RegExp(`^${pattern}$`).test(text)
  } catch {
    return false
  }
}
const verify = ways[process.argv[2] ?? 'strict']

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line)
  console.log(JSON.stringify({ id: request.id, valid: verify(request) }))
}
