import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { mostValues } from '../engine/evidence/parsed-size.ts'
import { keepOfFirst } from '../engine/probes/steps.ts'
import { resultOf } from '../language/turns.ts'
import { attributeEscaped } from '../text/entities.ts'
import { boundedHeaders, reportLimits } from './bounds.ts'
import { bodyBytes, storeBodies } from './exchanges/stored-bodies.ts'
import { fromReport, parseReport } from './parsing.ts'
import { searchTimes, unlessOverdue } from './redaction/search-time.ts'
import { reportedDiagnosis, reportInTurns, reportOf } from './report.ts'
import { exchange, runOf } from './run.fixture.ts'

const schema = JSON.parse(await readFile(new URL('./report.schema.json', import.meta.url), 'utf8'))
const ajv = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false, allErrors: true })
addFormats.default(ajv)
const validate = ajv.compile(schema)

describe('a report', () => {
  it('keeps to its published schema', () => {
    expect(validate(reportOf(runOf())), ajv.errorsText(validate.errors)).toBe(true)
  })

  it('names the variable of a setting, whatever stands in the place of its value', () => {
    const diagnosis = { id: 'malformed' as const, about: 'A_TOKEN', operations: [], problem: 'A_TOKEN holds A_TOKEN.', remedy: 'Set it.' }
    const { about, problem } = reportedDiagnosis(diagnosis, (text) => text.replaceAll('TOKEN', '«token»'))
    expect([about, problem]).toEqual(['A_TOKEN', 'A_TOKEN holds A_«token».'])
  })

  it('is held to something: an unknown verdict does not keep to the schema', () => {
    const report = reportOf(runOf())
    const outcomes = report.outcomes.map((outcome) => ({ ...outcome, verdict: 'green' }))
    expect(validate({ ...report, outcomes })).toBe(false)
  })

  it('of the same evidence is the same, byte for byte', () => {
    expect(JSON.stringify(reportOf(runOf()))).toBe(JSON.stringify(reportOf(runOf())))
  })

  it('stores each body once, under the hash of what is stored', () => {
    const { bodies, exchanges } = reportOf(runOf({ exchanges: [exchange('e1', 'same'), exchange('e2', 'same')] }))
    const key = createHash('sha256').update('same').digest('hex')
    expect(bodies).toEqual({ [key]: 'same' })
    expect(exchanges.map(({ response }) => response?.body)).toEqual([key, key])
  })

  it('stores bytes that are not UTF-8 as base64', () => {
    const bytes = Buffer.from([0xff, 0x00, 0x80])
    const { bodies } = reportOf(runOf({ exchanges: [exchange('e1', bytes)] }))
    expect(Object.values(bodies)).toEqual([{ base64: bytes.toString('base64') }])
  })

  it('gives the exchanges back as they were, without secrets', () => {
    const sentAgain = exchange('e9', 'ok', { repeats: 2, lost: 1, lostSince: Date.UTC(2026, 0, 2) })
    const run = runOf({ exchanges: [...runOf().exchanges, sentAgain] })
    const given = run.exchanges
    const back = fromReport(parseReport(JSON.stringify(reportOf(run))))
    expect(back.map(({ response }) => response?.body.toString())).toEqual(given.map(({ response }) => response?.body.toString()))
    expect(back.map(({ failure }) => failure)).toEqual(given.map(({ failure }) => failure))
    expect(back.map(({ startedAt }) => startedAt)).toEqual(given.map(({ startedAt }) => startedAt))
    expect(back.map(({ lost, lostSince }) => [lost, lostSince])).toEqual(given.map(({ lost, lostSince }) => [lost, lostSince]))
    expect(back[0]?.request.headers).toEqual([['authorization', 'Bearer «accessToken»']])
  })

  it('shows no user and password of an address', () => {
    const run = runOf()
    const target = { ...run.target, name: 'http://u:p@127.0.0.1', bases: { coin: 'http://u:p@127.0.0.1:1/x' } }
    expect(reportOf({ ...run, target }).target).toMatchObject({ name: 'http://127.0.0.1', coinUrl: 'http://127.0.0.1:1/x' })
  })

  for (const [given, want] of [
    ['<html>', "it is not JSON (Unexpected token '<')."],
    ['{"schema":1\n"h1dden":2}', "it is not JSON (Expected ',' or '}' after property value in JSON at position 12 (line 2 column 1))."],
    ['{}', 'found none'],
    ['[1]', 'found none'],
    ['{"schema":"assay.report/9"}', 'found "assay.report/9"'],
    ['{"schema":"assay.report/2"}', 'A newer Assay wrote it'],
    ['{"schema":"assay.report/1","outcomes":[]}', 'it has no "assay", "spec"'],
  ] as const) {
    it(`that reads ${given} is refused with the reason`, () => expect(() => parseReport(given)).toThrow(want))
  }
})

