import { expect, it } from 'vitest'
import type { Operation } from '../../contracts/contract.ts'
import { evidenceOf, exchange, idleProbe, listing, response, signed } from '../../engine/evidence/evidence.fixture.ts'
import { toldSecretChecks } from './checks.ts'

const { signature } = signed.authentication
const { key } = signature.construction
const alike = { ...signed, id: 'alike' }
const keyed = (other: string) => ({ ...signature, construction: { ...signature.construction, key: other } })
const otherwise = { ...signed, id: 'otherwise', authentication: { ...signed.authentication, signature: keyed('other') } }

/** What is found where a withdrawal is answered with this status, and a right request of another operation is told the key. */
function found(status: number, other: Operation): (string | undefined)[] {
  const [check] = toldSecretChecks(signed, [idleProbe(signed), idleProbe(other)])
  const own = exchange(signed, 'control', response(status, status === 200 ? signed.success.example : {}))
  const told = { ...exchange(other, 'control', response(200, other.success.example)), id: 'told', disclosed: [key] }
  return [...(check?.judge(evidenceOf(signed, [own]), [evidenceOf(other, [told])]) ?? [])].map((finding) => finding.exchange)
}

it('a key told by another operation is found, unless that has a check of its own for the same key', () => {
  expect([listing, otherwise, alike].map((other) => found(200, other))).toEqual([['told'], ['told'], []])
})

it('answers of other operations alone prove nothing of one that answered none', () => {
  expect(found(401, listing)).toEqual(['told'])
  expect(() => found(401, alike)).toThrow('not accepted')
})
