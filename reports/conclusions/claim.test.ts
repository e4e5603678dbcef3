import { describe, expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import type { Outcome, Verdict } from '../../engine/judging/outcome.ts'
import { compareReports } from '../comparison/compare.ts'
import { historiesOf } from '../comparison/history.ts'
import { githubSummary } from '../formats/github.ts'
import { htmlComparison } from '../html/compare.ts'
import { htmlMatrix } from '../html/matrix.ts'
import { reportOf } from '../report.ts'
import { outcome, requirementsOf, runOf } from '../run.fixture.ts'
import { terminalSummary } from '../terminal/terminal.ts'
import { applyWaivers } from '../waivers/waivers.ts'
import { wholePage } from '../whole-text.fixture.ts'
import { claimOf, leftOutByFlags } from './claim.ts'
import { standingOf } from './standing.ts'

const coins = contract.operations[0]?.id ?? ''
const withdrawals = contract.operations.find(({ movesMoney }) => movesMoney)?.id ?? ''

const requirements = contract.operations.flatMap(({ id }) => requirementsOf(id)).filter(({ level }) => level === 'MUST')

/** The sentence of a run in which all that is required has a verdict, and some more of good practice. */
function sentenceOf(verdict: Verdict, practice: readonly Verdict[] = []): string {
  const [first] = requirements
  const more = practice.flatMap((found, at) =>
    first ? [{ ...outcome(first, { check: `more-${at}`, verdict: found }), level: 'SHOULD' as const }] : [],
  )
  const report = reportOf(runOf({ outcomes: [...requirements.map((one) => outcome(one, { verdict })), ...more] }))
  return claimOf({ ...report, exitCode: verdict === 'passed' ? 0 : 3 }).sentence
}

describe('the sentence of a claim', () => {
  it('does not say that all passed where something warned', () => {
    expect(sentenceOf('passed')).toBe('Everything that the source requires was judged, and passed.')
    const one = ' There is 1 warning of good practice that it does not ask for.'
    expect(sentenceOf('passed', ['warned'])).toBe(`${sentenceOf('passed')}${one}`)
    expect(sentenceOf('passed', ['warned', 'passed', 'warned'])).toContain(' There are 2 warnings of good practice')
  })

  it('does not hold a failure against the target alone where a setting may be what is wrong', () => {
    const payments = contract.operations.find(({ pagination }) => pagination !== undefined)?.id ?? ''
    const [accepted, second, other] = [`${coins}.accepted`, `${payments}.accepted`, `${coins}.json`]
    const sentence = (...failed: readonly string[]) => {
      const outcomes = requirements.map((one) => outcome(one, { verdict: failed.includes(one.id) ? 'failed' : 'passed' }))
      const run = runOf({
        outcomes,
        diagnoses: [{ id: 'refused', about: 'dev', operations: [coins, payments], problem: 'It refuses.', remedy: 'Look.' }],
      })
      return claimOf({ ...reportOf(run), exitCode: 1 }).sentence
    }
    for (const failed of [[accepted], [accepted, second]])
      expect(sentence(...failed)).toBe('The target departs from what the source requires, or a setting is wrong.')
    expect(sentence(accepted, other)).toBe('The target departs from what the source requires.')
  })

  it('does not say of a run that judged nothing that something was judged', () => {
    expect(sentenceOf('inconclusive')).toBe('Nothing could be judged.')
    expect(sentenceOf('inconclusive', ['passed'])).toMatch(/^Nothing failed, but not everything/)
  })
})

describe('a claim', () => {
  const must = requirementsOf(coins).filter(({ level }) => level === 'MUST')
  const passing = must.map((one) => outcome(one))
  const claimed = (outcomes: readonly Outcome[], operations = contract.operations.map(({ id }) => id)) =>
    reportOf(runOf({ outcomes, target: { ...runOf().target, operations } }))

  it('is of everything only where everything was judged', () => {
    expect(claimOf(claimed(passing))).toMatchObject({
      headline: 'conforms',
      sentence: expect.stringContaining('Everything that the source requires'),
    })
  })

  for (const [reason, operations, want] of [
    ['The run was narrowed to 4.1 (--only).', undefined, 'conforms (narrowed)'],
    ['The target does not claim it (--operations).', [coins], `conforms (1 of ${contract.operations.length} operations)`],
    ['The run did not listen for callbacks (--listen).', undefined, 'conforms (callbacks not judged)'],
    ['It came with 0.2, and the run is held to the checks of 0.1 (--suite).', undefined, 'conforms (held to earlier checks)'],
  ] as const) {
    it(`says ${want}`, () => {
      const left = requirementsOf(withdrawals)
        .slice(0, 3)
        .map((one) => outcome(one, { verdict: 'inapplicable', reason }))
      const report = claimed([...passing, ...left], operations && [...operations])
      const claim = claimOf(report)
      expect(claim.headline).toBe(want)
      expect(leftOutByFlags(report)).toEqual(/held/.test(want) || /narrowed/.test(want) ? [want.slice('conforms ('.length, -1)] : [])
      expect(claim.sentence).not.toContain('Everything')
    })
  }

  for (const [reason, want, sentence] of [
    [
      'A quick run does not try it: its requirement is judged by the likeliest ways to be wrong (--quick).',
      'conforms (a quick run)',
      'not everything',
    ],
    [
      'It serves only an observation: ask for it with --observe.',
      'conforms (not everything observed)',
      'Everything that the source requires',
    ],
  ] as const) {
    it(`says ${want}, though every requirement was judged`, () => {
      const [one] = must
      if (!one) throw new Error('there is no requirement')
      const claim = claimOf(claimed([...passing, outcome(one, { check: 'another', verdict: 'inapplicable', reason })]))
      expect(claim.headline).toBe(want)
      expect(claim.sentence).toContain(sentence)
    })
  }

  it('says that a waiver is to blame where no failure is', () => {
    const outcomes = requirementsOf('getCoinInformation').map((one) => outcome(one))
    const idle = applyWaivers(
      reportOf(runOf({ outcomes })),
      [{ check: 'none', reason: 'known', owner: 'QA', expires: '2999-12-31' }],
      '2026-01-02',
    )
    expect(idle.exitCode).toBe(1)
    expect(claimOf(idle)).toMatchObject({ standing: 'failed', headline: expect.stringMatching(/^\w.*, but a waiver has to be removed/) })
    expect(claimOf(idle).headline).not.toContain('does not conform')
  })

  it('counts a failure that is waived nowhere as passed', async () => {
    const [one, ...rest] = passing
    if (!one) throw new Error('there is nothing to waive')
    const failed = claimed([{ ...one, verdict: 'failed', findings: [{ at: '/data', expected: 'array', actual: 'null' }] }, ...rest])
    const waived = applyWaivers(failed, [{ check: one.check, reason: 'known', owner: 'QA', expires: '2999-12-31' }], '2026-01-02')
    expect(claimOf(waived)).toMatchObject({ conclusion: 'conforms', headline: 'conforms (1 failure waived)' })
    expect(terminalSummary(waived, { colour: false, width: 100, detail: 'normal' })).toMatch(/! staging: conforms \(1 failure waived\)/)
    expect(githubSummary(waived)).toMatch(/^## ! staging: conforms \(1 failure waived\)/)
    expect(historiesOf([{ path: 'a', report: waived }])[0]?.runs[0]?.standing).toBe('warned')
    const pages = [
      wholePage(waived),
      htmlMatrix({ standings: [standingOf(waived, 'a')], unjudged: [] }),
      htmlComparison(compareReports(waived, waived)),
    ]
    expect(await pages[0]).toMatch(/What failed, and is waived.*known \(until 2999-12-31, QA\).*id="outcomes".*id="coverage"/s)
    for (const page of await Promise.all(pages)) {
      expect(page).toContain('conforms (1 failure waived)')
      expect(page).not.toMatch(/class="(card|hallmark) passed"|class="badge passed"><span[^>]*>[^<]*<\/span> conforms/)
    }
  })
})
