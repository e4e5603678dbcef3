import { describe, expect, it } from 'vitest'
import type { Operation } from '../../../contracts/contract.ts'
import { exchange, listing, response, signed } from '../../evidence/evidence.fixture.ts'
import type { RightExchange } from '../../evidence/right-exchanges.ts'
import { type Outcome, unlessDoubtful } from '../outcome.ts'
import { doubtOfPace } from './doubtful-pace.ts'

const away = 'http://198.51.100.7/'
const refused = response(403, { error: 'no' })

interface Asked {
  readonly operation?: Operation
  readonly url?: string
  /** How the right requests are answered, in order; undefined is a success. */
  readonly answers?: readonly (typeof refused | undefined)[]
  /** Which of them asks for something unusual. */
  readonly unusual?: number
  /** Between one request and the next, in milliseconds. */
  readonly apart?: number
}

/** Right requests, the last of which is a control, and a wrong one behind each; what is said of those that are refused. */
function said(
  asked: Asked,
  beside: Asked = { operation: asked.operation === listing ? signed : listing },
): Pick<Outcome, 'verdict' | 'reason'>[] {
  const right = [asked, beside].flatMap(({ operation = signed, url = away, answers = [undefined], unusual, apart = 10 }) =>
    answers.map((answer, at): RightExchange => {
      const role = at === answers.length - 1 ? 'control-after' : `among-${at + 1}`
      const sent = exchange(operation, role, answer ?? response(200, operation.success.example))
      const id = `${operation.id}/${role}`
      const own = { ...sent, id, request: { ...sent.request, url }, startedAt: 2 * at * apart }
      return { exchange: own, operation, isUnusual: at === unusual, isAccepted: answer === undefined }
    }),
  )
  const all = right.flatMap(({ exchange: one, operation }) => [
    one,
    { ...exchange(operation, `${one.role}-wrong`, refused), startedAt: one.startedAt + (asked.apart ?? 10) },
  ])
  const { id, clause } = asked.operation ?? signed
  const outcomes = right.flatMap(({ exchange: one, isAccepted, operation }): Outcome[] => {
    if (isAccepted || operation.id !== id) return []
    const findings = [{ at: 'status', expected: 'accepted', actual: 'refused', exchange: one.id }]
    return [{ check: one.id, requirement: id, level: 'MUST', clause, operation: id, title: id, verdict: 'failed', findings, evidence: [] }]
  })
  return unlessDoubtful(outcomes, [doubtOfPace(right, all)]).map(({ verdict, reason }) =>
    reason === undefined ? { verdict } : { verdict, reason },
  )
}

const open = {
  verdict: 'inconclusive',
  reason: expect.stringMatching(/^Right requests were refused while .* answered with 403\. .*--rate 2/),
}
const failed = { verdict: 'failed' }

describe('right requests that are refused beside others, in a run that moves money away from this machine,', () => {
  const half = [undefined, refused, undefined, refused, undefined]

  it('tell nothing of a withdrawal, which is not sent again slower', () => {
    expect(said({ answers: half })).toEqual([open, open])
  })

  it('tell nothing of an unusual one either, which is refused alike', () => {
    expect(said({ answers: [refused, ...half], unusual: 0 })).toEqual([open, open, open])
  })

  it('tell nothing of the only one that was told of another in progress, though it is unusual', () => {
    const busy = response(409, { message: 'Another withdrawal is in progress.' })
    const found = said({ answers: [undefined, busy, undefined, undefined], unusual: 1 })
    expect(found).toEqual([{ ...open, reason: expect.stringContaining('answered with 409') }])
  })

  it('tell nothing of another operation either', () => {
    expect(said({ operation: listing, answers: half })).toEqual([open, open])
  })

  it('tell nothing of an operation that accepted none either, where another was refused alike', () => {
    expect(said({ answers: [refused] }, { operation: listing, answers: half })).toEqual([open])
  })

  it.each<[string, Asked, Asked?]>([
    [
      'on this machine, where all is sent again slower',
      { answers: half, url: 'http://127.0.0.1:1/' },
      { operation: listing, url: 'http://127.0.0.1:1/' },
    ],
    ['where no money moves', { operation: listing, answers: half }, { operation: listing }],
    ['where they are not asked fast', { answers: half, apart: 500 }],
    ['by a fault of the target', { answers: [undefined, response(500, { error: 'no' }), undefined, response(500, {}), undefined] }],
  ])('fail %s', (_, asked, beside) => {
    expect(said(asked, beside)).toEqual([failed, failed])
  })

  it('fail where they are so few that it may be a fault', () => {
    expect(said({ answers: [undefined, refused, ...Array<undefined>(9).fill(undefined)] })).toEqual([failed])
  })

  it('fail where none is accepted', () => {
    expect(said({ answers: [refused, refused] })).toEqual([failed, failed])
  })

  it('fail where none is accepted, and those of another operation were refused otherwise', () => {
    expect(said({ answers: [response(401, {}), refused] }, { operation: listing, answers: half })).toEqual([failed, failed])
  })
})
