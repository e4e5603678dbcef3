import { expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { createSeed } from '../../engine/seed.ts'
import { judgeInProcess } from '../in-process.fixture.ts'

const operations = contract.operations.map(({ id }) => id)

it.each(['one', 'two', 'three'])('a target that is right to Assay alone fails at every operation (seed %s)', async (text) => {
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
    const { outcomes } = await judgeInProcess(
      { contract, mutant: mutant(operation) },
      { operations: [operation], seed: createSeed(text), selection: { observe: ['none'] } },
    )
    const failed = outcomes.filter(({ verdict }) => verdict === 'failed').map(({ check }) => check)
    expect(failed.filter((check) => check.startsWith(`${operation}.accepted`))).not.toEqual([])
  }
})