it.each(['<', '"', '\u0001', '漢'])('of header fields that are full of %j no more is kept than a page writes in 9 KB', (mark) => {
  const [[, value] = ['', '']] = boundedHeaders([['x-long', mark.repeat(60_000)]], (text) => text, reportLimits.receivedFields)
  expect(value).toContain(mark.repeat(1000))
  expect(Buffer.byteLength(attributeEscaped(value))).toBeLessThan(9000)
  expect(Buffer.byteLength(JSON.stringify(value))).toBeLessThan(9000)
})

describe('a report of a stranger', () => {
  const own = JSON.stringify(reportOf(runOf()))

  it('is refused where it holds more values than a run writes, and not for what its texts hold', () => {
    const more = (value: string) => `{"more":${value},${own.slice(1)}`
    expect(() => parseReport(more(`[${'{},'.repeat(650_000)}0]`))).toThrow(
      'holds more values than any that a run writes: expected 1,200,000',
    )
    expect(parseReport(more(JSON.stringify('{},"'.repeat(650_000)))).exchanges).toHaveLength(runOf().exchanges.length)
  })

  it('is refused where an address is longer than any that a run writes, which has thousands of parameters', () => {
    const at = (url: string) => JSON.stringify({ ...JSON.parse(own), exchanges: reportOf(runOf({ exchanges: [long(url)] })).exchanges })
    const long = (url: string) => ({ ...exchange('e1', ''), request: { method: 'GET', url, headers: [] } })
    const [written] = parseReport(at(`http://a/?${'a=b&'.repeat(1 << 20)}`)).exchanges
    expect(written?.request.url).toContain('more characters')
    const longer = at('http://a/?LONG').replace('LONG', 'a=b&'.repeat(2100))
    expect(() => parseReport(longer)).toThrow('at /exchanges/0/request/url it must NOT have more than 8300 characters')
  })

  it.each([
    ['a body', 'short'],
    ['the excerpt of one that is too long', 'x'.repeat(keepOfFirst + 1)],
  ])('takes the room of %s once, however many answers it is said to be', (_, long) => {
    const { exchanges, bodies, ...rest } = parseReport(own)
    const answered = exchanges.flatMap((each) => (each.response ? { ...each, response: { ...each.response, body: 'one' } } : []))
    const back = fromReport({ ...rest, exchanges: answered, bodies: { ...bodies, one: long } })
    expect(new Set(back.map(({ response }) => response?.body)).size).toBe(1)
  })

  it.each([
    [mostValues, false],
    [mostValues + 1, true],
  ])('has an answer of %i values, or what was sent or called back, judged again, or not, as a run has', (count, truncated) => {
    const { exchanges, bodies, ...rest } = parseReport(own)
    const long = exchanges.flatMap(({ request, response, ...each }) =>
      response ? { ...each, request: { ...request, body: 'long' }, response: { ...response, body: 'long' } } : [],
    )
    const [back] = fromReport({ ...rest, exchanges: long.slice(0, 1), bodies: { ...bodies, long: `[${'0,'.repeat(count - 1)}0]` } })
    expect([back?.request.truncated ?? false, back?.response?.truncated]).toEqual([truncated, truncated])
  })
})

