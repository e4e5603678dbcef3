import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { refuseCircular, refuseHeavyYaml, yamlFault } from './yaml-fault.ts'

it.each([
  ['in lists', '['.repeat(20_000)],
  ['in objects', '{a: '.repeat(20_000)],
  ['by dashes', '- '.repeat(20_000)],
])('says of a text that nests too deeply %s that it does, not what became of the stack', (_, text) => {
  expect(faultOf(text)).toBe('it nests too deeply')
  expect(() => refuseHeavyYaml(text)).toThrow(RangeError)
})

it('takes no text for deep that is long', () => {
  expect(() => refuseHeavyYaml('- [a, {b: "[[["}] # - - -\n'.repeat(3000))).not.toThrow()
})

it.each(['[1],', '- 1\n', 'a: '])('says of a text that holds too much (%j) that it does', (part) => {
  const heavy = () => refuseHeavyYaml(part.repeat(30_001))
  expect(heavy).toThrow(/^expected at most 30,000 lines and values/)
  try {
    heavy()
  } catch (cause) {
    expect(yamlFault(cause)).toMatch(/^expected at most/)
  }
})

it('takes what is named twice, and within what is named as well', () => {
  expect(() => refuseCircular(parse('a: &a [&b { c: 1 }, *b]\nd: [*a, *b, null]'))).not.toThrow()
})

it('says of several documents in one text that there are several', () => {
  expect(faultOf('a: 1\n---\nb: 2')).toBe('it holds several documents; expected one')
})

it.each([
  ['a: [hidden', /must be .*end with a \] at line 1, column 11$/],
  ['hidden: [1', /at line 1, column 11$/],
  ['a: &hidden [1, *hidden]', /^an alias stands within what it names$/],
  ['&hidden\n- b: { c: *hidden }', /^an alias stands within what it names$/],
  ['a: *hidden', /^Unresolved alias/],
  ['a: *x\u2028hidden', /^Unresolved alias/],
  ['"\\Uhidden12"', /^Invalid escape sequence at line 1, column 2$/],
  ['!hidden! a', /^Unresolved tag at line 1, column 1$/],
  ['%YAML hidden\n---\na', /^Unknown or malformed directive at line 1, column 7$/],
  ['a: 1\n%hidden\n- hidden', /at line \d, column \d$/],
  ['a\n: "hidden at line 9, column 9": b', /^Unexpected .* at line 2, column \d+$/],
])('says of any other text what is wrong, and where, and shows nothing of it: %j', (text, words) => {
  expect(faultOf(text)).toMatch(words)
  expect(faultOf(text)).not.toContain('hidden')
})

function faultOf(text: string): string {
  try {
    refuseCircular(parse(text))
  } catch (cause) {
    return yamlFault(cause)
  }
  return 'it can be read'
}
