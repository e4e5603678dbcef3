import { createRequire } from 'node:module'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { validate as validateCtrf } from 'ctrf'
import { Marked } from 'marked'
import { describe, expect, it } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { compareReports } from '../comparison/compare.ts'
import { compareMarkdown } from '../comparison/compare-markdown.ts'
import { hostileRun, hostileStrings } from '../hostile.fixture.ts'
import { reportOf } from '../report.ts'
import { runOf } from '../run.fixture.ts'
import { terminalSummary } from '../terminal/terminal.ts'
import { jsonText } from '../text/json.ts'
import { inert } from '../text/markdown.ts'
import { wholeText } from '../whole-text.fixture.ts'
import { shieldsBadge, svgBadge } from './badge.ts'
import { ctrf } from './ctrf.ts'
import { githubAnnotations, githubSummary } from './github.ts'
import { har } from './har.ts'
import { junit } from './junit.ts'
import { sarif } from './sarif.ts'

const report = reportOf(runOf())
const hostile = reportOf(hostileRun())
const controls = /[^\P{Cc}\n]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

const harErrors = harValidator()

describe('CTRF', () => {
  for (const [name, given] of [
    ['an ordinary run', report],
    ['a hostile target', hostile],
  ] as const) {
    it(`of ${name} is valid for its own package`, () => {
      const { valid, errors } = validateCtrf(JSON.parse(ctrf(given)))
      expect(errors ?? []).toEqual([])
      expect(valid).toBe(true)
    })
  }

  it('names every test once', () => {
    const names = JSON.parse(ctrf(report)).results.tests.map(({ name }: { name: string }) => name)
    expect(new Set(names).size).toBe(report.outcomes.length)
  })

  it('calls what could not be judged neither passed nor failed', () => {
    const { tests, summary } = JSON.parse(ctrf(report)).results
    expect(summary).toMatchObject({ tests: report.outcomes.length, failed: 1, skipped: 1, other: 1 })
    const statuses = tests.map(({ rawStatus, status }: Record<string, string>) => `${rawStatus} ${status}`)
    expect([...new Set(statuses)].sort()).toEqual([
      'failed failed',
      'inapplicable skipped',
      'inconclusive other',
      'passed passed',
      'warned passed',
    ])
  })
})

it.each([
  ['CTRF', ctrf],
  ['HAR', har],
  ['JUnit', junit],
  ['SARIF', sarif],
  ['an annotation on GitHub', githubAnnotations],
  ['a summary on GitHub', githubSummary],
])('%s tells which withdrawals have to be looked for', (_, format) => {
  const withdrawal = { amount: '1.25', description: 'wbgtr' }
  const unknownFate = [{ at: '2026-01-02T03:04:05.000Z', exchange: 'x/control', withdrawal }]
  expect(wholeText(format({ ...report, unknownFate }))).toMatch(/1\.25.*wbgtr/s)
  expect(wholeText(format(report))).not.toContain('to look for')
})

it('withdrawals to look for are no more than another tool can show', () => {
  const unknownFate = Array.from({ length: 60 }, (_, at) => ({
    at: new Date(at).toISOString(),
    exchange: `x/${at}`,
    withdrawal: { amount: `1.${at}` },
  }))
  const told = githubSummary({ ...report, unknownFate })
  expect([told.includes('1.49'), told.includes('1.50')]).toEqual([true, false])
  expect(told).toContain('and 10 more, which report.json holds')
})

describe('HAR', () => {
  for (const [name, given] of [
    ['an ordinary run', report],
    ['a hostile target', hostile],
  ] as const) {
    it(`of ${name} keeps to the published schema`, () => expect(harErrors(JSON.parse(wholeText(har(given))))).toEqual([]))
  }

  it('is held to something', () => expect(harErrors({ log: { version: '1.2', entries: [{}] } })).not.toEqual([]))

  it('holds nothing that was not sent', () => {
    const [first] = report.exchanges
    const exchanges = (['unsent', 'interrupted', 'reset'] as const).flatMap((failure) =>
      first ? [{ ...first, failure, durationMs: 0 }] : [],
    )
    expect(JSON.parse(wholeText(har({ ...report, exchanges }))).log.entries).toHaveLength(1)
  })

  it('holds every exchange, the unanswered too', () => {
    const { entries } = JSON.parse(wholeText(har(report))).log
    expect(entries.map(({ response }: { response: { status: number } }) => response.status)).toEqual([200, 200, 0])
    expect(entries[0].request.headers).toContainEqual({ name: 'authorization', value: 'Bearer «accessToken»' })
  })

  it.each(['request', 'response'] as const)('stays short where each byte of a body of a %s takes six of JSON', (side) => {
    const [first] = report.exchanges
    const key = 'long'
    const one = first && { ...first, [side]: { ...first[side], body: key } }
    const exchanges = Array.from({ length: 40 }, () => one).flatMap((exchange) => exchange ?? [])
    const given = { ...report, exchanges, bodies: { ...report.bodies, [key]: '\0'.repeat(1 << 18) } }
    expect(wholeText(har(given)).length).toBeLessThan(8 << 20)
  })
})

