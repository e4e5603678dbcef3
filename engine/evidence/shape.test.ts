import { describe, expect, it } from 'vitest'
import { fieldName } from '../../contracts/fields.ts'
import { contract } from '../../contracts/generated/contract.ts'
import { validatorsFor } from '../../contracts/schemas/validators.ts'
import { excerpt, shortened } from '../../text/excerpt.ts'
import { jsonOf } from './body.ts'
import { exchange, listing, response, signed } from './evidence.fixture.ts'
import { identifierAt } from './identifier.ts'
import { createShapes } from './shape.ts'

const validators = await validatorsFor(contract)
const example = listing.success.example as { data: [Record<string, unknown>] }
const form = { id: listing.id, schema: listing.success.schema, fields: listing.success.fields }

/** How each field fares in a body whose records are as given: the names of those that were found wrong, and of those not judged. */
function shapesOf(body: unknown) {
  const shapes = createShapes(validators)
  const received = response(200, body)
  const all = listing.success.fields.map((field) => ({ name: fieldName(field.path), ...shapes(form, field, received) }))
  return {
    wrong: all.filter(({ findings }) => findings.length > 0).map(({ name }) => name),
    unjudged: all.filter(({ of }) => of === 0).map(({ name }) => name),
    all,
  }
}
const withRecord = (change: Record<string, unknown>) => ({ ...example, data: [example.data[0], { ...example.data[0], ...change }] })

describe('createShapes', () => {
  it('throws where a body has no validator: nothing would be found in it', () => {
    const [field] = listing.success.fields
    const judge = () => field && createShapes(new Map())(form, field, response(200, example))
    expect(judge).toThrow(`no validator for ${listing.id}`)
  })

  it('finds nothing in the example of the document', () => expect(shapesOf(example)).toMatchObject({ wrong: [], unjudged: [] }))

  it.for([
    { change: { rank: '1' }, want: ['data[].rank'] },
    { change: { rank: undefined }, want: ['data[].rank'] },
    { change: { site: 'nowhere' }, want: ['data[].site'] },
    { change: { explorers: ['https://a.example', 5] }, want: ['data[].explorers'] },
    { change: { birth_date: '2021-02-30' }, want: ['data[].birth_date'] },
    { change: { max_supply: null, extra: {} }, want: [] },
    { change: { currency: null }, want: ['data[].currency'] },
    { change: { rank: 1.5, price: '1' }, want: ['data[].rank', 'data[].price'] },
  ])('blames $want for $change', ({ change, want }) => expect(shapesOf(withRecord(change)).wrong).toEqual(want))

  it.for([
    { change: { birth_date: undefined, birthDate: '2021-02-03' }, want: 'birthDate, spelt in another way' },
    { change: { birth_date: undefined, birth_dates: ['2021-02-03'] }, want: 'birth_dates, spelt in another way' },
    { change: { birth_date: undefined, born: '2021-02-03' }, want: 'nothing' },
    {
      change: { birth_date: undefined, currency: { ...(example.data[0]['currency'] as object), birth_date: '2021-02-03' } },
      want: '/data/1/currency/birth_date, in another place',
    },
    { change: { birth_date: undefined, dates: { birth_date: '2021-02-03' } }, want: '/data/1/dates/birth_date, in another place' },
    { change: { site: undefined, sites: 'https://a.example' }, want: 'nothing' },
    { change: { birth_date: 1, birthDate: '2021-02-03' }, want: '1' },
  ])('says $want of a field for $change', ({ change, want }) => {
    expect(shapesOf(withRecord(change)).all.flatMap(({ findings }) => findings.map(({ actual }) => actual))).toEqual([want])
  })

  it('says how many records show the same, and where the first of them stand', () => {
    const body = { ...example, data: Array.from({ length: 300 }, (_, at) => ({ ...example.data[0], ...(at >= 100 && { rank: 'x' }) })) }
    const [finding] = shapesOf(body).all.flatMap(({ findings }) => findings)
    expect(finding).toMatchObject({ at: '/data/100/rank', actual: '"x"', count: 200, places: { length: 10 } })
  })

  it('blames the field and the place of one wrong element among tens of thousands, and what else is wrong', () => {
    const long = Array.from({ length: 50_000 }, (_, at) => (at < 45_678 ? 'https://a.example' : at))
    const { wrong, all } = shapesOf(withRecord({ explorers: long, rank: 'x' }))
    expect(wrong.toSorted()).toEqual(['data[].explorers', 'data[].rank'])
    expect(all.find(({ name }) => name === 'data[].explorers')?.findings).toMatchObject([
      { at: '/data/1/explorers/45678', actual: '45678' },
    ])
  })

  it('proves nothing of records by an empty list', () => {
    const { wrong, unjudged } = shapesOf({ ...example, data: [] })
    expect(wrong).toEqual([])
    expect(unjudged).toContain('data[].rank')
    expect(unjudged).not.toContain('data')
  })

  it.for(['null', '[]', '"x"', '5'])('finds every outer field wrong in %s, and judges no inner one', (body) => {
    const [outer, inner] = [true, false].map((isOuter) => listing.success.fields.filter(({ path }) => (path.length === 1) === isOuter))
    expect(shapesOf(body).wrong).toEqual(outer?.map(({ path }) => fieldName(path)))
    expect(shapesOf(body).unjudged).toEqual(inner?.map(({ path }) => fieldName(path)))
  })
})

