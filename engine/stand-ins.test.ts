import { describe, expect, it } from 'vitest'
import { createSeed } from './seed.ts'
import { standIns } from './stand-ins.ts'
import { alteredValues } from './value-alterations.ts'

const seed = createSeed('stand-ins')
const unsigned = (right: string) => standIns.find(({ id }) => id === 'unsigned-token')?.alter(right, seed) ?? ''
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const partsOf = (token: string) => token.split('.').map((each) => Buffer.from(each, 'base64url').toString())

describe('a token that nobody signed', () => {
  const [header, claims] = [part({ alg: 'HS256', typ: 'JWT' }), part({ sub: 'merchant 7' })]
  const right = `${header}.${claims}.c2lnbmF0dXJl`

  it('has the claims of a right one that is such a token, and is hidden as that is', () => {
    expect(partsOf(unsigned(right))).toEqual(['{"alg":"none","typ":"JWT"}', '{"sub":"merchant 7"}', ''])
    expect(alteredValues(right, seed)).toContain(unsigned(right))
  })

  it.for(['opaque', 'a.b.c', `${header}.${claims}`, `${right}.more`, `${part({ typ: 'JWT' })}.${claims}.c2lnbmF0dXJl`])(
    'has claims of its own instead of %s, more than some readers reckon with',
    (opaque) => {
      const token = unsigned(opaque)
      expect(JSON.parse(partsOf(token)[1] ?? '')).toMatchObject({ role: 'admin' })
      expect(token.length).toBeGreaterThan(1000)
      expect(alteredValues(opaque, seed)).not.toContain(token)
    },
  )
})
