import { expect, it } from 'vitest'
import { contract } from '../../../contracts/generated/contract.ts'
import { signed, target } from '../../../engine/evidence/evidence.fixture.ts'
import { forbidden } from '../../../engine/money/money.ts'
import { signedRequest, signedValues } from '../../../engine/probes/request.ts'
import { exitCode } from '../../../engine/run.ts'
import { createSeed } from '../../../engine/seed.ts'
import type { Target } from '../../../engine/target.ts'
import { judgeInProcess } from '../../in-process.fixture.ts'
import { mutant } from '../../mutant.ts'
import { bodyForms, seldomRequests } from './seldom-requests.ts'

it('a target that breaks down at a form that it cannot read still conforms', async () => {
  const down = { status: 502, headers: {}, body: Buffer.alloc(0) }
  const fragile = mutant(signed, {
    id: 'fragile',
    title: 'breaks down at an odd body',
    caughtBy: [],
    hooks: () => ({ reply: (reply, request) => (bodyForms.some(({ isSeen }) => isSeen(request)) ? down : reply) }),
  })
  const options = { operations: [signed.id], seed: createSeed('fragile'), selection: { observe: ['none' as const] } }
  const finished = await judgeInProcess({ contract, mutant: fragile }, options)
  expect(finished.exchanges.filter(({ response }) => response?.status === 502)).not.toEqual([])
  expect(exitCode(finished)).toBe(0)
})

it('every form may be sent to another machine that is sent there', () => {
  const remote: Target = { ...target, bases: { ...target.bases, [signed.base]: 'https://pay.example' }, allowWithdrawals: true }
  const request = signedRequest(signed, remote, signedValues(signed, remote, 0))
  const forms = Object.values(seldomRequests).flatMap(({ reform }) => reform ?? [])
  const seeds = Array.from({ length: 20 }, (_, number) => createSeed(String(number)))
  const refused = seeds.flatMap((seed) => forms.flatMap((reform) => forbidden(signed, remote, reform(signed, remote, seed)(request)) ?? []))
  expect(refused).toEqual([])
})
