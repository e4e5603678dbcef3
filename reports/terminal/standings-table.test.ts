import { expect, it } from 'vitest'
import { standingOf } from '../conclusions/standing.ts'
import { reportOf } from '../report.ts'
import { runOf } from '../run.fixture.ts'
import { standingsTable, standingsTally } from './standings-table.ts'

const failed = { ...standingOf(reportOf(runOf()), 'a'), name: 'a\u001b[2Jname' }
const passed = { ...failed, name: 'b', standing: 'passed' as const, summary: { ...failed.summary, failed: 0, passed: 12_345 } }
const style = { colour: false, width: 60 }

it('has aligned columns, the worst target first, and nothing that a terminal obeys', () => {
  expect(standingsTable([passed, failed], style)).toEqual([
    '  failed  not judged  passed  target',
    `✗      1           1  ${String(failed.summary.passed).padStart(6)}  a\\u001b[2Jname`,
    '✓      0           1  12,345  b',
  ])
})

it('shows a name that does not fit beside its counts below them, in full', () => {
  const name = 'payments-eu-central-1-green.example'
  expect(standingsTable([{ ...passed, name }], { ...style, width: 40 }).slice(1)).toEqual(['✓      0           1  12,345', `    ${name}`])
})

it('of those that do not conform shows that which fails in most first', () => {
  const worse = { ...failed, name: 'worse', summary: { ...failed.summary, failed: 40 } }
  expect(standingsTable([failed, worse], style)[1]).toContain('worse')
})

it('shows of many those alone that do not conform', () => {
  const table = standingsTable([...Array.from({ length: 499 }, () => passed), failed], style)
  expect(table.slice(1)).toEqual([expect.stringMatching(/^✗ .*name$/), 'and 499 more'])
  expect(
    standingsTable(
      Array.from({ length: 41 }, () => passed),
      style,
    ),
  ).toEqual([])
})

it('counts the targets of each answer, the worst first', () => {
  const wrong = { ...failed, headline: 'does not conform (narrowed)' }
  const right = { ...passed, headline: 'conforms' }
  expect(
    standingsTally({ standings: [right, wrong, right, wrong, { ...right, headline: 'conforms (narrowed)' }], unjudged: ['x', 'y'] }, style),
  ).toEqual(['✗ 2 do not conform (narrowed)', '✓ 2 conform', '✓ 1 conforms (narrowed)', '? 2 not judged'])
})

it('says of each what to look at first', () => {
  const report = reportOf(runOf())
  const gist = (more: object) => standingOf({ ...report, diagnoses: [], ...more }, 'a').gist
  expect(gist({ exitCode: 1 })).toMatch(/^\w+: .*\S/)
  const diagnoses = [{ id: 'refused' as const, about: 'a', problem: 'It is another service.', remedy: '' }]
  for (const id of ['unreachable', 'tls']) expect(gist({ exitCode: 1, diagnoses: [{ ...diagnoses[0], id }] })).toBe(gist({ exitCode: 1 }))
  expect(gist({ exitCode: 0 })).toBe('')
  expect(gist({ exitCode: 3, diagnoses })).toBe('It is another service.')
  const outcomes = report.outcomes.filter(({ verdict }) => verdict === 'inconclusive')
  expect(gist({ exitCode: 3, outcomes })).toBe(outcomes[0]?.reason)
})
