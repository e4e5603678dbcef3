import { expect, it } from 'vitest'
import type { Construction } from '../../contracts/construction.ts'
import { contract } from '../../contracts/generated/contract.ts'
import { isTimestamp } from '../../contracts/mistakes/mistake.ts'
import { sign } from '../../contracts/signing.ts'
import type { Signed } from '../explanation/given-signature.ts'
import { clockTwice } from './signer-clock.ts'

const [known] = contract.operations.flatMap(({ authentication }) =>
  authentication.kind === 'signed' ? authentication.signature.construction : [],
)
if (!known) throw new Error('no operation is signed')

it.each([
  ['milliseconds', 1_700_000_000_000, [2000, 2001], [50, 51]],
  ['seconds', 1_700_000_000, [2, 3], [1, 2]],
] as const)('a clock that counts %s is read twice within a short while, and elsewhere after about as long', (unit, sent, first, more) => {
  const construction = { ...known, parts: known.parts.map((part) => (isTimestamp(part) ? { ...part, unit } : part)) }
  const given = (away: number) => signedAt(construction, sent, sent + away)
  expect(first.map((away) => clockTwice(construction, given(away)).length)).toEqual([1, 0])
  expect(first.map((away) => clockTwice(construction, given(-away)).length)).toEqual([1, 0])
  expect(clockTwice(construction, given(0))).toEqual([])
  const [suspect] = clockTwice(construction, given(first[0]))
  const others = [...more.map((away) => first[0] - away), ...more.map((away) => first[0] + away)]
  expect(others.map((away) => suspect?.makes(given(away)))).toEqual([true, false, true, false])
})

/** What sends one time and signs another. */
function signedAt(construction: Construction, sent: number, own: number): Signed {
  const at = (time: number) => ({
    values: Object.fromEntries(construction.parts.map((part) => [part.name, isTimestamp(part) ? String(time) : '1.5'])),
    secret: 'secret',
    body: '{}',
  })
  return { input: at(sent), answer: { signature: sign(construction, at(own)) } }
}
