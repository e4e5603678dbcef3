import { describe, expect, it } from 'vitest'
import { compareReports } from '../comparison/compare.ts'
import { claimOf } from '../conclusions/claim.ts'
import { type Standing, standingOf } from '../conclusions/standing.ts'
import { hostileRun } from '../hostile.fixture.ts'
import { reportOf } from '../report.ts'
import { runOf } from '../run.fixture.ts'
import { wholePage } from '../whole-text.fixture.ts'

import { htmlComparison } from './compare.ts'
import { documentOf } from './html-document.ts'
import { html } from './markup.ts'
import { htmlMatrix } from './matrix.ts'
import { timelineSection } from './timeline.ts'

const report = reportOf(runOf())
const hostile = reportOf(hostileRun())

describe('a template', () => {
  it('escapes what is put in, in elements and attributes', () => {
    const evil = `"'><&`
    expect(html`<a title="${evil}">${[evil, html`<b>${1}</b>`]}</a>`.markup).toBe(
      '<a title="&quot;&#39;&gt;&lt;&amp;">&quot;&#39;&gt;&lt;&amp;<b>1</b></a>',
    )
  })
})

describe('a document', () => {
  it('runs its own script and no other', async () => {
    const page = await documentOf({ title: '</title><script>', body: html``, script: true })
    expect(page).toMatch(/script-src 'sha256-[\w+/]{43}='/)
    expect(page).toContain("default-src 'none'")
    expect(page.match(/<script/g)?.length).toBe(1)
  })

  it('without a script allows none', async () => expect(await documentOf({ title: '', body: html`` })).not.toContain('script-src'))
})

describe('the bar of a report', () => {
  it('leads to the sections in the order in which they stand', async () => {
    const [first] = runOf().outcomes
    if (!first) throw new Error('there is no outcome')
    const passed = { ...first, verdict: 'passed' as const, findings: [] }
    for (const outcomes of [[passed], [{ ...first, verdict: 'failed' as const }]]) {
      const page = await wholePage(reportOf(runOf({ outcomes })))
      const linked = [...(page.match(/<nav.*?<\/nav>/s)?.[0].matchAll(/<li><a href="#(\w+)"/g) ?? [])].map(([, id]) => id)
      const standing = [...page.matchAll(/<section id="(\w+)"/g)].map(([, id]) => id)
      expect(linked).toEqual(standing)
    }
  })

  it('claims no more than the headline', async () => {
    const [bar = ''] = (await wholePage(report)).match(/<nav.*?<\/nav>/s) ?? []
    expect(bar).toContain(`>${claimOf(report).headline}</span></a>`)
    expect(claimOf(report).headline).toContain('(')
  })
})

describe('a failure', () => {
  const [first] = runOf().outcomes
  const line = async (title: string, expected: string) => {
    const findings = [{ at: '/total', expected, actual: '3' }]
    return wholePage(reportOf(runOf({ outcomes: first ? [{ ...first, title, verdict: 'failed' as const, findings }] : [] })))
  }

  it('says what was expected in its row and among the causes, unless its title does', async () => {
    const page = await line('The total', 'at least 10, as before')
    expect(page.match(/expected at least 10, as before, found/g)).toHaveLength(2)
    expect(await line('The total is an integer', 'an integer')).not.toContain('expected an integer')
    expect(await line('Refuses it', 'a refusal')).not.toContain('expected a refusal')
  })
})

describe('an outcome that was not judged', () => {
  const found = runOf().outcomes.find(({ verdict }) => verdict === 'passed')
  if (!found) throw new Error('nothing passed')
  const passed = found
  const open = (requirement: string, reason: string) => ({ ...passed, requirement, verdict: 'inconclusive' as const, reason })

  it('says why in its row, if it stands alone', async () => {
    const page = await wholePage(reportOf(runOf({ outcomes: [open(passed.requirement, 'The list is empty.')] })))
    expect(page).toContain('<span class="found">The list is empty.</span>')
  })

  it('waits for what fails beside it, before what explains the run', async () => {
    const about = `${passed.operation}.credential.value`
    const failed = { ...passed, requirement: about, verdict: 'failed' as const }
    const unjudged = [1, 2].map(() => open(about, 'It shows nothing.'))
    const page = await wholePage(reportOf(runOf({ outcomes: [failed, ...unjudged] })))
    expect(page).toContain('<p class="quiet remedy">Fix what fails in the same operation')
    expect(await wholePage(reportOf(runOf({ outcomes: unjudged })))).toContain('<p class="quiet remedy">Look at the credentials.')
  })

  it('shows no remedy for another operation', async () => {
    const run = runOf({ outcomes: [1, 2].map(() => open(passed.requirement, 'It is away.')) })
    const diagnoses = run.diagnoses.map((diagnosis) => ({ ...diagnosis, operations: ['another'] }))
    expect(await wholePage(reportOf({ ...run, diagnoses }))).not.toContain('class="quiet remedy"')
  })
})

