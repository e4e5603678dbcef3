import { expect, it } from 'vitest'
import { integerPattern } from './rules.ts'

it('knows integers however they are written', () => {
  const whole = new RegExp(`^(?:${integerPattern})$`)
  for (const text of ['0', '-12', '2.0', '9.007e+23', '1e22']) expect([text, whole.test(text)]).toEqual([text, true])
  for (const text of ['2.5', '1e-7', '', 'a']) expect([text, whole.test(text)]).toEqual([text, false])
})