describe('for GitHub', () => {
  it('a failure is an error, what was not judged a warning, and what explains them comes first', () => {
    const lines = githubAnnotations(report).trimEnd().split('\n')
    expect(lines.map((line) => /^::(\w+) title=[^:,]+::.+$/.exec(line)?.[1])).toEqual(['error', 'error', 'warning', 'warning'])
    expect(lines[0]).toBe('::error title=What explains this::A right request is refused with 401. Look at the credentials.')
    for (const line of lines.slice(1)) expect(line).toMatch(/ title=[\d.]+ (?:Not judged%3A )?getCoinInformation%3A /)
  })

  it('a hostile target gives no command of its own', () => {
    for (const line of githubAnnotations(hostile).trimEnd().split('\n')) {
      expect(line).toMatch(/^::(error|warning) title=[^:,\n]*::/)
      expect(line.match(/::/g)?.length).toBe(2)
      expect(line).not.toMatch(controls)
    }
  })

  it('the summary says what failed and why', () => {
    const summary = githubSummary(report)
    expect(summary).toMatch(/^## ✗ staging: does not conform \(1 requirement left out\)\n/)
    expect(rendered(summary)).toContain('expected integer, found "1.5" (5,000 places)')
  })

  it('the summary names the operation of what is waived, as the annotation and CTRF name who waived it', () => {
    const waived = { check: '*', reason: 'known', owner: 'me', expires: '2027-01-31' }
    const outcomes = report.outcomes.map((outcome) => (outcome.verdict === 'failed' ? { ...outcome, waived } : outcome))
    expect(githubSummary({ ...report, outcomes })).toMatch(/\| \w+: [^|]* Waived until 2027-01-31 by me: known \|/)
    for (const told of [githubAnnotations({ ...report, outcomes }), ctrf({ ...report, outcomes })])
      expect(told).toContain('Waived until 2027-01-31 by me: known')
  })

  it.each([
    ...[
      'http://127.0.0.1:7101/a_b www.x.example',
      '_a_ __b__ a_b *x* ~~z~~ `c` $m$',
      '![a](b) [b]: c',
      'a[](b) a[][b] a[]: c',
      'a | b \\| \\*',
      '<b> &amp; "q"',
    ],
    ...['1. a', '12) a', '- a', '+ a', '# a', '#12 @me :smile:', '> a', '===', '---', '~~~', '/close', '| a | b |'],
  ])('%s is a text in Markdown', (text) => {
    for (const given of [inert(text), `| a | b |\n| --- | --- |\n| ${inert(text)} | c |`]) {
      expect(tagsOf(new Marked().parse(given, { async: false })).filter((tag) => !/^(p|t\w+)$/.test(tag))).toEqual([])
      expect(
        rendered(given)
          .split('\n')
          .map((line) => line.trim()),
      ).toContain(text)
    }
  })

  it('what needs no escape in Markdown has none', () => {
    expect(inert('data[].price_quote at /data/0/rank: found "1.5" (5,000 places)!')).toBe(
      'data[].price_quote at /data/0/rank: found "1.5" (5,000 places)!',
    )
  })

  it('a hostile target shows as text in Markdown', () => {
    for (const given of [githubSummary(hostile), compareMarkdown(compareReports(report, hostile))]) {
      expect(tagsOf(new Marked().parse(given, { async: false }))).toEqual(harmless(given))
      expect(given).not.toMatch(controls)
    }
  })
})

describe('a badge', () => {
  it('is well-formed SVG', async () => {
    const { errors } = await validateXML({ xml: { fileName: 'badge.svg', contents: svgBadge(report) }, normalization: 'c14n' })
    expect(errors).toEqual([])
  })

  it('holds nothing that a target could write', () => expect(svgBadge(hostile).length).toBeLessThan(1200))

  it('says the answer to shields.io', () => {
    expect(JSON.parse(shieldsBadge(report))).toEqual({
      schemaVersion: 1,
      label: 'assay',
      message: 'does not conform (1 failed, 1 requirement left out)',
      color: 'b0251b',
      isError: true,
    })
  })
})

describe('hostile texts', () => {
  it('stay in their place in XML', async () => {
    const { errors } = await validateXML({ xml: { fileName: 'junit.xml', contents: junit(hostile) }, normalization: 'c14n' })
    expect(errors).toEqual([])
    expect(junit(hostile)).not.toMatch(controls)
    expect(junit(hostile).match(/<testcase /g)?.length).toBe(hostile.outcomes.length)
  })

  it('move no cursor where JSON or the summary is printed', () => {
    expect(jsonText(hostile)).not.toMatch(controls)
    expect(JSON.parse(jsonText(hostile))).toEqual(JSON.parse(JSON.stringify(hostile).replace(/(?<!\\)\\ud[89a-f]../g, '\\ufffd')))
    expect(terminalSummary(hostile, { colour: false, width: 80, detail: 'verbose' })).not.toMatch(controls)
    expect(hostileStrings.length).toBeGreaterThanOrEqual(30)
  })
})

/** What may be in rendered Markdown: our own headings, tables, quotes and lists. */
function harmless(markdown: string): string[] {
  const own = ['blockquote', 'h2', 'h3', 'li', 'p', 'strong', 'table', 'tbody', 'td', 'th', 'thead', 'tr', 'ul']
  return own.filter((tag) => tagsOf(new Marked().parse(markdown, { async: false })).includes(tag))
}

function tagsOf(html: string): string[] {
  return [...new Set([...html.matchAll(/<([a-z][\w-]*)/gi)].map(([, tag = '']) => tag.toLowerCase()))].sort()
}

function rendered(markdown: string): string {
  const html = new Marked().parse(markdown, { async: false })
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

function harValidator(): (har: unknown) => unknown[] {
  const require = createRequire(import.meta.url)
  const schemas: Record<string, object> = require('har-schema')
  const ajv = new Ajv({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addMetaSchema(require('ajv/dist/refs/json-schema-draft-06.json'))
  ajv.addSchema(Object.values(schemas))
  const validate = ajv.compile({ $ref: 'har.json#' })
  return (given) => (validate(given) ? [] : (validate.errors ?? []))
}
