import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { startRecedingClock } from '../../engine/client/receding-clock.fixture.ts'
import { excerptLength } from '../../engine/client/transport/decoding.ts'
import { mostValues } from '../../engine/evidence/parsed-size.ts'
import { longestAddress } from '../../engine/exchange.ts'
import type { Outcome } from '../../engine/judging/outcome.ts'
import type { Run } from '../../engine/run.ts'
import { UsageError } from '../../language/usage-error.ts'
import { completed } from '../../provider/records/completion.ts'
import { defaultSettings } from '../../provider/reference-settings.ts'
import { har } from '../../reports/formats/har.ts'
import { parseReport } from '../../reports/parsing.ts'
import { reportOf } from '../../reports/report.ts'
import { runOf } from '../../reports/run.fixture.ts'
import { spoiltEverywhere } from '../../spec/spoilt.fixture.ts'
import { mostFileValues } from '../../text/json/nesting.ts'
import { parseHar } from './har.ts'
import { judgeRecorded } from './recorded.ts'
import { forms, recordedBy } from './recordings.fixture.ts'

/** What the recordings hold. */
const operations = ['getCoinInformation', 'inquirePayments', 'requestWithdrawal']

async function judged(text: string, settings = defaultSettings, deadline = 600_000): Promise<Run> {
  const about = { contract, name: 'a.har', recordings: [parseHar(text)], bases: {}, settings, operations, deadline }
  const { run } = await judgeRecorded(about)
  return run
}

async function outcomesOf(text: string, settings = defaultSettings): Promise<Outcome[]> {
  return [...(await judged(text, settings)).outcomes]
}

function having(outcomes: readonly Outcome[], ...verdicts: string[]): string[] {
  return outcomes.filter(({ verdict, level }) => verdicts.includes(verdict) && level === 'MUST').map(({ check }) => check)
}

describe('recorded traffic in the form of', () => {
  for (const [name, form] of Object.entries(forms)) {
    it(`${name} is judged in full, both sides of it`, async () => {
      const outcomes = await outcomesOf(recordedBy(form))
      expect(having(outcomes, 'failed', 'inconclusive')).toEqual([])
      expect(having(outcomes, 'passed').length).toBeGreaterThan(80)
    })
  }
})

/** A recording, its answers with the fields that the document has had since. */
function recorded(name: string): string {
  const { log } = JSON.parse(readFileSync(new URL(`./recordings/${name}.fixture.har`, import.meta.url), 'utf8'))
  for (const { request, response } of log.entries) {
    const answering = contract.operations.find(({ path }) => new URL(request.url).pathname === path)
    if (!answering) continue
    const { content } = response
    content.text = JSON.stringify(completed(answering.success.schema, JSON.parse(content.text)))
  }
  return JSON.stringify({ log })
}

describe('what was recorded here, of right clients, by', () => {
  for (const name of ['mitmproxy', 'playwright']) {
    it(`${name} is judged in full`, async () => {
      const outcomes = await outcomesOf(recorded(name))
      expect(having(outcomes, 'failed', 'inconclusive')).toEqual([])
      expect(outcomes.filter(({ verdict }) => verdict === 'warned')).toEqual([])
    })
  }
})

