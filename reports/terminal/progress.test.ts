import { afterEach, expect, it, vi } from 'vitest'
import { createProgress } from './progress.ts'

function shown(isTTY: boolean, times: readonly number[], term = 'xterm', unanswered = 0): string[] {
  const written: string[] = []
  const clock = [0, ...times]
  const stream = { isTTY, columns: 80, write: (text: string) => written.push(text) }
  const progress = createProgress(stream, () => clock[0] ?? 0, term)
  for (const done of times.keys()) {
    clock.shift()
    progress.update({ done, total: 10, doing: 'coins\u001b[2J', wronglyAccepted: 2 * unanswered, unanswered })
  }
  progress[Symbol.dispose]()
  return written
}

it('draws one line over itself and erases it at the end', () => {
  const written = shown(true, [0, 100])
  expect(written.map((text) => text.includes('\n'))).toEqual([false, false, false])
  expect(written[1]?.endsWith(' 1/10, 0 s, about 1 s left coins\\u001b[2J\u001b[K')).toBe(true)
  expect(written.at(-1)).toBe('\r\u001b[K')
})

it('does not draw more often than an eye can follow', () => expect(shown(true, [0, 10, 20, 60]).length).toBe(3))

it('tells what failed and what was not answered while it runs', () =>
  expect(shown(true, [0, 2000], 'xterm', 3)[1]).toContain(' 1/10, 6 wrongly accepted, 3 unanswered, 2 s, about 18 s left'))

for (const [name, isTTY, term] of [
  ['there is no terminal', false, 'xterm'],
  ['the terminal cannot draw', true, 'dumb'],
] as const) {
  it(`writes a line every ten seconds where ${name}`, () => {
    expect(shown(isTTY, [0, 5000, 10_000, 15_000, 19_999, 20_001], term)).toEqual([
      '2 of about 10 requests, 10 s, about 40 s left\n',
      '5 of about 10 requests, 20 s, about 21 s left\n',
    ])
  })
}

afterEach(() => void vi.useRealTimers())

it.each([
  [5, ''],
  [445, ', waiting'],
])('tells the time that goes by while nothing comes, until it ends: %i of 450', (done, waiting) => {
  vi.useFakeTimers()
  const written: string[] = []
  const progress = createProgress({ isTTY: false, write: (text) => written.push(text) }, Date.now, 'xterm')
  progress.update({ done, total: 450, doing: 'coins' })
  vi.advanceTimersByTime(25_000)
  progress[Symbol.dispose]()
  vi.advanceTimersByTime(25_000)
  expect(written).toEqual([`${done} of about 450 requests, 10 s${waiting}\n`, `${done} of about 450 requests, 20 s${waiting}\n`])
})

it('says why it waits', () => {
  vi.useFakeTimers()
  const written: string[] = []
  const progress = createProgress({ isTTY: false, write: (text) => written.push(text) }, Date.now, 'xterm')
  progress.update({ done: 0, total: 450, doing: undefined, asked: 120_000 })
  vi.advanceTimersByTime(15_000)
  progress.update({ done: 0, total: 450, doing: undefined })
  vi.advanceTimersByTime(5000)
  progress[Symbol.dispose]()
  const told = '0 of about 450 requests'
  expect(written).toEqual([`${told}, 10 s, waiting, as the target asked to for 120 s\n`, `${told}, 20 s, waiting\n`])
})

it('says what stays in lines of its own', () => {
  for (const isTTY of [true, false]) {
    const written: string[] = []
    createProgress({ isTTY, columns: 40, write: (text) => written.push(text) }, () => 0, 'xterm').note(`Again.\u001b[2J ${'x'.repeat(30)}`)
    expect(written.join('')).toBe(`${isTTY ? '\r\u001b[K' : ''}Again.\\u001b[2J\n${'x'.repeat(30)}\n`)
  }
})
