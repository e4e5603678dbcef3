import { expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import type { Mutant } from '../../provider/mutant.ts'
import type { Received } from '../../provider/received.ts'
import { judgeInProcess } from '../in-process.fixture.ts'

const operation = contract.operations.find(({ authentication }) => authentication.kind === 'signed')?.id ?? ''

/** A target that compares with a signature in upper case alone. */
const raised: Mutant = {
  name: 'wants-upper-case',
  title: 'accepts a signature in upper-case hexadecimal alone',
  level: 'MUST',
  operation,
  caughtBy: [],
  hooks: () => ({ receive: (request: Received) => ({ ...request, headers: turned(request.headers) }) }),
}

function turned(headers: Received['headers']): Received['headers'] {
  const signature = headers['x-signature'] ?? ''
  return { ...headers, 'x-signature': signature === signature.toUpperCase() ? signature.toLowerCase() : signature.toUpperCase() }
}

it('asks what a target accepts that refuses the right request, so that the run can say it', async () => {
  const { diagnoses } = await judgeInProcess({ contract, mutant: raised }, { operations: [operation] })
  expect(diagnoses.map(({ problem }) => problem)).toEqual([expect.stringContaining('one: it signs in upper-case hexadecimal.')])
})
