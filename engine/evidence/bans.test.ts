import { expect, it } from 'vitest'
import { bansOf, locksOf } from './bans.ts'
import { exchange, listing, response } from './evidence.fixture.ts'

/** Answers in a row, `!` for wrong requests, `@` for another address, `?` for other parameters, `+` for what was accepted: which of the right ones were refused by a ban, or by a lock. */
function turnedAway(by: typeof bansOf, answers: readonly string[]): number[] {
  const sent = answers.map((answer, startedAt) => {
    const role = `${answer.includes('!') ? 'wrong' : 'right'}-${startedAt}`
    const sent = exchange(listing, role, response(Number.parseInt(answer, 10), {}))
    const there = sent.request.url.replace(/\?.*/, '')
    const url = /404|@/.test(answer) ? `${there}/elsewhere` : answer.includes('?') ? `${there}?other=1` : sent.request.url
    return { ...sent, request: { ...sent.request, url }, startedAt }
  })
  const isTurned = by(
    sent.filter(({ role }) => role.startsWith('wrong')),
    [...sent].reverse(),
    ({ startedAt }) => answers[startedAt]?.includes('+') === true,
  )
  return sent.flatMap((each, at) => (each.role.startsWith('right') && isTurned(each) ? [at] : []))
}

const banned = (...answers: readonly string[]) => turnedAway(bansOf, answers)
const locked = (...answers: readonly string[]) => turnedAway(locksOf, answers)

it.for([
  { given: 'was refused as the wrong one before it', answers: ['401!', '200', '403!', '403', '401!'], want: [3] },
  { given: 'was refused as the wrong one behind it', answers: ['401!', '200', '403', '403!', '200'], want: [2] },
  { given: 'was refused as the wrong one beside it elsewhere', answers: ['401!', '401!@', '200', '403!@', '403', '200@'], want: [4] },
  { given: 'was refused as the wrong one before others', answers: ['401!', '200', '403!', '403', '403', '200'], want: [3, 4] },
  { given: 'was refused as the one at its address', answers: ['401!', '200', '403!', '200@', '403', '200'], want: [4] },
  { given: 'was refused as the one with other parameters', answers: ['401!', '200', '403!', '403?'], want: [3] },
  { given: 'was refused where no wrong one was sent', answers: ['401!', '200', '403!', '403@'], want: [] },
  { given: 'stands before or behind such a one', answers: ['401!', '200', '403', '403!', '403', '200'], want: [2, 4] },
  { given: 'was refused as at first at its address', answers: ['403!', '401!@', '200', '403!@', '403', '200'], want: [] },
  { given: 'was refused as all wrong ones elsewhere', answers: ['401!', '403!@', '200', '403!@', '403', '200'], want: [] },
  { given: 'was refused as right ones alone', answers: ['401!', '200', '403', '403', '401!'], want: [] },
  { given: 'was refused as wrong ones are', answers: ['403!', '200', '403', '403!'], want: [] },
  { given: 'was refused at another moment', answers: ['401!', '403!', '200', '403', '200', '403!'], want: [] },
])('a right request was locked out, if it $given: $want', ({ answers, want }) => {
  expect(locked(...answers)).toEqual(want)
})

it('a right request in a row of six answers alike, which no wrong one got first, was banned', () => {
  expect(banned('401!', '200', '403!', '403!', '403!', '403', '403!', '403!', '200')).toEqual([5])
})

it('what is asked at another address breaks no row', () => {
  expect(banned('401!', '200', '403', '403!', '404!', '403!', '403!', '404!', '403!', '403!', '200')).toEqual([2])
})

it('a refusal by the status of a success is none of those that were accepted by it', () => {
  expect(banned('200!+', '200!', '200!', '200!', '200', '200!', '200!')).toEqual([4])
  expect(banned('401!', '200!', '200!', '200+', '200', '200!', '200!', '200!')).toEqual([])
})

it.for([
  { given: 'a shorter row', answers: ['401!', '200', '403!', '403!', '403', '403!', '403!', '200'] },
  { given: 'a row that another answer breaks', answers: ['401!', '403!', '403!', '403', '401!', '403!', '403!', '403!', '200'] },
  { given: 'the status that wrong ones get at first', answers: ['403!', '200', '403!', '403!', '403!', '403', '403!', '403!', '200'] },
  { given: 'a row of right ones', answers: ['401!', '200', '403', '403', '403', '403', '403', '403', '200', '401!'] },
])('it was not in $given', ({ answers }) => {
  expect(banned(...answers)).toEqual([])
})
