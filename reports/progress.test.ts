import { expect, it } from 'vitest'
import { createProgress } from './progress.ts'

function shown(isTTY: boolean, times: readonly number[]): string[] {
  const written: string[] = []
  const clock = [...times]
  const stream = { isTTY, columns: 60, write: (text: string) => written.push(text) }
  const progress = createProgress(stream, () => clock[0] ?? 0)
  for (const done of times.keys()) {
    progress.update({ done, total: 10, doing: 'coins\u001b[2J' })
    clock.shift()
  }
  progress.end()
  return written
}

it('draws one line over itself and erases it at the end', () => {
  const written = shown(true, [0, 100])
  expect(written.map((text) => text.includes('\n'))).toEqual([false, false, false])
  expect(written[1]?.endsWith(' 1/10 coins\\u001b[2J\u001b[K')).toBe(true)
  expect(written.at(-1)).toBe('\r\u001b[K')
})

it('does not draw more often than an eye can follow', () => expect(shown(true, [0, 10, 20, 60]).length).toBe(3))

it('is silent where there is no terminal', () => expect(shown(false, [0, 100])).toEqual([]))
