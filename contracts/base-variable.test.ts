import { expect, it } from 'vitest'
import { baseVariable } from './base-variable.ts'

it.each([
  ['coin', 'ASSAY_COIN_URL'],
  ['a-example', 'ASSAY_A_EXAMPLE_URL'],
])('the address of the base %s is in a variable that shells can set: %s', (base, variable) => {
  expect(baseVariable(base)).toBe(variable)
})
