import { expect, it } from 'vitest'
import { defined } from '../../language/defined.ts'
import type { Report } from '../report.ts'
import { idsOf, lostLines, lostWithdrawals } from './lost-withdrawals.ts'

const lostOf = (unknownFate: Report['unknownFate'], registered: readonly string[] = []) =>
  lostWithdrawals(defined({ unknownFate, registered }))
const at = '2026-01-02T03:04:05.000Z'

it('what most withdrawals say alike is said once, and nothing of any is lost', () => {
  const lost = (withdrawal: Record<string, string>, exchange = 'x/control') => ({ at, exchange, withdrawal })
  const { alike, lines } = lostOf([
    lost({ amount: '1', token: 'USDT' }),
    lost({ amount: '2', token: 'USDT' }),
    lost({ amount: '3', token: 'USDC\u001b[31m' }),
    lost({ amount: '4' }),
    lost({ amount: '5', token: 'USDT' }),
    lost({}, 'x/unreadable'),
    lost({ amount: '5', token: 'USDT' }),
  ])
  expect(alike).toBe('token USDT')
  expect(lines.map((line) => line.slice(at.length + 2))).toEqual([
    'amount 1',
    'amount 2',
    'amount 3, token USDC\\u001b[31m',
    'amount 4, no token',
    'amount 5',
    'sent as x/unreadable',
    'amount 5',
  ])
  expect(lostOf([lost({ amount: '1' })])).toMatchObject({ alike: '', lines: [`${at}: amount 1`] })
})

it('stand in the order in which they were sent, and blanks are seen', () => {
  const sent = (second: number, amount: string) => ({ at: at.replace('05.', `0${second}.`), exchange: 'x/control', withdrawal: { amount } })
  const { lines } = lostOf([sent(7, '2 '), sent(6, ''), sent(8, '3')])
  expect(lines.map((line) => line.slice(at.length + 2))).toEqual(['amount ""', 'amount "2 "', 'amount 3'])
})

it('an id that was given out again is named once, with its count, and ids in a row by the first and the last', () => {
  expect(idsOf(['7', 'n/a', 'n/a', '8'])).toBe('7, 8, n/a (2 times)')
  expect(idsOf(['12', '4', '3', '2', '4', '6', '8', '7', '10'])).toBe('2, 3, 4 (2 times), 6 to 8, 10, 12')
  for (const apart of [
    '9007199254740992, 9007199254740993, 9007199254740994',
    '900719925474099201, 900719925474099217, 900719925474099233',
  ])
    expect(idsOf(apart.split(', '))).toBe(apart)
})

it.each([
  ['ids in a row', ['7', '9', '8'], true],
  ['a gap', ['7', '9', '10'], false],
  ['one that was given twice', ['7', '8', '8', '9'], false],
  ['too few to tell', ['7', '8'], false],
  ['ids that are no numbers', ['a', 'b', 'c'], false],
])('that nothing is missing among the ids that are known is said: %s', (_, registered, isSaid) => {
  const { heading } = lostOf([{ at, exchange: 'x/control', withdrawal: {} }], registered)
  expect(heading.includes('have no gap, which speaks against it')).toBe(isSaid)
})

it('other tools are told of fifty, a line each, and how many more there are', () => {
  const lost = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ at, exchange: `x/${index}`, withdrawal: { amount: String(index), token: 'USDT' } }))
  const [heading, alike, ...lines] = lostLines({ unknownFate: lost(52), registered: [] })
  expect([heading, alike]).toEqual([expect.stringMatching(/\.$/), 'Unless stated otherwise: token USDT'])
  expect([lines.length, lines[0], lines.at(-1)]).toEqual([51, `${at}: amount 0`, 'and 2 more, which report.json holds'])
  expect(lostLines({ unknownFate: lost(1), registered: [] })).toHaveLength(2)
  expect(lostLines({ unknownFate: [], registered: [] })).toEqual([])
})
