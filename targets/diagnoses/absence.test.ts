import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../engine/exchange.ts'
import { accepted, answered, began, failed, paged, plain, problems, signed } from './exchanges.fixture.ts'

describe('a target that answered', () => {
  const at = (exchange: Exchange, seconds: number): Exchange => ({ ...exchange, startedAt: began + seconds * 1000 })
  const answers = [accepted(paged), accepted(signed)].map((exchange, index) => at(exchange, index))
  const losses = [paged, signed, paged].map((operation, index) => at(failed(operation, 'refused'), 10 + index))

  it('and then died is said to have', () => {
    expect(problems([...losses, ...answers])).toEqual([expect.stringMatching(/answered 2 requests and then none of the last 3: refused/)])
  })

  it('and then died is said to have, with what was under way then and was sent again in vain, the earliest first', () => {
    const underway = losses.map((exchange, index) => ({ ...exchange, id: `odd-${index}`, lostSince: began + ((index + 1) % 3) }))
    expect(problems([...underway, ...answers, at(failed(paged, 'refused'), 9)])).toEqual([
      expect.stringMatching(/none of the last 4: .*under way then, the earliest first: odd-2, odd-0, odd-1\.$/),
    ])
  })

  it('and then left all to what stands before it is said to have, without what it had not answered before', () => {
    const lost = [2, 3, 4, 5].map((seconds) => at(answered(seconds % 2 ? signed : paged, { status: 502 }), seconds))
    expect(problems([...lost, ...answers, at(failed(paged, 'reset'), 0.5), at(accepted(signed), 1.5)])).toEqual([
      expect.stringMatching(/answered 3 requests and then the last 4 with nothing but 502\. .*from which on none was answered/),
    ])
  })

  it('and was away for a time is said to have been', () => {
    const back = [paged, signed].map((operation, index) => at(accepted(operation), 20 + index))
    expect(problems([...answers, ...losses, ...back])).toEqual([expect.stringMatching(/was away for a while: 3 requests in the middle/)])
  })

  it('at every other request, for a gateway, was not away: one of several servers may be', () => {
    const turns = [paged, signed, paged, signed].flatMap((operation, turn) => [
      ...[0, 1, 2].map((each) => at(accepted(operation), 10 * turn + each)),
      ...[3, 4, 5].map((each) => at(answered(each === 4 ? signed : paged, { status: 502 }), 10 * turn + each)),
    ])
    expect(problems([...turns, at(accepted(paged), 99)])).toEqual([
      expect.stringMatching(/answered 12 of 25 requests with 502\. .*of several servers behind it one may be down/),
    ])
  })

  it('and fails at one operation alone is there, and leaves requests without an answer', () => {
    const same = [11, 12, 13, 14].map((seconds) => at(failed(signed, 'reset'), seconds))
    expect(problems([...answers, ...same])).toEqual([
      expect.stringMatching(new RegExp(`left 4 of 5 requests of ${signed.id} without an answer.*log, at ${signed.id}/control`)),
    ])
    expect(problems([...answers, ...same.slice(2)])).toEqual([])
    const late = [11, 12, 13, 14].map((seconds) => at(failed(signed, 'time-out'), seconds))
    expect(problems([...answers, ...late])).toEqual([expect.stringMatching(/it may wait for what never comes, or be too slow\.$/)])
    const away = [11, 12, 13, 14].map((seconds) => at(failed(signed, 'refused'), seconds))
    expect(problems([...answers, ...away])).toEqual([expect.stringMatching(/an error that nothing catches may end the connection/)])
  })

  it('and never at one operation names that operation', () => {
    const never = [11, 12, 13].map((seconds) => at(failed(signed, 'time-out'), seconds))
    expect(problems([at(accepted(paged), 1), ...never])).toEqual([
      expect.stringContaining(`leaves every request of ${signed.id} without an answer, and answers other operations: `),
    ])
  })

  it('and never to right requests says what it answers, and how it ends them', () => {
    const never = [11, 12, 13].map((seconds) => at(failed(signed, 'reset'), seconds))
    expect(problems([at(accepted(paged), 1), ...never, at(answered(signed, { role: 'wrong' }), 14)])).toEqual([
      expect.stringContaining(`breaks off every right request of ${signed.id}, and answers wrong ones: `),
    ])
  })

  it('and was asked for one thing alone may have died, been away, or lose some', () => {
    const own = (...codes: readonly boolean[]) =>
      codes.map((isThere, index) => at(isThere ? accepted(paged) : failed(paged, 'reset'), index))
    expect(problems(own(true, false, false, false))).toEqual([expect.stringMatching(/answered 1 request and then none of the last 3/)])
    expect(problems(own(true, false, true, false, true, false, true))).toEqual([
      expect.stringMatching(/left 3 of 7 requests without an answer \(.+\)\. .* an error that nothing catches may end the connection/),
    ])
    const opened = [...own(false, false, false), at(answered(paged, { role: 'wrong' }), 9)]
    expect(problems(opened)).toEqual([expect.stringMatching(/was away for a while: 3 requests/)])
  })

  it('and died after it had lost more than that here and there loses some', () => {
    const turns = Array.from({ length: 16 }, (_, turn) => at(turn % 2 > 0 ? failed(paged, 'reset') : accepted(paged), turn - 20))
    expect(problems([...turns, ...answers, ...losses])).toEqual([expect.stringMatching(/left 11 of 21 requests without an answer/)])
  })

  it.each<[roles: readonly string[], isNamed: boolean]>([
    [['among-1', 'x', 'y'], true],
    [['control-after', 'x', 'y'], true],
    [['x', 'y', 'z'], false],
  ])('and whose gateway says so in its place loses requests only if right ones are among them: %j', (roles, isNamed) => {
    const lost = roles.map((role, turn) => at(answered(paged, { role, status: 502 }), 2 * turn + 3))
    const others = roles.map((role, turn) => at(answered(signed, { role: `wrong.${role}` }), 2 * turn + 4))
    expect(problems([...answers, ...lost, ...others])).toHaveLength(Number(isNamed))
  })

  it('and then only "later", or nothing at all, is told as such alone', () => {
    const limited = at(answered(paged, { role: 'opening', status: 429 }), 1)
    expect(problems([limited, ...losses, at(failed(signed, 'unsent'), 20)])).toEqual([
      expect.stringContaining('answers every request with 429'),
    ])
    expect(problems(losses)).toEqual([expect.stringContaining('Nothing listens at')])
  })

  const elsewhere = ({ request, ...exchange }: Exchange): Exchange => {
    return { ...exchange, request: { ...request, url: accepted(paged).request.url } }
  }
  const scattered = (count: number, one: (index: number) => Exchange) =>
    Array.from({ length: count }, (_, turn) => [at(one(turn), 2 * turn + 30), at(accepted(paged), 2 * turn + 31)]).flat()

  const never = [1, 2, 3].map((seconds) => at(failed(signed, 'time-out'), 40 + 2 * seconds))

  it.each<[what: string, sent: readonly Exchange[], want: readonly string[]]>([
    ['nothing', answers, []],
    ['one request of an operation', [at(accepted(paged), 1), at(failed(signed, 'reset'), 2)], []],
    [
      'as many in the end as before',
      [...scattered(3, () => failed(paged, 'reset')), at(accepted(signed), 50), ...losses.map((one) => at(one, 60))],
      ['and then none of the last 3'],
    ],
    [
      'some for a while, and more for a gateway',
      [
        ...[...answers, ...losses].map((one) => ({ ...one, role: 'x' })),
        ...[20, 21, 22].map((seconds) => at(accepted(paged), seconds)),
        ...scattered(6, (turn) => answered(turn % 2 > 0 ? paged : signed, { role: 'x', status: 502 })),
      ],
      ['left 9 of 20 requests without an answer'],
    ],
    [
      'wrong requests alone, with no gateway to say so',
      [at(accepted(signed), 1), ...scattered(3, () => ({ ...failed(paged, 'reset'), role: 'x' }))],
      ['left 3 of 6 requests of'],
    ],
    ['one operation, and others as often', [...scattered(3, () => failed(paged, 'time-out')), ...never], ['leaves every request of']],
    ['one operation, and others more often', [...scattered(4, () => failed(paged, 'time-out')), ...never], ['left 7 of 11 requests']],
    [
      'all of one method',
      [...[paged, signed, signed].map((one, index) => at(failed(one, 'reset'), index)), at(elsewhere(accepted(plain)), 9)],
      [`breaks off every ${paged.method} (${paged.id} and ${signed.id}), and answers others: `],
    ],
  ])('and lost %s is told as that', (_, sent, want) => {
    expect(problems(sent)).toEqual(want.map((words) => expect.stringContaining(words)))
  })
})