describe('where the recording lacks what a check needs, the outcome says what to switch on', () => {
  const form = forms['playwright']
  if (!form) throw new Error('there is no such form')
  const reasons = (outcomes: readonly Outcome[]) =>
    new Set(outcomes.flatMap(({ verdict, level, reason }) => (verdict === 'inconclusive' && level === 'MUST' ? [reason ?? ''] : [])))

  it('bodies of requests', async () => {
    const outcomes = await outcomesOf(
      recordedBy(form, ({ request, ...entry }) => ({ ...entry, request: { ...request, postData: undefined } })),
    )
    expect(having(outcomes, 'failed')).toEqual([])
    expect(having(outcomes, 'inconclusive')).toEqual(
      expect.arrayContaining(['inquirePayments.sends.json', 'requestWithdrawal.request.header.x-signature']),
    )
    expect([...reasons(outcomes)].join()).toMatch(/holds no body of this request.*Playwright/)
  })

  it('bodies of answers', async () => {
    const outcomes = await outcomesOf(
      recordedBy(form, ({ response, ...entry }) => ({
        ...entry,
        response: { ...response, content: { size: 99, mimeType: 'application/json' } },
      })),
    )
    expect(having(outcomes, 'failed')).toEqual([])
    expect(having(outcomes, 'inconclusive').some((check) => check.startsWith('getCoinInformation.response'))).toBe(true)
  })

  it('the end of an answer', async () => {
    const cut = ({ response, ...entry }: Record<string, Record<string, unknown>>) => {
      const content = response?.['content'] as { text: string }
      return { ...entry, response: { ...response, content: { ...content, size: content.text.length, text: content.text.slice(0, 20) } } }
    }
    const outcomes = await outcomesOf(recordedBy(form, cut))
    expect(having(outcomes, 'failed')).toEqual([])
    expect(having(outcomes, 'inconclusive')).toContain('getCoinInformation.json')
  })

  it('credentials', async () => {
    const without = ({ request, ...entry }: Record<string, Record<string, unknown>>) => ({
      ...entry,
      request: {
        ...request,
        headers: ((request?.['headers'] ?? []) as { name: string }[]).filter(({ name }) => !/^(authorization|x-)/.test(name)),
      },
    })
    const outcomes = await outcomesOf(recordedBy(form, without))
    expect(having(outcomes, 'failed')).toEqual([])
    expect([...reasons(outcomes)].join()).toMatch(/recorders leave them out/)
  })

  it('what stands in a fragment, which is never sent', async () => {
    const outcomes = await outcomesOf(recordedBy(form).replaceAll('?source=1', '#?source=1'))
    expect(having(outcomes, 'failed')).toEqual([])
    expect(having(outcomes, 'inconclusive')).toEqual(['getCoinInformation.request.source'])
  })

  it('values that were taken out', async () => {
    const outcomes = await outcomesOf(recordedBy(form).replaceAll(defaultSettings['accessToken'] ?? '', '«accessToken»'))
    expect(having(outcomes, 'failed')).toEqual([])
    expect(having(outcomes, 'inconclusive')).toEqual(['getCoinInformation.request.header.authorization'])
  })

  it('what was not set', async () => {
    const outcomes = await outcomesOf(recordedBy(form), {})
    expect(having(outcomes, 'failed')).toEqual([])
    expect(having(outcomes, 'inconclusive')).toEqual(
      expect.arrayContaining([
        'requestWithdrawal.request.header.x-signature',
        'credentials.secret-never-sent',
        'getCoinInformation.sends.own-credential',
      ]),
    )
  })
})

const [form = () => ({ request: {}, response: {} })] = Object.values(forms)

describe('an archive of those exchanges that were of interest', () => {
  it('says how many there were, passes nothing, and says nothing of the whole', async () => {
    const whole = JSON.parse(recordedBy(form)) as { log: { entries: unknown[] } }
    const all = whole.log.entries.length
    const cut = { log: { ...whole.log, entries: whole.log.entries.slice(0, 2), _requests: all } }
    expect(parseHar(JSON.stringify(cut)).missing).toBe(all - 2)
    const outcomes = await outcomesOf(JSON.stringify(cut))
    expect(having(outcomes, 'failed', 'passed')).toEqual([])
    expect(outcomes.filter(({ verdict }) => verdict === 'passed' || verdict === 'warned')).toEqual([])
    expect(outcomes.map(({ reason }) => reason).join()).toMatch(/exchanges are not in it/)
    expect(having(await outcomesOf(JSON.stringify({ log: { ...whole.log, _requests: all } })), 'passed').length).toBeGreaterThan(80)
  })
})

