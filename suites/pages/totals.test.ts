import { expect, it } from 'vitest'
import { response } from '../../engine/evidence/evidence.fixture.ts'
import { judge, pageOf, records } from './page-answers.fixture.ts'

it('says of a page that was cut why it was not judged, and not that it has no total', () => {
  const [first, second] = [pageOf({ moment: 0, asked: 1, of: 5 }), pageOf({ asked: 2, of: 5 })]
  const untold = response(200, { transactions: { data: records(5, 10), page: 2, perPage: 5 } })
  const judged = (received: typeof untold) => () => judge('total', [first, { ...second, response: received }])
  expect(judged({ ...untold, truncated: true })).toThrow(/^A page could not be judged: the body is longer/)
  expect(judged(untold)).toThrow('A page has no total that is an integer.')
})
