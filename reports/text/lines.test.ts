import { expect, it } from 'vitest'
import { cutToColumns } from './columns.ts'
import { fitted, fittedProse, wrapped } from './lines.ts'

const text = `error:${' no such thing'.repeat(5)}\n  kept as it stands\n`

it('breaks what is too long for a terminal between words, and leaves the rest', () => {
  expect(fitted(text, { isTTY: true, columns: 44 })).toBe(
    'error: no such thing no such thing no such\nthing no such thing no such thing\n  kept as it stands\n',
  )
})

it('keeps what is indented so', () => {
  expect(fitted(`  ${'a word, '.repeat(7)}end\nnext`, { isTTY: true, columns: 40 })).toBe(
    `  ${'a word, '.repeat(4)}a\n  word, a word, a word, end\nnext`,
  )
})

it('leaves a text for a file or a pipe as it is', () => {
  expect(fitted(text, { isTTY: false, columns: 44 })).toBe(text)
})

it('breaks prose alone, and neither commands nor columns', () => {
  const kept = `  $ assay ${'word '.repeat(10)}\n  --flag  ${'what it does '.repeat(4)}\n`
  const prose = `${'prose '.repeat(9)}end`
  expect(fittedProse(`${kept}${prose}`, { isTTY: true, columns: 40 })).toBe(`${kept}${'prose '.repeat(6).trimEnd()}\n${prose.slice(36)}`)
})

it('wide characters take two columns, and marks none', () => {
  for (const text of ['🪙'.repeat(50), '退款'.repeat(30), '한국어 🚀 退款 '.repeat(9)]) {
    for (const line of wrapped(text, 21)) expect([...line].filter((each) => each !== ' ').length, line).toBeLessThanOrEqual(10)
    expect(wrapped(text, 21).join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
  }
  expect(wrapped('é'.normalize('NFD').repeat(20), 20)).toHaveLength(1)
  expect(cutToColumns('🪙'.repeat(9), 6)).toBe('🪙🪙…')
})
