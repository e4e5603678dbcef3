import { expect, it } from 'vitest'
import type { Exchange } from '../../engine/exchange.ts'
import { difference } from './resent-exchange.ts'

const style = { colour: false, width: 80 }

it('the number of a signature, which each report counts for itself, is no difference between two answers', () => {
  expect(difference(answered('not «signature 7»'), answered('not «signature 1»'), style)).toMatch(/Both answers are alike/)
})

it('what differs apart from the number of a signature is shown', () => {
  const shown = difference(answered('not «signature 7»'), answered('no «signature 1»'), style)
  expect(shown).toMatch(/"expected": "not «signature»"[\s\S]*"expected": "no «signature»"/)
})

it('a long line of an answer is shown to its end, under its own beginning', () => {
  const refusal = `x-signature: expected another, for ${'it signs seconds instead of milliseconds and '.repeat(6)}no amount (signs-seconds).`
  const shown = difference(answered('none'), answered(refusal), style)
  const lines = shown.split('\n')
  expect(lines.every((line) => line.length <= style.width)).toBe(true)
  expect(shown.replace(/\s+/g, ' ')).toContain(`"expected": "${refusal}"`)
  const first = lines.findIndex((line) => line.includes('"expected": "x-sig'))
  expect(lines[first + 1]).toMatch(/^ {6}\S/)
})

function answered(body: string): Exchange {
  return {
    id: 'probe/role',
    probe: 'probe',
    role: 'role',
    operation: 'operation',
    request: { method: 'POST', url: 'http://127.0.0.1/', headers: [] },
    response: { status: 401, headers: [['x-expected', body]], body: Buffer.from(JSON.stringify({ expected: body })), truncated: false },
    startedAt: 0,
    durationMs: 1,
    repeats: 0,
  }
}