describe('the timeline', () => {
  it('shows what was sent, and counts what was not', async () => {
    const [exchange] = runOf().exchanges
    if (!exchange) throw new Error('there is no exchange')
    const { response: _, ...rest } = exchange
    const unsent = { ...rest, id: 'e90', failure: { kind: 'unsent', message: 'it was not sent: the fuse went' }, durationMs: 0 } as const
    const page = await wholePage(reportOf(runOf({ exchanges: [exchange, unsent] })))
    const [timeline = ''] = page.match(/<section id="timeline".*?<\/section>/s) ?? []
    expect(timeline).toMatch(/1 exchange in [\d.]+ ms; 1 more was not sent\./)
    expect(timeline).not.toContain('exchange-e90')
    expect(page).toMatch(/id="exchange-e90"><summary>.*\n.*<\/code> was not sent</)
  })

  it('runs out of no stack on as many exchanges as merged reports hold', () => {
    const exchanges = report.exchanges.slice(0, 1).flatMap((exchange) => Array.from({ length: 200_000 }, () => exchange))
    const beginning = Iterator.from(timelineSection({ ...report, exchanges })).take(5)
    expect([...beginning].map(({ markup }) => markup).join('')).toContain('>200,000 exchanges in ')
  })
})

describe('a field of a head', () => {
  it('is shown as far as people read it', async () => {
    const run = runOf()
    const [exchange] = run.exchanges
    if (!exchange) throw new Error('there is no exchange')
    const headers = [['baggage', 'y'.repeat(2300)]] as const
    const page = await wholePage(reportOf({ ...run, exchanges: [{ ...exchange, request: { ...exchange.request, headers } }] }))
    expect(page).toContain(`${'y'.repeat(200)} <i>⋯ 2,100 characters more</i>`)
  })
})

const fleetOf = (...standings: readonly Standing[]) => ({ standings, unjudged: [] })

describe('the matrix', () => {
  it('counts and names the targets that were not judged', async () => {
    const right = { ...standingOf(report, 'a'), standing: 'passed' as const }
    const page = await htmlMatrix({ standings: [right], unjudged: ['b', '<c>'] })
    expect(page).toContain('<h1>3 targets</h1>')
    expect(page).toContain('2 not judged')
    expect(page).toContain('Not judged: b, &lt;c&gt;.')
  })

  it('has a column for each target that does not conform, and folds those that do where they are many', async () => {
    const wrong = standingOf(report, 'a')
    const right = { ...wrong, standing: 'passed' as const }
    const page = await htmlMatrix(fleetOf(...Array.from({ length: 50 }, () => right), wrong))
    expect(page).toContain('and 11 more, which conform')
    expect(page.slice(page.indexOf('class="matrix"')).match(/<th scope="col"><a/g)?.length).toBe(40)
    expect((await htmlMatrix(fleetOf(...Array.from({ length: 50 }, () => wrong)))).match(/<th scope="col"><a/g)?.length).toBe(50)
  })

  it('shows targets by requirements, each cell linked to its outcome', async () => {
    const page = await htmlMatrix(
      fleetOf(standingOf(report, 'dev/report.html'), standingOf({ ...report, exitCode: 0 }, 'staging two/report.html')),
    )
    const failed = report.outcomes.find(({ verdict }) => verdict === 'failed')
    expect(page).toContain(`href="dev/report.html#check-${encodeURIComponent(failed?.check ?? '?')}"`)
    expect(page).toContain('href="staging%20two/report.html#check-')
    expect(page).toMatch(/Targets, worst first.*href="dev\/report\.html".*href="staging%20two\/report\.html".*Targets by requirements/s)
    const requirements = new Set(report.outcomes.map(({ requirement }) => requirement)).size
    expect(page.match(/<th scope="row">/g)?.length).toBe(requirements)
  })
})

describe('no page', () => {
  const pages = {
    report: wholePage(hostile),
    comparison: htmlComparison(compareReports(report, hostile)),
    matrix: htmlMatrix(fleetOf(standingOf(hostile, 'javascript:alert(1)//x'))),
  }
  for (const [name, page] of Object.entries(pages)) {
    it(`lets a target write markup: ${name}`, async () => {
      const text = await page
      expect(text.match(/<(img|iframe|base|object|embed|form|svg onload|meta http-equiv="refresh")/g) ?? []).toEqual(
        name === 'report' ? ['<form'] : [],
      )
      expect(text.match(/<script/g)?.length ?? 0).toBe(name === 'report' ? 1 : 0)
      expect(text).not.toMatch(/<\w[^>]*="?javascript:/)
      expect(text).not.toMatch(/[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/u)
    })
  }
})
