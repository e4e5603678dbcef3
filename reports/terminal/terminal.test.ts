import { describe, expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { reportOf } from '../report.ts'
import { exchange, finding, outcome, requirementsOf, runOf } from '../run.fixture.ts'
import { terminalSummary } from './terminal.ts'

const plainly = { colour: false, width: 80, detail: 'normal' } as const

describe('the summary', () => {
  it('says of a failure what, where, expected, found and how often', () => {
    const text = terminalSummary(reportOf(runOf()), plainly)
    expect(text).toMatch(/✗ [\d.]+ /)
    expect(text).toContain('/data/3/rank in e1, and 4,999 more like it')
    expect(text).toContain('expected integer')
    expect(text).toContain('found    "1.5"')
    expect(text).toContain('a string was sent')
  })

  it('begins with what explains it, then the failures, and ends with the answer, the counts and the reports', () => {
    const text = terminalSummary(reportOf(runOf()), { ...plainly, width: 200, paths: ['out/report.json'] })
    expect(text).toMatch(/^What explains this\n {2}→ A right request is refused with 401\.\n {4}Look at the credentials\.\n\nFailed \(1\)/)
    expect(text).toMatch(
      /✗ staging: does not conform(?: \([^)]*\))?\n {2}\d+ passed, 1 warned, 1 failed, 1 inconclusive, 1 inapplicable; 3 requests in 0\.4 s\n {2}Reports: out\/report\.json\n$/,
    )
  })

  it('of a green run explains nothing, and says what is worth knowing all the same', () => {
    const report = { ...reportOf(runOf()), exitCode: 0 as const }
    expect(terminalSummary(report, plainly)).toMatch(/^Worth knowing\n {2}→ /)
  })

  it('says once what a run was narrowed to, also with --quiet', () => {
    const { outcomes, ...run } = runOf()
    const reason = 'The run was narrowed to 4.1 (--only or --failed).'
    const narrowed = outcomes.map((outcome) => (outcome.verdict === 'inapplicable' ? { ...outcome, reason } : outcome))
    const report = reportOf({ ...run, outcomes: narrowed, notes: ['The run was narrowed to 4.1.'] })
    for (const detail of ['quiet', 'normal'] as const)
      expect(terminalSummary(report, { ...plainly, detail }).match(/narrowed to 4\.1/g)).toHaveLength(1)
  })

  it('names five withdrawals to look for with --quiet, twenty without, and all with --verbose or where no report holds the rest', () => {
    const unknownFate = Array.from({ length: 30 }, (_, at) => ({
      at: `2026-01-02T03:04:${10 + at}.000Z`,
      exchange: `e${at}`,
      withdrawal: { amount: `1.${at}` },
    }))
    const told = (options: Pick<Parameters<typeof terminalSummary>[1], 'detail' | 'paths'>) =>
      terminalSummary({ ...reportOf(runOf()), unknownFate }, { ...plainly, ...options }).match(/^ {2}2026-01-02T03:04:/gm)?.length
    expect((['quiet', 'normal', 'verbose'] as const).map((detail) => told({ detail }))).toEqual([5, 20, 30])
    expect(told({ detail: 'quiet', paths: [] })).toBe(30)
  })

  it('cuts off nothing by which a merchant finds a withdrawal', () => {
    const withdrawal = { description: 'Überweisung für "José\'s" Büro, 100 % der Summe, März', amount: '1.34822' }
    const unknownFate = [{ at: '2026-01-02T03:04:05.000Z', exchange: 'e1', withdrawal }]
    const told = terminalSummary({ ...reportOf(runOf()), unknownFate }, plainly).replace(/\s+/g, ' ')
    for (const value of Object.values(withdrawal)) expect(told).toContain(value)
  })

  it('counts no request that was never sent, since the run ended before', () => {
    const [one] = reportOf(runOf()).exchanges
    if (!one) throw new Error('there is no exchange')
    const { response: _, ...lost } = one
    const ended = { ...lost, failure: 'interrupted' as const }
    const exchanges = [
      one,
      { ...ended, durationMs: 5 },
      { ...ended, durationMs: 0 },
      { ...ended, failure: 'unsent' as const, durationMs: 0 },
    ]
    expect(terminalSummary({ ...reportOf(runOf()), exchanges }, plainly)).toContain('; 2 requests in')
  })

  it('counts a callback that came beside the requests that were sent', () => {
    const report = reportOf(runOf())
    const [one] = report.exchanges
    if (!one) throw new Error('there is no exchange')
    const exchanges = [one, { ...one, operation: 'notifyPayment' }]
    expect(terminalSummary({ ...report, exchanges }, { ...plainly, width: 200 })).toContain('; 1 request, 1 callback in')
  })

  it('wraps what it lists in a narrow terminal, and cuts it off in none', () => {
    const several = requirementsOf(contract.operations[0]?.id).slice(0, 2)
    const outcomes = several.map((one, at) =>
      outcome(one, { verdict: 'failed', findings: [{ ...finding, expected: `what is right ${at}` }] }),
    )
    const listed = (width: number) => terminalSummary(reportOf(runOf({ outcomes, diagnoses: [] })), { ...plainly, width }).split('\n\n')[0]
    expect(listed(40)).not.toContain('…')
    expect(listed(80)?.split('\n')).toHaveLength(3)
  })

  it('says where a cause breaks more clauses than it names', () => {
    const byClause = Map.groupBy(requirementsOf(contract.operations[0]?.id), ({ clause }) => clause)
    const outcomes = [...byClause.values()].flatMap(([one]) => (one ? [outcome(one, { verdict: 'failed', findings: [finding] })] : []))
    const [first] = outcomes
    const other = first && { ...first, requirement: `${first.requirement}.other`, findings: [{ ...finding, expected: 'another thing' }] }
    const text = terminalSummary(reportOf(runOf({ outcomes: [...outcomes, ...(other ? [other] : [])], diagnoses: [] })), plainly)
    expect(byClause.size).toBeGreaterThan(4)
    expect(text).toMatch(/^ {2}✗ (?:[\d.]+, ){3}… /m)
    expect(text).toMatch(/^✗ (?:[\d.]+, ){4}… /m)
  })

  it('gives reasons for what was not judged or left out, and names withdrawals', () => {
    const text = terminalSummary(reportOf(runOf()), plainly)
    expect(text).toContain('The setting ASSAY_API_TOKEN is missing. (1)')
    expect(text).toContain('not among the operations asked for (1)')
    expect(text).toContain('(1): 900001')
  })

  it('says after what failed what else could be judged, and before it what explains it', () => {
    const empty = { id: 'empty', about: 'list', operations: ['list'], problem: 'It lists nothing.', remedy: 'Give it some.' } as const
    const refused = { ...empty, id: 'refused', problem: 'It refuses all.' } as const
    const away = { ...empty, id: 'unreachable', problem: 'It was away.' } as const
    const text = terminalSummary(reportOf(runOf({ diagnoses: [away, empty, refused] })), plainly)
    const parts = ['What explains this\n  → It refuses', 'Failed (', 'Worth knowing\n  → It was away', '→ It lists']
    const places = parts.map((part) => text.indexOf(part))
    expect(places).toEqual(places.toSorted((one, other) => one - other))
    expect(places).not.toContain(-1)
  })

  it('lists no more ids of withdrawals than a reader takes in, and all of them where it is verbose', () => {
    const registered = Array.from({ length: 30 }, (_, index) => String(1000 + 7 * index))
    const told = (detail: 'normal' | 'verbose') => terminalSummary(reportOf(runOf({ registered })), { ...plainly, width: 400, detail })
    expect(told('normal')).toContain('1133 and 10 more\n')
    expect(told('verbose')).toContain('1196, 1203\n')
  })

  for (const [verdict, want] of [
    ['passed', '✓ staging: conforms'],
    ['inconclusive', '? staging: not proven to conform'],
  ] as const) {
    it(`of a run that is ${verdict} says so`, () => {
      const outcomes = requirementsOf(contract.operations[0]?.id)
        .slice(0, 1)
        .map((one) => outcome(one, { verdict, reason: 'x' }))
      expect(terminalSummary(reportOf(runOf({ outcomes })), plainly)).toContain(want)
    })
  }

  it('speaks of open points only when it is asked to be verbose', () => {
    const report = reportOf(runOf())
    expect(terminalSummary(report, plainly)).not.toContain('status: 401')
    expect(terminalSummary(report, { ...plainly, detail: 'verbose' })).toContain('status: 401')
  })

  it('prints only failures, their explanation and the conclusion with --quiet', () => {
    const text = terminalSummary(reportOf(runOf()), { ...plainly, detail: 'quiet' })
    expect(text).not.toContain('ASSAY_API_TOKEN')
    expect(text).toContain('Look at the credentials.')
  })

  it('says even when it is asked to be quiet why nothing is proven, where nothing else does', () => {
    const outcomes = requirementsOf(contract.operations[0]?.id)
      .slice(0, 1)
      .map((one) => outcome(one, { verdict: 'inconclusive', reason: 'Not set: ASSAY_SOURCE.' }))
    const text = terminalSummary(reportOf(runOf({ outcomes, diagnoses: [] })), { ...plainly, detail: 'quiet' })
    expect(text).toContain('Not set: ASSAY_SOURCE. (1)')
  })

  it('keeps to the width of a narrow terminal', () => {
    const text = terminalSummary(reportOf(runOf()), { ...plainly, width: 40, detail: 'verbose' })
    expect(text.split('\n').filter((line) => [...line].length > 40)).toEqual([])
  })

  it('lets a target move no cursor and turn no text', () => {
    const hostile = 'a\u001b[2Jb\u009b1mc\u202ed\u0007\r\ne\u2066'
    const first = requirementsOf(contract.operations[0]?.id)[0]
    const outcomes = first
      ? [outcome(first, { verdict: 'failed', findings: [{ ...finding, at: hostile, actual: hostile }], reason: hostile })]
      : []
    const text = terminalSummary(reportOf(runOf({ outcomes, registered: [hostile] })), { ...plainly, detail: 'verbose' })
    expect(text).not.toMatch(/[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/u)
    expect(text).toContain('a\\u001b[2Jb')
  })

  it('prints the answer around the place, and marks it', () => {
    const [first] = requirementsOf(contract.operations[0]?.id)
    const body = '{"data":[{"name":"Bitcoin","rank":"1.5","price":1},{"rank":2}]}'
    const failed = first && outcome(first, { verdict: 'failed', findings: [{ ...finding, at: '/data/0/rank', exchange: 'e1' }] })
    const report = reportOf(runOf({ outcomes: failed ? [failed] : [], exchanges: [exchange('e1', body)] }))
    expect(terminalSummary(report, plainly)).toMatch(/\n {4}\| +"name": "Bitcoin",\n {4}> +"rank": "1\.5",\n {4}\| +"price": 1\n/)
  })

  it('colours only where colour is wanted', () => {
    const report = reportOf(runOf())
    expect(terminalSummary(report, { ...plainly, colour: true })).toContain('\u001b[31m')
    expect(terminalSummary(report, plainly)).not.toContain('\u001b')
  })
})
