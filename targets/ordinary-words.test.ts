import { expect, it } from 'vitest'
import { contract } from '../contracts/generated/contract.ts'
import { secretOfPlain, target } from './diagnoses/exchanges.fixture.ts'
import { ordinaryDiagnoses } from './ordinary-words.ts'

for (const [value, want] of [
  ['success', 1],
  ['USDT', 1],
  ['test', 1],
  ['tok-8f3a91c2', 0],
] as const) {
  it(`secrets such as ${value} are ${want === 1 ? 'warned of as ordinary words' : 'secret enough'}`, () => {
    const said = ordinaryDiagnoses(contract, { ...target, settings: { [secretOfPlain]: value } })
    expect(said.map(({ id }) => id)).toEqual(want === 1 ? ['ordinary'] : [])
    expect(said[0]?.problem ?? '').not.toContain(value)
  })
}
