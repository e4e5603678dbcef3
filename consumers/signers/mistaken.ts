// A signer that makes one mistake of the catalogue: `node mistaken.ts signs-seconds`. Without a name it signs rightly.
import { createInterface } from 'node:readline'
import { contract } from '../../contracts/generated/contract.ts'
import { mistakes } from '../../contracts/mistakes/mistakes.ts'
import { sign } from '../../contracts/signing.ts'
import { signedHeaders, vectorBody } from '../../contracts/vectors/vectors.ts'

const construction = signedHeaders(contract)?.signature.construction
const mistake = construction && mistakes(construction).find(({ id }) => id === process.argv[2])

for await (const line of createInterface({ input: process.stdin })) {
  const { id, secret, ...values } = JSON.parse(line) as Record<string, string> & { secret: string }
  if (!construction) break
  const input = { values, secret, body: vectorBody(construction, values) }
  console.log(JSON.stringify({ id, signature: mistake ? (mistake.sign(input) ?? '') : sign(construction, input) }))
}