describe('a body that does not fit', () => {
  const run = runOf({ exchanges: [exchange('e1', 'x'.repeat(20)), exchange('e2', 'short')] })

  it('is left out, and the others are kept', () => {
    const { bodies, keyOf } = resultOf(storeBodies(run.exchanges, (text) => text, 10))
    expect(Object.values(bodies).map((body) => bodyBytes(body).toString())).toEqual(['short'])
    expect(keyOf(run.exchanges[0]?.response?.body)).toBeUndefined()
  })

  it('is one of many secrets, each of which takes room', () => {
    const echoes = runOf({ exchanges: [exchange('e1', 'live-7f3a '.repeat(20)), exchange('e2', 'short')] })
    const { bodies } = resultOf(storeBodies(echoes.exchanges, (text) => text.replaceAll('live-7f3a', '«apiKey»'), 1000))
    expect(Object.keys(bodies)).toEqual([])
  })

  it('is one for which there is no time left, and comes after what is short', () => {
    let now = 0
    const late = (timeLeft?: number) => {
      const run = runOf({ exchanges: [exchange('e1', 'long '.repeat(120_000)), exchange('e2', 'short')] })
      return reportOf({ ...run, ...(timeLeft === undefined ? {} : { timeLeft }) }, () => (now += 200))
    }
    expect(Object.values(late(0).bodies)).toEqual(['short'])
    expect(late(0).notes.join()).toContain('1 bodies')
    for (const timeLeft of [10_000, undefined]) expect(Object.values(late(timeLeft).bodies)).toHaveLength(2)
  })

  it('is the last that is unpacked, where there is no time left for it', () => {
    let now = 0
    const search = searchTimes(runOf({ timeLeft: 0 }), () => (now += 200)).bodies
    const looked = (text: string) => {
      search()
      return text
    }
    const many = Array.from({ length: 50 }, (_, at) => exchange(`e${at}`, `body ${at}`))
    const { bodies } = resultOf(storeBodies(many, looked))
    expect([Object.keys(bodies).length, now]).toEqual([2, 800])
  })

  it('is looked for no longer once an interruption is heard, which comes between two', async () => {
    const exchanges = Array.from({ length: 50 }, (_, at) => exchange(`e${at}`, `body ${at}`))
    const kept = async (act: (interruption: AbortController) => void) => {
      let now = 0
      const interruption = new AbortController()
      const making = reportInTurns(runOf({ exchanges }), interruption.signal, () => (now += 60))
      act(interruption)
      const { bodies, notes } = await making
      return [Object.keys(bodies).length, /\d+ header fields, 47 bodies/.test(notes.join())]
    }
    expect(await kept(() => {})).toEqual([50, false])
    expect(await kept((interruption) => interruption.abort())).toEqual([3, true])
  })

  it('waits for no search of half a minute and longer, however much time a run had left', () => {
    let now = 0
    const search = searchTimes(runOf({ timeLeft: 1_200_000 }), () => now).bodies
    now = 30_000
    expect(unlessOverdue(() => search() ?? 'searched')).toBe('searched')
    now = 31_000
    expect(unlessOverdue(() => search() ?? 'searched')).toBeUndefined()
  })

  it('makes its exchange truncated', () => {
    const long = 'x'.repeat(16 * 1024 * 1024 + 1)
    const { exchanges } = reportOf(runOf({ exchanges: [exchange('e1', long), exchange('e2', 'short')] }))
    expect(exchanges.map(({ response }) => response?.truncated)).toEqual([true, false])
    expect(exchanges[0]?.response).toMatchObject({ size: long.length })
  })
})
