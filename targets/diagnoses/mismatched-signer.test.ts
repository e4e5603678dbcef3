import { describe, expect, it } from 'vitest'
import { signed } from './exchanges.fixture.ts'
import { wrongVectors } from './mismatched-signer.ts'

describe('the signer', () => {
  const construction = signed.authentication.kind === 'signed' ? signed.authentication.signature.construction : undefined

  it('is found by a vector that has another signature', async () => {
    if (!construction) throw new Error('nothing is signed')
    const { vectorFile } = await import('../../contracts/vectors/vectors.ts')
    const { testGroups } = vectorFile(construction)
    expect(wrongVectors(construction, testGroups, [signed.id])).toEqual([])
    const [first, ...others] = testGroups
    if (!first) throw new Error('there are no vectors')
    const spoilt = { ...first, tests: first.tests.map((test, at) => (at === 0 ? { ...test, signature: '00' } : test)) }
    expect(wrongVectors(construction, [spoilt, ...others], [signed.id])).toMatchObject([
      { id: 'signer', operations: [signed.id], problem: expect.stringMatching(/^1 of \d+ signatures differ/) },
    ])
    expect(wrongVectors({ ...construction, separator: ':' }, [spoilt], [signed.id])).toEqual([])
  })
})
