import { expect, it } from 'vitest'
import { response } from '../../evidence/evidence.fixture.ts'
import { LimitedOperations } from './limited-operations.ts'

/** An operation that is away gives no answer; a connection that breaks by chance gives none either. */
type Answer = number | 'away' | 'broken'

/** Whether an operation is limited, by these answers in turn: its own by their status, those of another with a name. */
function isLimited(...answers: readonly (Answer | readonly [string, number])[]): boolean {
  const limited = new LimitedOperations()
  for (const [startedAt, answer] of answers.entries()) {
    const [operation, status] = typeof answer === 'object' ? answer : (['own', answer] as const)
    const given = typeof status === 'number' && { response: response(status, {}) }
    limited.note({ operation, startedAt, ...given }, status === 'away')
  }
  return limited.isLimited('own')
}

const other = ['other', 401] as const
const later = ['other', 503] as const

it.each([429, 503, 'away'] as const)('an operation that says %s in turn with the answers of others is limited', (status) => {
  expect(isLimited(status, other, status, status, other, other, status, other, status)).toBe(true)
})

it('a connection that breaks says nothing of it', () => {
  expect(isLimited(503, other, 503, 'broken', other, 503, other, 503)).toBe(true)
})

it.each([
  ['seldom', [503, other, 503, other, 503]],
  ['while nothing else is answered', [503, 503, 503, 503, 503, other]],
  ['and is answered then', [503, other, 503, other, 503, 200, 503, other, 503]],
  ['as others do', [503, other, 503, other, 503, later, 503, other, 503]],
] as const)('one that says "later" %s may be asked too fast', (_, answers) => {
  expect(isLimited(...answers)).toBe(false)
})