describe('a file that is no recording', () => {
  it('is refused in words', () => {
    for (const text of ['', 'x', '[]', '{"log":{}}']) expect(() => parseHar(text)).toThrow(UsageError)
    expect(() => parseHar(`{"log":{"entries":[${'{},'.repeat(mostFileValues)}{}]}}`)).toThrow(/expected at most 1,200,000 values/)
    expect(() => parseHar('{"h1dden"\n1}')).toThrow(/no JSON \(Expected ':' .* at position 10 \(line 2 column 1\)\)$/)
    expect(() => parseHar('{"schema":"assay.report/1"}')).toThrow('found a report, which `assay replay` judges again')
    expect(() => parseHar([...har(reportOf(runOf()))].join(''))).toThrow('wrong ones on purpose: `assay replay` judges its report')
  })

  it('or holds an address that no service takes', () => {
    const at = (length: number) => JSON.stringify({ log: { entries: [{ request: { method: 'GET', url: 'x'.repeat(length) } }] } })
    expect(parseHar(at(longestAddress)).entries).toHaveLength(1)
    expect(() => parseHar(at(longestAddress + 1))).toThrow('expected addresses of at most 65,536 characters, found one of 65,537')
  })

  it('holds images that are their own addresses, which were sent nowhere', () => {
    const at = (url: string) => ({ request: { method: 'GET', url } })
    const images = [at('data:,a'), at(`data:image/png;base64,${'A'.repeat(longestAddress)}`)]
    const { entries, skipped } = parseHar(JSON.stringify({ log: { entries: [...images, at('https://a.example')] } }))
    expect([entries.length, skipped]).toEqual([1, images.length])
  })

  it('keeps of a body, sent or received, what a run keeps', () => {
    const text = '[0,'.repeat(mostValues)
    const entry = { request: { method: 'POST', url: 'x', postData: { text } }, response: { status: 200, content: { text } } }
    const [{ exchange, lacks } = {}] = parseHar(JSON.stringify({ log: { entries: [entry] } })).entries
    for (const kept of [exchange?.request, exchange?.response]) expect([kept?.truncated, kept?.body?.length]).toEqual([true, excerptLength])
    expect(lacks?.response, 'the HAR holds all of it').toBeUndefined()
    const full = { status: 200, content: { text: `[${'0,'.repeat(mostValues)}0]`, size: 1e9 } }
    const [said] = parseHar(JSON.stringify({ log: { entries: [{ ...entry, response: full }] } })).entries
    expect(`${said?.lacks.response}`, 'what is too full is not parsed to see whether it is whole').toContain('the beginning of this answer')
  })

  it('is read as far as possible if a part of it is invalid', () => {
    const { entries, skipped } = parseHar(
      '{"log":{"entries":[null,1,{"request":{"method":"GET","url":"x","headers":[null,{"name":1}]},"response":{"status":"x"}}]}}',
    )
    expect([entries.length, skipped, entries[0]?.exchange.startedAt]).toEqual([1, 2, 0])
    const form = { request: { method: 'POST', url: 'x', postData: { params: [{ name: 'a', value: '\ud800' }] } } }
    expect(parseHar(JSON.stringify({ log: { entries: [form] } })).entries[0]?.exchange.request.body?.toString()).toBe('a=%EF%BF%BD')
  })
})

it('no member of an archive breaks anything, whatever of JavaScript it is called after', async () => {
  const [form] = Object.values(forms)
  if (!form) throw new Error('there are no recordings')
  const { log } = JSON.parse(recordedBy(form))
  const archive = { log: { ...log, entries: log.entries.slice(0, 2) } }
  const { places, faults } = await spoiltEverywhere(archive, (spoilt) => parseHar(JSON.stringify(spoilt)), UsageError)
  expect(faults).toEqual([])
  expect(places).toBeGreaterThan(50)
})

it('requests that are none of the operations, or that took for ever, stand in a report that can be read again', async () => {
  const elsewhere = ({ request, ...entry }: Record<string, Record<string, unknown>>) => ({
    ...entry,
    time: 1e308,
    request: { ...request, url: String(request?.['url']).replace(/\/\w+(?=\?|$)/, '/elsewhere') },
  })
  const { exchanges } = parseReport(JSON.stringify(reportOf(await judged(recordedBy(form, elsewhere)))))
  expect(new Set(exchanges.map(({ operation }) => operation))).toEqual(new Set(['']))
})

it('what the deadline leaves unjudged keeps everything from passing, and is counted', async () => {
  const { outcomes, notes } = await judged(recordedBy(form), defaultSettings, 0)
  expect(having(outcomes, 'passed', 'failed')).toEqual([])
  expect(notes).toEqual([expect.stringMatching(/^\d+ of \d+ requests were not judged before the deadline of 0 s\. Judge less/)])
})

it('a clock that is set back prolongs no deadline, and nothing ends before it began', async () => {
  startRecedingClock()
  const { notes, startedAt, finishedAt } = await judged(recordedBy(form), defaultSettings, 0)
  expect(notes).toEqual([expect.stringMatching(/not judged before the deadline/)])
  expect(finishedAt).toBeGreaterThanOrEqual(startedAt)
})
