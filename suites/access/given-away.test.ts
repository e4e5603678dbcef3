import { expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { hasScheme, type SchemeOperation } from '../../contracts/operation-kinds.ts'
import { placesAt } from '../../engine/evidence/place.ts'
import type { Behaviour } from '../../provider/behaviour.ts'
import { membersOf } from '../../provider/received.ts'
import type { Reply } from '../../provider/reply.ts'
import { pointerSteps, valueAtPointer } from '../../text/json/pointer.ts'
import { judgeInProcess } from '../in-process.fixture.ts'

type Refused = (reply: Reply, records: readonly Record<string, unknown>[], asked: Buffer, total: unknown) => Reply

const operations = contract.operations.filter(hasScheme)

async function failing(operation: SchemeOperation, refused: Refused, behaviour: Behaviour = {}): Promise<string[]> {
  const hooks = () => ({
    reply: (reply: Reply, { body }: { readonly body: Buffer }, refusal: unknown, success: () => Reply) => {
      const given = membersOf(success().body)
      const records = [...placesAt(given, pointerSteps(operation.payload.record))]
      return refusal
        ? refused(
            reply,
            records.map(({ value }) => value as Record<string, unknown>),
            body,
            valueAtPointer(given, operation.pagination?.total ?? ''),
          )
        : reply
    },
  })
  const mutant = { name: 'it', title: 'it', level: 'MUST' as const, operation: operation.id, caughtBy: [], hooks }
  const selection = { only: `${operation.id}.credential.*`, observe: ['none' as const] }
  const { outcomes } = await judgeInProcess({ contract, mutant, behaviour }, { operations: [operation.id], selection })
  return outcomes.flatMap(({ check, verdict }) => (verdict === 'passed' || verdict === 'inapplicable' ? [] : [check]))
}

const json = (reply: Reply, body: object): Reply => ({ ...reply, body: Buffer.from(JSON.stringify(body)) })
const textsOf = (records: readonly Record<string, unknown>[], isMeant: (text: string) => boolean) =>
  records.flatMap((record) => Object.values(record).flat()).filter((value) => typeof value === 'string' && isMeant(value))
const isAddress = (text: string) => text.includes('://')

const tolerated: readonly (readonly [title: string, refused: Refused])[] = [
  ['leads to pages that a record leads to as well', (reply, records) => json(reply, { help: textsOf(records, isAddress) })],
  ['holds what was asked', (reply, _records, asked) => json(reply, { asked: asked.toString() })],
  [
    'is a page for people that shows the prices of the day',
    (reply, records) => ({
      ...reply,
      headers: { ...reply.headers, 'content-type': 'text/html' },
      body: Buffer.from(`<table>${records.map((record) => `<td>${JSON.stringify(record['price'] ?? record['amount'])}`).join('')}</table>`),
    }),
  ],
  ['says a number that a record has too', (reply, records) => json(reply, { code: Object.values(records[0] ?? {}).find(Number.isFinite) })],
]

for (const operation of operations) {
  it.each(tolerated)(`a refusal of ${operation.id} that %s tells nothing`, async (_, refused) => {
    expect(await failing(operation, refused)).toEqual([])
  })

  it(`a refusal of ${operation.id} that holds texts of records in base64, in a header, tells of them`, async () => {
    const refused: Refused = (reply, records) => {
      const told = Buffer.from(JSON.stringify(textsOf(records, (text) => !isAddress(text)))).toString('base64')
      return { ...reply, headers: { ...reply.headers, 'x-debug': told.slice(0, 1000) } }
    }
    expect(await failing(operation, refused)).toContain(`${operation.id}.credential.none`)
  })
}

it.each(['text/html', 'application/xml', 'text/plain'])('a refusal that writes records as %s tells of them', async (type) => {
  for (const operation of operations.filter(({ pagination }) => pagination)) {
    const refused: Refused = (_reply, records) => {
      const rows = records.map((record) => `<tr>${textsOf([record], () => true).map((text) => `<td>${text}</td>`)}</tr>`)
      return { status: 200, headers: { 'content-type': type }, body: Buffer.from(rows.join('')) }
    }
    expect(await failing(operation, refused)).toContain(`${operation.id}.credential.form.forwarded`)
  }
})

const totals: readonly (readonly [title: string, refused: Refused])[] = [
  ['beside its message', (reply, _records, _asked, total) => json(reply, { error: { message: 'no', total } })],
  ['in a header', (reply, _records, _asked, total) => ({ ...reply, headers: { ...reply.headers, 'x-total-count': String(total) } })],
]

it('a refusal that says under another name how many records a list without a total has tells of them', async () => {
  const many = { records: { coins: 33 } }
  for (const operation of operations.filter(({ pagination }) => !pagination)) {
    const refused: Refused = (reply, records) => json(reply, { message: 'no', meta: { count: records.length } })
    expect(await failing(operation, refused, many)).toContain(`${operation.id}.credential.none`)
    expect(await failing(operation, refused)).toEqual([])
  }
})

it('a refusal that has as many bytes as a list has records tells nothing', async () => {
  const many = { records: { coins: 33, payments: 33 } }
  for (const operation of operations) {
    const refused: Refused = (reply) => {
      const body = Buffer.from('{"message":"no"}'.padEnd(33))
      return { ...reply, headers: { ...reply.headers, 'content-length': String(body.length) }, body }
    }
    expect(await failing(operation, refused, many)).toEqual([])
  }
})

for (const operation of operations.filter(({ pagination }) => pagination)) {
  it.each(totals)(`a refusal of ${operation.id} that says %s how many records there are tells of them`, async (_, refused) => {
    expect(await failing(operation, refused)).toContain(`${operation.id}.credential.none`)
  })
}
