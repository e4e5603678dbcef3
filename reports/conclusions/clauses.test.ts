import { expect, it } from 'vitest'
import { clausesOf, fewClauses } from './clauses.ts'

it('clauses are named each once, in the order of the source, and what is cut off is said to be', () => {
  const outcomes = ['2.10', '4.1', '2.9', '2.10'].map((clause) => ({ clause, operation: 'one' }))
  expect(clausesOf([...outcomes, { clause: '0', operation: '' }])).toEqual(['2.9', '2.10', '4.1'])
  expect(fewClauses(['1', '2', '3', '4'])).toBe('1, 2, 3, 4')
  expect(fewClauses(['1', '2', '3', '4', '5'])).toBe('1, 2, 3, 4, …')
})
