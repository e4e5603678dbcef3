import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Construction } from '../../contracts/construction.ts'
import type { Contract, Operation } from '../../contracts/contract.ts'
import { contract } from '../../contracts/generated/contract.ts'
import { type SigningInput, sign } from '../../contracts/signing.ts'
import type { Explainer } from '../../provider/judgement/signature.ts'
import { createExplainer, type Timing } from './explainer.ts'

const [operation, construction] = signedOperation(contract)
const patient: Timing = { now: () => 0, wait: async () => undefined }

function signedOperation({ operations }: Contract): [Operation, Construction] {
  for (const operation of operations) {
    if (operation.authentication.kind === 'signed') return [operation, operation.authentication.signature.construction]
  }
  throw new Error('no operation is signed')
}

/** What a server that is asked one thing after another tells of a signature. */
async function told(explainer: Explainer, input: SigningInput, signature: string): Promise<string | undefined> {
  const wrong = { construction, input, signature }
  await explainer.search(wrong)
  return explainer.known(wrong)
}

const values = Object.fromEntries(construction.parts.map(({ name, kind }) => [name, kind === 'decimal' ? '1.5' : `${name}-1`]))
const input = { values, secret: 'secret', body: '{}' }
const backwards = construction.parts.map(({ name }) => values[name]).reverse()
const rare = createHmac(construction.hash, 'secret').update(backwards.join(':')).digest('hex')
const body = JSON.stringify({ description: 'for lunch', chain: 'BSC' })
const beside = createHmac(construction.hash, 'secret')
  .update(`${Object.values(values).join('')}for lunch`)
  .digest('hex')
const seldom = sign(construction, { ...input, values: { ...values, amount: '1.500000' } })
const seldomTitle = 'amount with six decimals'
const upper = sign(construction, input).toUpperCase()
const upperTitle = 'in upper-case hexadecimal (encodes-upper-case)'

it('rests after a long search; common mistakes, and those found before, are named at any time', async () => {
  const cut = construction.parts.map(({ name, unit }) => [name, unit ? values[name]?.slice(0, -3) : values[name]])
  const two = sign(construction, { ...input, values: Object.fromEntries(cut) }).toUpperCase()
  let [time, step] = [0, 1000]
  const explainer = createExplainer(contract, { now: () => (time += step), wait: async () => undefined })
  expect(await told(explainer, input, two)).toContain(' + ')
  step = 0
  expect(await told(explainer, input, rare)).toBeUndefined()
  expect(await told(explainer, input, seldom)).toContain(seldomTitle)
  expect(await told(explainer, { ...input, body }, beside)).toContain('with description behind the parts')
  time += 600
  expect(await told(explainer, input, two)).toContain(' + ')
  expect(await told(explainer, input, upper)).toBe(upperTitle)
  time += 3000
  expect(await told(explainer, input, rare)).toContain('with the parts in reverse order')
})

it('searches for nothing in a word, and so does not rest after it', async () => {
  let time = 0
  const explainer = createExplainer(contract, { now: () => (time += 1000), wait: async () => undefined })
  for (let word = 0; word < 5; word++) expect(await told(explainer, input, 'none')).toContain('with 4 characters')
  expect(await told(explainer, input, rare)).toContain('with the parts in reverse order')
})

it('searches for nothing in a long body, which would hold up all others', async () => {
  const explainer = createExplainer(contract, patient)
  const long = { ...input, body: JSON.stringify({ description: 'x'.repeat(1000) }) }
  expect(await told(explainer, long, seldom)).toBeUndefined()
  expect(await told(explainer, long, upper)).toBe(upperTitle)
  expect(await told(explainer, input, seldom)).toContain(seldomTitle)
})

it('searches for nothing while another wrong signature waits for its answer', async () => {
  const waiting: (() => void)[] = []
  const explainer = createExplainer(contract, { now: () => 0, wait: () => new Promise<void>((resolve) => waiting.push(resolve)) })
  const [first, second] = [explainer.search({ construction, input, signature: rare }), told(explainer, input, upper)]
  for (const resolve of waiting) resolve()
  await first
  expect(explainer.known({ construction, input, signature: rare })).toBeUndefined()
  expect(await second).toBe(upperTitle)
})

it('searches for each of a client that waits for its answers, however quickly it asks', async () => {
  const explainer = createExplainer(contract, patient)
  for (const count of [1, 2, 3, 4, 5]) expect(await told(explainer, input, upper), `${count}`).toBe(upperTitle)
  expect(await told(explainer, input, seldom)).toContain(seldomTitle)
})

it('searches for nothing more where several searches in a row were in vain, until none come', async () => {
  let time = 0
  const explainer = createExplainer(contract, { now: () => time, wait: async () => undefined })
  for (const digit of ['1', '2', '3']) expect(await told(explainer, input, digit.repeat(64))).toBeUndefined()
  expect(await told(explainer, input, seldom)).toBeUndefined()
  time += 600
  expect(await told(explainer, input, seldom)).toContain(seldomTitle)
})

it('knows the address of what is signed', async () => {
  const text = construction.parts.map(({ name }) => values[name]).join('')
  const signature = createHmac(construction.hash, 'secret').update(`${operation.method}${operation.path}${text}`).digest('hex')
  expect(await told(createExplainer(contract, patient), input, signature)).toBe('the method, the path and the parts')
})

it('recognises a clock that is read twice', async () => {
  const at = (time: string) => ({
    ...input,
    values: Object.fromEntries(construction.parts.map(({ name, unit }) => [name, unit ? time : (values[name] ?? '')])),
  })
  const signature = sign(construction, at('1700000000117'))
  expect(await told(createExplainer(contract, patient), at('1700000000123'), signature)).toContain('read its clock twice')
})

it('looks at a body in which objects have a `toString` of their own', async () => {
  const explainer = createExplainer(contract, patient)
  const body = JSON.stringify({ amount: '1.5', description: { toString: 1 }, chain: [{ toString: null, valueOf: 1 }] })
  expect(await told(explainer, { ...input, body }, sign(construction, input).toUpperCase())).toBe(upperTitle)
})
