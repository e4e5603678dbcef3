import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { UsageError } from '../../language/usage-error.ts'
import { days, positiveInteger } from './flag-values.ts'
import { refuseTarget, resolveAll } from './target-options.ts'

it.each([
  [['dev'], {}, /judge dev/],
  [[], { target: 'https://dev.example' }, /--target/],
  [[], { coinUrl: 'https://dev.example' }, /--coin-url/],
  [[], { config: 'x.yaml' }, /--config/],
])('the reference provider is judged beside no other target: %j %j', (names, options, want) => {
  expect(() => refuseTarget(names, options)).toThrow(UsageError)
  expect(() => refuseTarget(names, options)).toThrow(want)
})

it('the reference provider is judged alone', () => {
  expect(() => refuseTarget([], { out: 'x', reference: true })).not.toThrow()
})

it('a count is a whole number greater than zero', () => {
  expect(positiveInteger('3')).toBe(3)
  for (const text of ['0', '-1', '1.5', 'x', 'Infinity', '1e400']) expect(() => positiveInteger(text), text).toThrow(/greater than 0/)
})

it('days are as many as a date can tell', () => {
  expect([days('0.5'), days('90')]).toEqual([0.5, 90])
  for (const text of ['0', '1e-9', '1e12', 'x']) expect(() => days(text), text).toThrow()
})

it('warnings about the environment are printed once, however many targets there are', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'target-options-'))
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  vi.stubEnv('ASSAY_TARGETS', 'https://pay.example')
  try {
    const config = join(folder, 'targets.yaml')
    await writeFile(config, 'targets:\n  one: { url: "https://one.example" }\n  two: { url: "https://two.example" }\n')
    await resolveAll({ config }, ['one', 'two'])
    expect(write.mock.calls).toEqual([["assay: ASSAY_TARGETS is no variable of Assay's, and is not used. Did you mean ASSAY_TARGET?\n"]])
  } finally {
    vi.unstubAllEnvs()
    write.mockRestore()
    await rm(folder, { recursive: true })
  }
})
