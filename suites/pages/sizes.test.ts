import { expect, it } from 'vitest'
import { evidenceOf, exchange, paged, response } from '../../engine/evidence/evidence.fixture.ts'
import { readingRole } from './page-roles.ts'
import { judgeSize } from './sizes.ts'

it.each<[what: string, grants: Readonly<Record<number, number>>, faults: readonly number[]]>([
  ['the only one that there is', { 1: 5, 5: 5, 50: 5 }, [1]],
  ['the next that there is', { 1: 5, 5: 5, 50: 50 }, []],
  ['one beyond a size that is granted as asked', { 1: 5, 3: 3, 50: 50 }, [1]],
  ['nothing, but is cut to the largest', { 1: 1, 5: 5, 50: 20 }, []],
])('a size that is rounded up follows what is asked, unless to the only one or beyond another: %s', (_, grants, faults) => {
  const pages = Object.entries(grants).map(([of, perPage]) => {
    const body = { transactions: { data: Array.from({ length: perPage }, (_, id) => ({ id })), total: 100, page: 1, perPage } }
    const role = readingRole({ pass: 'sweep', moment: 2 }, 1, Number(of))
    return exchange(paged, role, response(200, body), { terminalId: '1', page: 1, perPage: Number(of) })
  })
  const found = [...judgeSize(evidenceOf(paged, pages), [])]
  expect(found.map(({ expected }) => expected)).toEqual(faults.map((asked) => `at most ${asked}`))
})
