import { describe, expect, it } from 'vitest'
import { createSeed } from '../seed.ts'
import { standIns } from './stand-ins.ts'
import { alteredValues } from './value-alterations.ts'

const seed = createSeed('stand-ins')
const standIn = (called: string, right: string) => standIns.find(({ id }) => id === called)?.alter(right, seed) ?? ''
const unsigned = (right: string) => standIn('unsigned-token', right)
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const partsOf = (token: string) => token.split('.').map((each) => Buffer.from(each, 'base64url').toString())

describe('a token that nobody signed', () => {
  const [header, claims] = [part({ alg: 'HS256', typ: 'JWT' }), part({ sub: 'merchant 7' })]
  const right = `${header}.${claims}.c2lnbmF0dXJl`

  it('has the claims of a right one that is such a token, and is hidden as that is', () => {
    expect(partsOf(unsigned(right))).toEqual(['{"alg":"none","typ":"JWT"}', '{"sub":"merchant 7"}', ''])
    expect(alteredValues(right, seed)).toContain(unsigned(right))
  })

  it('is one with claims of another second where anybody may guess the secret, and hidden as well', () => {
    const guessed = standIn('word-other', right)
    expect(partsOf(guessed).slice(0, 2)).toEqual(['{"alg":"HS256","typ":"JWT"}', '{"sub":"merchant 7","iat":1699999999}'])
    expect(alteredValues(right, seed)).toContain(guessed)
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

it('is never the right value itself, and of a UUID the one without hyphens among others', () => {
  const uuid = '7b1e44d0-c9aa-4f5e-8d23-f6017be9c2a4'
  for (const right of ['opaque', uuid]) expect(alteredValues(right, seed).filter((value) => value === right || value === '')).toEqual([])
  expect(alteredValues(uuid, seed)).toContain(uuid.replaceAll('-', ''))
})
