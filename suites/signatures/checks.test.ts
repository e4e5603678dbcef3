import { expect, it } from 'vitest'
import type { Operation } from '../../contracts/contract.ts'
import { contract } from '../../contracts/generated/contract.ts'
import type { SignedOperation } from '../../contracts/operation-kinds.ts'
import { evidenceOf, exchange, response, signed } from '../../engine/evidence/evidence.fixture.ts'
import type { Probe } from '../../engine/probes/probe.ts'
import { signatureChecks } from './checks.ts'

const probe = { id: 'signature', operation: signed as Operation } as Probe
const locked = response(423, {})
const taken = response(200, signed.success.example)

it.each([
  { given: 'alone', answer: taken, want: 'status' },
  { given: 'beside an ordinary one that is refused otherwise', answer: response(409, {}), want: 'status' },
  {
    given: 'beside an ordinary one that is refused alike',
    answer: locked,
    want: expect.stringContaining('whether the form is the reason'),
  },
])('a spelling that is refused $given', ({ answer, want }) => {
  const check = signatureChecks(contract, signed as SignedOperation, probe, probe).find(({ id }) => id.endsWith('.variety.spacing'))
  const answers = { control: taken, 'variety.spacing': locked, 'among-1': answer, 'control-after': taken }
  const evidence = evidenceOf(
    signed,
    Object.entries(answers).map(([role, each]) => exchange(signed, role, each)),
  )
  const said = () => {
    try {
      return check?.judge(evidence)[Symbol.iterator]().next().value?.at
    } catch (cause) {
      return (cause as Error).message
    }
  }
  expect(said()).toEqual(want)
})

it('malformed requests that are refused show nothing where no right one is accepted', () => {
  const check = signatureChecks(contract, signed as SignedOperation, probe, probe).find(({ id }) => id.endsWith('.signature.malformed'))
  const answered = (role: string, status: number) => exchange(signed, role, status === 200 ? taken : response(status, { error: 'refused' }))
  const own = evidenceOf(signed, [answered('control', 401), answered('body.malformed', 401)])
  const found = (right: number) => [...(check?.judge(own, [evidenceOf(signed, [answered('control', right)])]) ?? ['no check'])]
  expect(found(200)).toEqual([])
  expect(() => found(401)).toThrow('A right request was not accepted: answered with 401.')
})

it.each([
  ['whole.cut-first', 'bare'],
  ['whole.half', 'plain'],
  ['signs.amount.with-exponent', 'bare'],
])('where %s is accepted only in its plainest form, the finding names nothing else that was unusual in it', (role, form) => {
  const check = signatureChecks(contract, signed as SignedOperation, probe, probe).find(({ id }) => id.endsWith(`.signature.${role}`))
  const actualOf = (accepted: string) => {
    const answers = { control: taken, [role]: locked, [accepted]: taken, 'control-after': taken }
    const exchanges = Object.entries(answers).map(([sent, each]) => exchange(signed, sent, each))
    return Array.from(check?.judge(evidenceOf(signed, exchanges)) ?? [], ({ actual }) => actual).join()
  }
  const [unusual, plain] = [actualOf(role), actualOf(`${role}.${form}`)]
  expect(plain).toMatch(/^accepted \(200\), sent with /)
  expect([unusual.startsWith(plain), unusual.length > plain.length]).toEqual([true, true])
})
