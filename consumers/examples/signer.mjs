// A signer for `assay vectors --signer 'node signer.mjs'`: one JSON object a line in, one out.
import { createHmac } from 'node:crypto'
import { createInterface } from 'node:readline'

for await (const line of createInterface({ input: process.stdin })) {
  const { id, secret, apiKey, merchantCode, timestamp, amount, token, walletAddress } = JSON.parse(line)
  const canonicalString = apiKey + merchantCode + timestamp + amount + token + walletAddress
  const signature = createHmac('sha256', secret).update(canonicalString).digest('hex')
  console.log(JSON.stringify({ id, signature, canonicalString }))
}
