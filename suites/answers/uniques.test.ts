import { expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { evidenceOf, exchange, listing, response, signed } from '../../engine/evidence/evidence.fixture.ts'
import { withValue } from '../../provider/edits.ts'
import { catalogueOf } from '../index.ts'

const { checks } = await catalogueOf(contract)
const [unique] = listing.unique
const check = checks.find(({ requirement }) => requirement.startsWith(`${listing.id}.unique.`))

/** What the check finds in lists of these records, answered within a millisecond, one after another. */
function found(lists: readonly (readonly number[])[], starts: (index: number) => number = (index) => 5 * index): number {
  if (!unique || !check) throw new Error('the contract has no list of unique records')
  const exchanges = lists.map((records, index) => {
    const body = withValue(
      listing.success.example,
      unique.at,
      records.map((record) => withValue({}, unique.by ?? '', { name: record })),
    )
    const role = ['control', 'among-1', 'among-again', 'control-after'][index] ?? ''
    return { ...exchange(listing, role, response(200, body)), startedAt: starts(index) }
  })
  return [...check.judge(evidenceOf(check.probe, exchanges))].length
}

it.for([
  {
    given: 'the same list each time',
    lists: [
      [1, 2],
      [1, 2],
      [2, 1],
    ],
    want: 0,
  },
  { given: 'a record that comes', lists: [[1], [1], [1, 2], [1, 2]], want: 0 },
  { given: 'a record that goes', lists: [[1, 2], [1], [1]], want: 0 },
  { given: 'a record that is missing between', lists: [[1, 2], [1], [1, 2]], want: 1 },
  { given: 'an empty list between', lists: [[1, 2], [1, 2], [], [1, 2]], want: 1 },
  { given: 'an empty list from then on', lists: [[1, 2], [1, 2], [], []], want: 1 },
  { given: 'the only record, which goes', lists: [[1], [1], []], want: 0 },
  { given: 'an empty list at first', lists: [[], [1, 2], [1, 2]], want: 0 },
  { given: 'a record twice', lists: [[1, 1]], want: 1 },
])('of $given finds $want', ({ lists, want }) => {
  expect(found(lists)).toBe(want)
})

it('passes what was answered at the same time', () => {
  expect(found([[1, 2], [1], [1, 2]], () => 0)).toBe(0)
})

it('passes a list that was empty when others were asked for that were full by then', () => {
  expect(found([[], [1, 2], [1, 2]], (index) => Math.max(0, index - 1))).toBe(0)
})

it('finds what is missing between answers that follow each other within a millisecond', () => {
  expect(found([[1, 2], [1], [1, 2]], (index) => index)).toBe(1)
})

it('shows no more of an id than can be read', () => {
  const across = checks.find(({ requirement }) => requirement.startsWith(`${signed.id}.unique.`))
  const [answered] = signed.unique
  if (!across || !answered) throw new Error('the contract has no answer with an id of its own')
  const body = withValue(signed.success.example, answered.at, '7'.repeat(1e5))
  const exchanges = ['control', 'control-after'].map((role) => exchange(signed, role, response(200, body)))
  const [finding] = across.judge(evidenceOf(across.probe, exchanges))
  expect(finding?.actual.length).toBeLessThan(200)
})
