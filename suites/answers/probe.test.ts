import { expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { sample } from '../../contracts/schemas/sample.ts'
import { exchange, listing, response } from '../../engine/evidence/evidence.fixture.ts'
import type { Probe, ProbeCourse } from '../../engine/probes/probe.ts'
import { afterRefusedRole, controlRoles } from '../../engine/probes/roles.ts'
import type { Step } from '../../engine/probes/steps.ts'
import { exitCode } from '../../engine/run.ts'
import { createSeed } from '../../engine/seed.ts'
import { withValue } from '../../provider/edits.ts'
import { judgeInProcess } from '../in-process.fixture.ts'
import { preferenceProbes } from './probe.ts'

/** The roles that a probe sends where its first request is refused. */
async function sentWhereRefused({ run }: Probe): Promise<string[]> {
  const roles: string[] = []
  const send = async ({ role }: Step) => {
    roles.push(role)
    return exchange(listing, role, response(roles.length === 1 ? 406 : 200, ''))
  }
  await run({ recorder: { send }, earlier: new Map() } as unknown as ProbeCourse)
  return roles
}

it('asks once more behind the last read of all, if that is refused: nothing else shows whether clients are locked out', async () => {
  const probes = preferenceProbes(listing)
  expect(await sentWhereRefused(probes['accept-any'])).toEqual(['accept-any', afterRefusedRole])
  expect(await sentWhereRefused(probes['accept-none'])).toEqual(['accept-none'])
})

it.each([
  ['fewer records than an answer to the same request held before', 1, 2, undefined, [controlRoles.after]],
  ['as many', 2, 2, undefined, []],
  ['more', 3, 2, undefined, []],
  ['fewer than an answer to another request held', 1, 2, 'another', []],
])('asks once more behind the last read of all where it lists %s', async (_, own, others, asked, more) => {
  const { at = '' } = listing.unique.find(({ scope }) => scope === 'within') ?? {}
  const listed = (role: string, count: number, body?: string) =>
    exchange(listing, role, response(200, withValue(sample(listing.success.schema), at, Array.from({ length: count }).fill({}))), body)
  const roles: string[] = []
  const send = async ({ role }: Step) => {
    roles.push(role)
    return listed(role, own)
  }
  const earlier = new Map([['probe', { operation: listing, exchanges: new Map([['control', listed('control', others, asked)]]) }]])
  await preferenceProbes(listing)['accept-any'].run({ recorder: { send }, earlier } as unknown as ProbeCourse)
  expect(roles).toEqual(['accept-any', ...more])
})

const operations = contract.operations.map(({ id }) => id)

it.each(['one', 'two', 'three'])('a target that is right to Assay alone does not conform at any operation (seed %s)', async (text) => {
  const mutant = (operation: string) => ({
    name: 'right-to-assay',
    title: 'refuses every other client',
    level: 'MUST' as const,
    operation,
    caughtBy: [],
    hooks: () => ({
      reply: (
        reply: { status: number; headers: Record<string, string>; body: Buffer },
        { headers }: { headers: Readonly<Record<string, string>> },
      ) => (headers['user-agent'] === 'assay' ? reply : { ...reply, status: 403, body: Buffer.from('{"error":"forbidden"}') }),
    }),
  })
  for (const operation of operations) {
    const finished = await judgeInProcess(
      { contract, mutant: mutant(operation) },
      { operations: [operation], seed: createSeed(text), selection: { observe: ['none'] } },
    )
    expect(exitCode(finished)).not.toBe(0)
  }
})
