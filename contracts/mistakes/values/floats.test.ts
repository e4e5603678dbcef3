import { expect, it } from 'vitest'
import { dotnetDouble, goFloat, javaDouble, phpFloat, pythonFloat, rubyFloat } from './floats.ts'

it.each([
  ['Python', pythonFloat, { 0.00001: '1e-05', 0.0001: '0.0001', 1: '1.0', 1e15: '1000000000000000.0', 1e16: '1e+16' }],
  ['Ruby', rubyFloat, { 0.00001: '1.0e-05', 0.0001: '0.0001', 1: '1.0', 1e15: '1000000000000000.0', 1e16: '1.0e+16' }],
  ['Java', javaDouble, { 0: '0.0', 0.0001: '1.0E-4', 0.001: '0.001', 1e6: '1000000.0', 1e7: '1.0E7', 12345678: '1.2345678E7' }],
  ['Go', goFloat, { 0.00001: '1e-05', 0.0001: '0.0001', 1: '1', 100000: '100000', 1e6: '1e+06' }],
  ['PHP', phpFloat, { 0.00001: '1.0E-5', 0.0001: '0.0001', 1: '1', 1.5: '1.5', 1e15: '1.0E+15' }],
  ['.NET', dotnetDouble, { 0.00001: '1E-05', 0.0001: '0.0001', 1: '1', 1e14: '100000000000000', 1e15: '1E+15' }],
] as const)('prints a double as %s does', (_, print, texts) => {
  expect(Object.fromEntries(Object.keys(texts).map((number) => [number, print(Number(number))]))).toEqual(texts)
})
