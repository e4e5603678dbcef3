import { createServer } from 'node:http'
import { expect, it } from 'vitest'
import { contract } from '../../../contracts/generated/contract.ts'
import { pacts } from '../../../contracts/pacts/pacts.ts'
import { listing, response, target } from '../../../engine/evidence/evidence.fixture.ts'
import type { Run } from '../../../engine/run.ts'
import { startListening, stopListening } from '../../../language/listening-server.ts'
import { jsonValue } from '../../../text/json/json-text.ts'
import { holdsMoreValues } from '../../../text/json/nesting.ts'
import { handedAnswer, mostHanded } from './handed-answer.ts'
import { verifyPacts } from './pact-verification.ts'

const list = (length: number, element: string) => `{"list":[${Array.from({ length }, () => element).join(', ')}]}`
const handed = (text: string, answers = 1) => handedAnswer(response(200, text), answers)

it.each([
  ['few values', list(2999, '1.0')],
  ['few characters', list(2, `"${'x'.repeat(mostHanded / 2 - 10)}"`)],
  ['few values that are no JSON', list(10, 'x')],
])('hands an answer of %s as it is', (_, text) => {
  expect(handed(text)).toEqual({ body: Buffer.from(text) })
})

it.each([
  ['many values', list(3000, '1.0'), list(128, '1.0'), 128],
  ['wide records', list(3000, `[${'0,'.repeat(40)}1.0]`), list(64, `[${'0,'.repeat(40)}1.0]`), 64],
  ['long values', list(2000, `"${'x'.repeat(1000)}"`), list(128, `"${'x'.repeat(1000)}"`), 128],
  ['an object of many members', list(2, `{"a":0${',"b":1e999'.repeat(3000)}}`), list(1, `{"a":0${',"b":1e999'.repeat(3000)}}`), 1],
])('hands of an answer with %s the first elements, as they are written', (_, text, body, most) => {
  expect(handed(text)).toEqual({ body, most })
})

it('hands fewer elements of each answer where there are many', () => {
  expect([1, 20, 100].map((answers) => handed(list(3000, '[1,2,3,4]'), answers).most)).toEqual([128, 16, 4])
})

it.each([
  ['is no JSON', `{"list":[]}${' '.repeat(mostHanded)}x`, undefined],
  ['is one long text', `"${'x'.repeat(mostHanded)}"`, 0],
])('hands of an answer that %s so much that it stays none', (_, text, most) => {
  const { body, ...rest } = handed(text)
  expect([jsonValue(String(body)), body.length, rest.most]).toEqual([undefined, mostHanded + 3, most])
})

it.each([list(1_000_000, '1'), list(300, list(300, '[[1],"a"]')), list(100_000, '{}'), list(5, list(80_000, '"x"'))])(
  'hands no more values than the verifier has memory for: %#',
  (text) => {
    expect(holdsMoreValues(String(handed(text, 5).body), 600)).toBe(false)
  },
)

const { interactions } = [...pacts(contract).values()].find(({ interactions: [each] }) => each?.key.startsWith(`${listing.id}.`)) ?? found()
const [interaction = found()] = interactions
const listed = listing.payload.record.slice(1, -2)
const shown = interaction.response.body?.content as Record<string, unknown[]>
const records = Array.from({ length: 200 }, () => shown[listed]?.[0])

function found(): never {
  throw new Error('No pact has an interaction of a list.')
}

function bodyOf(elements: readonly unknown[]): string {
  return JSON.stringify({ ...shown, [listed]: elements })
}

/** A verification of one interaction at a target that answers with a list. */
async function verified(elements: readonly unknown[]): Promise<Run> {
  const server = createServer((_, reply) => reply.setHeader('content-type', 'application/json').end(bodyOf(elements)))
  const url = `http://${await startListening(server)}`
  const bases = Object.fromEntries(contract.bases.map((base) => [base, url]))
  return verifyPacts({ contract, target: { ...target, bases }, interactions: [interaction] }).finally(() => stopListening(server))
}

const ofPact = expect.stringContaining('the same type')
const ofAssay = expect.not.stringContaining('the same type')

it.each([
  ['passes a long list that is right', records, { verdict: 'passed', findings: [] }],
  [
    'fails one with a fault that only Assay saw',
    records.with(150, 7),
    { verdict: 'failed', findings: [{ at: `/${listed}/150`, expected: ofAssay }] },
  ],
  ['fails one with a fault that Pact saw', records.with(3, 7), { verdict: 'failed', findings: [{ at: `/${listed}/3`, expected: ofPact }] }],
  ['cannot pass a record that is too long', [{ ...Object(records[0]), more: 'x'.repeat(mostHanded) }], { verdict: 'inconclusive' }],
  ['fails a record that is too long and wrong', [{ more: 'x'.repeat(mostHanded) }], { verdict: 'failed' }],
])('%s', async (_, elements, want) => {
  const { outcomes, notes, exchanges } = await verified(elements)
  expect(outcomes).toMatchObject([want])
  expect(notes.join().includes(`64 of ${interaction.key}`)).toBe(elements.length === records.length)
  expect(exchanges.map(({ response: received }) => String(received?.body))).toEqual([bodyOf(elements)])
})
