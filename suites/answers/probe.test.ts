import { expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { exitCode } from '../../engine/run.ts'
import { createSeed } from '../../engine/seed.ts'
import { judgeInProcess } from '../in-process.fixture.ts'

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
