import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { hasScheme } from '../../contracts/operation-kinds.ts'
import type { Mutant } from '../../provider/mutant.ts'
import { unjust } from '../hooks.ts'
import { judgeInProcess } from '../in-process.fixture.ts'

const operation = contract.operations.find((each) => hasScheme(each))
if (!operation || !hasScheme(operation)) throw new Error('no operation has a scheme')
const { header, scheme, setting } = operation.authentication

const encoded = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url')
const signatureOf = (text: string, secret = 'of the service') => createHmac('sha256', secret).update(text).digest('base64url')
const claims = encoded({ sub: 'merchant 7', exp: 4_000_000_000 })
const signed = `${encoded({ alg: 'HS256' })}.${claims}`
const token = `${signed}.${signatureOf(signed)}`

/** What fails where a token is taken that is signed, or need not be. */
async function failing(isExcused: (token: { head: string; text: string; signature: string }) => boolean): Promise<string[]> {
  const isTaken = (given: string) => {
    const [head = '', body = '', signature = '', ...more] = given.split('.')
    const text = `${head}.${body}`
    const isSigned = signature === signatureOf(text) || isExcused({ head, text, signature })
    return isSigned && more.length === 0 && Buffer.from(body, 'base64url').includes('merchant 7')
  }
  const hooks: Mutant['hooks'] = () => ({
    authenticate: (_, { headers }) => {
      const given = headers[header.toLowerCase()] ?? ''
      return given.startsWith(`${scheme} `) && isTaken(given.slice(scheme.length + 1)) ? undefined : unjust()
    },
  })
  const mutant: Mutant = { name: 'it', title: 'it', level: 'MUST', operation: operation?.id ?? '', caughtBy: [], hooks }
  const { outcomes } = await judgeInProcess(
    { contract, mutant, settings: { [setting]: token } },
    { operations: [mutant.operation], selection: { only: '*.credential.*', observe: ['none'] } },
  )
  return outcomes.flatMap(({ check, verdict }) =>
    verdict === 'failed' || verdict === 'inconclusive' ? [check.split('.').at(-1) ?? ''] : [],
  )
}

it('a credential that is a signed token conforms where its signature is looked at', async () => {
  expect(await failing(() => false)).toEqual([])
})

it('a credential that is a signed token fails where a token may say that it is not signed', async () => {
  const algorithm = ({ head }: { head: string }) => Buffer.from(head, 'base64url').toString()
  expect(await failing((given) => algorithm(given).includes('none'))).toEqual(['unsigned-token'])
})

it('a credential that is a signed token fails where anybody can guess the secret', async () => {
  const guesses = ['secret', 'your-256-bit-secret', 'changeme', 'key', 'password', 'test', '']
  const isGuessed = (text: string, signature: string) => guesses.some((secret) => signatureOf(text, secret) === signature)
  expect(await failing(({ text, signature }) => isGuessed(text, signature))).toEqual(['word-other'])
})
