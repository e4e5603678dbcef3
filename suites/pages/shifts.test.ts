import { expect, it } from 'vitest'
import { evidenceOf, paged } from '../../engine/evidence/evidence.fixture.ts'
import { ownPages } from './lists.ts'
import { pageOf, record } from './page-answers.fixture.ts'
import { isMoved } from './shifts.ts'

const three = (...indices: readonly number[]) => indices.map(record)
const doubled = three(0, 1, 2).map((one) => ({ ...one, amount: 51 }))

it.each([
  ['holds none of its records any more, and another page does', [three(0, 1, 2), three(0, 1, 2), three(6, 7, 8)], true],
  ['holds what another page held before', [three(0, 1, 2), three(3, 4, 5), three(3, 4, 5)], true],
  ['holds none of them any more, nor does another page', [three(0, 1, 2), three(3, 4, 5), three(6, 7, 8)], false],
  ['holds none of them any more, two of which are alike on another page', [three(0, 1, 2), three(0, 0, 1), three(6, 7, 8)], false],
  ['holds none of them any more, one of which was no record', [[record(0), null as never], three(3, 4, 5), three(6, 7, 8)], false],
  ['holds nothing any more, though another page holds what it held', [three(0, 1, 2), three(0, 1, 2), []], false],
  ['holds them with other values', [three(0, 1, 2), three(0, 1, 2), doubled], false],
  ['holds them in another order, of which two are alike', [three(0, 0, 1), three(0, 1, 2), three(1, 0, 0)], false],
  ['holds them behind a new one', [three(0, 1, 2), three(3, 4, 5), three(6, 0, 1)], true],
  ['holds them without the first, before a new one', [three(0, 1, 2), three(3, 4, 5), three(1, 2, 6)], true],
  ['holds them as before', [three(0, 1, 2), three(3, 4, 5), three(0, 1, 2)], false],
])('a list moved or not whose first page %s', (_, [opened, next, closed], isSo) => {
  const held = [
    { moment: 0, asked: 1, held: opened ?? [] },
    { moment: 2, asked: 2, held: next ?? [] },
    { moment: 4, asked: 1, held: closed ?? [] },
  ]
  expect(
    isMoved(
      ownPages(
        evidenceOf(
          paged,
          held.map((one) => pageOf({ ...one, of: 3 })),
        ),
      ),
    ),
  ).toBe(isSo)
})
