import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import type { TestCase, TestModule, TestSpecification } from 'vitest/node'
import { longest, progress } from './test-progress.fixture.ts'

afterEach(() => vi.useRealTimers())

it('is a line every ten seconds, until the tests are over', () => {
  vi.useFakeTimers()
  const lines: string[] = []
  const reporter = progress((line) => lines.push(line))
  const [first, second] = ['a.test.ts', 'b.test.ts'].map((relativeModuleId) => ({ relativeModuleId }) as TestModule)
  const ended = (state: 'passed' | 'failed' | 'skipped') => ({ result: () => ({ state }) }) as TestCase
  reporter.onTestRunStart?.([{}, {}] as TestSpecification[])
  if (first && second) {
    reporter.onTestModuleStart?.(first)
    reporter.onTestModuleStart?.(second)
    for (const state of ['passed', 'passed', 'failed', 'skipped'] as const) reporter.onTestCaseResult?.(ended(state))
    vi.advanceTimersByTime(10_000)
    reporter.onTestModuleEnd?.(first)
    vi.advanceTimersByTime(10_000)
  }
  reporter.onTestRunEnd?.([], [], 'failed')
  vi.advanceTimersByTime(60_000)
  expect(lines).toEqual([
    '10 s: 0 of 2 files, 2 tests passed, 1 failed; now a.test.ts, b.test.ts\n',
    '20 s: 1 of 2 files, 2 tests passed, 1 failed; now b.test.ts\n',
  ])
})

it('begins with files that are there', () => {
  expect(longest.filter((name) => !existsSync(join(import.meta.dirname, '..', name)))).toEqual([])
})