describe('excerpt', () => {
  it.for([
    { given: undefined, want: 'nothing' },
    { given: [], want: '[]' },
    { given: [1, 2], want: 'array of 2' },
    { given: {}, want: '{}' },
    { given: { a: 1, b: { c: 2 } }, want: 'object with a, b' },
    { given: 'x\n', want: '"x\\n"' },
    { given: null, want: 'null' },
  ])('shows $given as $want', ({ given, want }) => expect(excerpt(given)).toBe(want))

  it('is never long', () => {
    for (const given of ['x'.repeat(1e6), Object.fromEntries(Array.from({ length: 99 }, (_, at) => [`${at}`.repeat(500), 1]))])
      expect(excerpt(given).length).toBeLessThan(220)
    expect(shortened('x'.repeat(101))).toHaveLength(100)
  })
})

describe('identifierAt', () => {
  it.for([
    { body: '{"data":{"withdrawId":17}}', want: '17' },
    { body: '{"data":{"withdrawId":9007199254740993}}', want: '9007199254740993' },
    { body: '{"data":{"withdrawId":"a-1"}}', want: 'a-1' },
    { body: '{"data":{"withdrawId":null}}', want: undefined },
    { body: '{}', want: undefined },
    { body: '<h1>', want: undefined },
  ])('reads $want from $body', ({ body, want }) => {
    expect(identifierAt(exchange(signed, 'control', response(200, body)), '/data/withdrawId')).toBe(want)
  })
})

describe('jsonOf', () => {
  it.for([
    { given: Buffer.from('\ufeff{"a":1}'), want: { value: { a: 1 } } },
    { given: Buffer.from('{"a":"\xff"}', 'latin1'), want: { error: 'its bytes are not UTF-8' } },
    { given: Buffer.from('\ufeff{"a":1}', 'utf16le'), want: { error: 'its bytes are not UTF-8' } },
    { given: Buffer.from(' \n'), want: { error: 'the body is empty' } },
    { given: Buffer.from('{"a":NaN}'), want: { error: expect.stringContaining('JSON') } },
  ])('reads $given', ({ given, want }) => expect(jsonOf(response(200, given))).toEqual(want))

  it('parses a body once, and a truncated one not at all', () => {
    const received = response(200, '{"a":1}')
    expect(jsonOf(received).value).toBe(jsonOf({ ...received }).value)
    expect(jsonOf({ ...received, truncated: true })).toEqual({ error: expect.stringContaining('longer') })
  })

  it('forgets the oldest where parsed bodies grow too large', () => {
    const heavy = Array.from({ length: 4 }, () => response(200, `[${'[],'.repeat(200_000)}0]`))
    const values = heavy.map((each) => jsonOf(each).value)
    const again = [...heavy].reverse().map((each) => jsonOf(each).value)
    expect(again[0]).toBe(values[3])
    expect(again[3]).not.toBe(values[0])
    expect(again[3]).toEqual(values[0])
  })
})
