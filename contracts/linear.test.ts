import { expect, it } from 'vitest'
import { DocumentError } from '../spec/document-error.ts'
import { growth, steep } from '../testing/growth.fixture.ts'
import type { Contract, Schema } from './contract.ts'
import { contract } from './generated/contract.ts'
import { compileValidators } from './schemas/compile.ts'

const [first] = contract.operations
if (!first) throw new Error('there is an operation')

it.each([
  ['^(a+)+$', 'a', '!'],
  ['^(\\w|\\d)*$', '1', '!'],
  ['(x+x+)+y', 'x', ''],
  ['^(?:a|aa)+$', 'a', 'b'],
])('the pattern %s of an overlay takes no longer than any other, whatever a target answers', (pattern, letter, end) => {
  const validate = validatorOf({ type: 'string', pattern })
  expect(growth(100_000, (length) => expect(validate(letter.repeat(length) + end)).toBe(false))).toBeLessThan(steep)
})

it.each([
  ['b', 'abc', 'aac'],
  ['^[A-Z]{3}$', 'EUR', 'EURO'],
  ['^\\p{L}+\\u00e9/$', 'caf\u00e9/', 'cafe/'],
  ['^(?:0|[1-9]\\d*)(?:\\.\\d+)?$', '10.5', '010'],
])('the pattern %s says of %s and %s what it says elsewhere', (pattern, right, wrong) => {
  const validate = validatorOf({ type: 'string', pattern })
  expect([right, wrong].map((text) => validate(text))).toEqual([right, wrong].map((text) => new RegExp(pattern, 'u').test(text)))
  expect([validate(right), validate(wrong)]).toEqual([true, false])
})

it.each(['^(?=.*\\d).+$', '^(.)\\1$'])('the pattern %s, which no linear time does for, is refused before anything is sent', (pattern) => {
  expect(() => validatorOf({ type: 'string', pattern })).toThrow(DocumentError)
  expect(() => validatorOf({ type: 'string', pattern })).toThrow(/looks around|refers back/)
})

function validatorOf(schema: Schema) {
  const operations: Contract['operations'] = first
    ? [{ ...first, success: { ...first.success, schema }, refusals: { ...first.refusals, forms: [] } }]
    : []
  const [part] = compileValidators({ ...contract, operations }).get(first?.id ?? '') ?? []
  if (!part) throw new Error('it has a part')
  return part.validate
}
