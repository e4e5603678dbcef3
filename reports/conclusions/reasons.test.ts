import { expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { githubSummary } from '../formats/github.ts'
import { reportOf } from '../report.ts'
import { outcome, requirementsOf, runOf } from '../run.fixture.ts'
import { reasonsOf } from './reasons.ts'

const [one = expect.unreachable('no requirement')] = requirementsOf(contract.operations[0]?.id)

it('a reason is said once, though a name in it differs', () => {
  const reason = (name: string) => `No answer contains ${name}: there is nothing to judge.`
  const open = ['a', 'b', 'c'].map((name) => outcome(one, { check: name, verdict: 'inconclusive', reason: reason(name) }))
  expect(
    reasonsOf([...open, outcome(one, { check: 'd', verdict: 'inconclusive', reason: 'Not set: X.' })]).map(
      ({ outcomes }) => outcomes.length,
    ),
  ).toEqual([3, 1])
})

it('what kept many from being judged is one reason, whatever it kept from being seen', () => {
  const open = (reason: string) => outcome(one, { verdict: 'inconclusive', reason })
  const said = (end: string) =>
    reasonsOf(['A', 'B', 'B'].map((head) => open(`${head} is not known: ${end}.`))).map(({ reason, like }) => [reason, like])
  expect(said('the run was interrupted first')).toEqual([['The run was interrupted first.', '']])
  expect(said('it was not sent: the fuse allows no more')).toEqual([['It was not sent: the fuse allows no more.', '']])
  expect(said('with these settings the wrong request would be the right one')).toEqual([
    ['With these settings the wrong request would be the right one.', ''],
  ])
  expect(said('no complete answer in time (503)')).toEqual([['B is not known: no complete answer in time (503).', ' And similar reasons.']])
  const missing = reasonsOf(['Not set: X_ONE, X_TWO.', 'Not set: X_TWO, X_THREE.'].map(open)).map(({ reason, like }) => reason + like)
  expect(missing).toEqual(['Not set: X_ONE, X_TWO, X_THREE.'])
  const summary = githubSummary(
    reportOf(runOf({ outcomes: ['A', 'B', 'B'].map((head) => open(`${head} is not known: no complete answer in time (503).`)) })),
  )
  expect(summary).toContain('| 3 checks | B is not known: no complete answer in time (503). And similar reasons. |')
})
