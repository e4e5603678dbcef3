import { createHash } from 'node:crypto'
import { afterEach, expect, it, vi } from 'vitest'
import { sayable } from './fault.ts'

afterEach(() => vi.unstubAllEnvs())

it('a secret as long as a file is taken out of what is said, and breaks nothing', () => {
  const digest = (at: number) => createHash('sha512').update(`${at}`).digest('base64url')
  const value = Array.from({ length: 250 }, (_, at) => digest(at)).join('')
  vi.stubEnv('ASSAY_ACCESS_TOKEN', value)
  expect(sayable(`expected a token, found ${value}`)).toBe('expected a token, found «accessToken»')
})

it('a variable that nothing filled in is no secret: its name stays in what is said of it', () => {
  vi.stubEnv('ASSAY_ACCESS_TOKEN', '$ACCESS_TOKEN')
  expect(sayable('ASSAY_ACCESS_TOKEN is not filled in')).toBe('ASSAY_ACCESS_TOKEN is not filled in')
  vi.stubEnv('ASSAY_ACCESS_TOKEN', '$ACCESS_TOWEL')
  expect(sayable('found $ACCESS_TOWEL')).toBe('found «accessToken»')
})

it('what a sentence quotes is cut where it has no end, and its own end is kept', () => {
  const said = sayable(`a pattern, ${'ab |'.repeat(10_000)}, is none. Leave it out.\nsecond`)
  expect(said.length).toBeLessThan(1500)
  expect(said).toMatch(/^a pattern, .* … .*is none\. Leave it out\.\nsecond$/s)
})
