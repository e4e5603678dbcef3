import { expect, it } from 'vitest'
import { exchange, listing, response } from '../evidence/evidence.fixture.ts'
import { bansOf } from './bans.ts'

/** Answers one behind the other, the wrong ones marked: which of the right ones were refused by a ban. */
function banned(...answers: readonly string[]): number[] {
  const sent = answers.map((answer, startedAt) => {
    const role = `${answer.endsWith('!') ? 'wrong' : 'right'}-${startedAt}`
    const sent = exchange(listing, role, response(Number.parseInt(answer, 10), {}))
    const url = answer.startsWith('404') ? `${sent.request.url}/elsewhere` : sent.request.url
    return { ...sent, request: { ...sent.request, url }, startedAt }
  })
  const isBanned = bansOf(
    sent.filter(({ role }) => role.startsWith('wrong')),
    [...sent].reverse(),
  )
  return sent.flatMap((each, at) => (each.role.startsWith('right') && isBanned(each) ? [at] : []))
}

it('a right request in a row of six answers alike, which no wrong one got first, was banned', () => {
  expect(banned('401!', '200', '403!', '403!', '403!', '403', '403!', '403!', '200')).toEqual([5])
})

it('what is asked at another address breaks no row', () => {
  expect(banned('401!', '200', '403', '403!', '404!', '403!', '403!', '404!', '403!', '403!', '200')).toEqual([2])
})

it.for([
  { given: 'a shorter row', answers: ['401!', '200', '403!', '403!', '403', '403!', '403!', '200'] },
  { given: 'a row that another answer breaks', answers: ['401!', '403!', '403!', '403', '401!', '403!', '403!', '403!', '200'] },
  { given: 'the status that wrong ones get at first', answers: ['403!', '200', '403!', '403!', '403!', '403', '403!', '403!', '200'] },
  { given: 'a row of right ones', answers: ['401!', '200', '403', '403', '403', '403', '403', '403', '200', '401!'] },
])('it was not in $given', ({ answers }) => {
  expect(banned(...answers)).toEqual([])
})
