import { expect, it } from 'vitest'
import { excerptLength } from '../client/transport/decoding.ts'
import { mostValues } from '../evidence/parsed-size.ts'
import { answerAsKept, requestAsKept } from './as-kept.ts'
import { keepOfFirst } from './steps.ts'

it.each([
  { what: 'as long as is kept', text: ' '.repeat(keepOfFirst), isCut: false },
  { what: 'longer', text: ' '.repeat(keepOfFirst + 1), isCut: true },
  { what: 'fuller', text: '['.repeat(mostValues + 1), isCut: true },
])('of a body of a file that is $what, all is judged, or nothing: $isCut', ({ text, isCut }) => {
  const body = Buffer.from(text)
  const kept = (truncated: boolean) => answerAsKept({ status: 200, headers: [], body, truncated })
  expect([kept(false).truncated, kept(true).truncated]).toEqual([isCut, true])
  expect(kept(false).body).toHaveLength(isCut ? excerptLength : body.length)
  const sent = (more: object) => requestAsKept({ method: 'POST', url: 'x', headers: [], body, ...more })
  expect([sent({}).truncated ?? false, sent({ truncated: true }).truncated]).toEqual([isCut, true])
  expect(sent({}).body).toHaveLength(isCut ? excerptLength : body.length)
})
