import { describe, expect, test } from 'vitest'
import type { Operation } from '../contracts/contract.ts'
import { contract } from '../contracts/generated/contract.ts'
import { ownAgent } from '../engine/client/user-agents.ts'
import { exitCode } from '../engine/run.ts'
import type { Mutant } from '../provider/mutant.ts'
import type { Received } from '../provider/received.ts'
import { startProvider } from '../provider/server.ts'
import { mutant } from './mutant.ts'
import { run } from './run.ts'
import { seedsOf } from './seeds.fixture.ts'

/** Mocks that know no credential, and guess which request is the one that they ought to refuse. */
const cheats: Readonly<Record<string, () => (request: Received, operation: Operation) => boolean>> = {
  'takes the first credential that it sees for the right one': () => {
    let first: string | undefined
    return (request, operation) => {
      const given = credentialOf(request, operation)
      first ??= given
      return given !== undefined && given === first
    }
  },
  'accepts what comes alone': () => {
    let last = Number.NEGATIVE_INFINITY
    return ({ at }) => {
      const gap = at - last
      last = at
      return gap > 15
    }
  },
  "is strict only where the user agent is Assay's": () => (request) => request.headers['user-agent'] !== ownAgent,
}

describe('no mock that cheats conforms, whatever the seed', () => {
  for (const [title, decide] of Object.entries(cheats))
    for (const operation of contract.operations)
      for (const seed of seedsOf({ sample: 3, long: 20 }))
        test(`${operation.id} ${title}: ${seed.text}`, async () => {
          const provider = await startProvider({ contract, mutant: cheat(operation, title, decide) })
          try {
            const { bases, settings } = provider
            const target = { name: title, bases, settings, operations: [operation.id], allowWithdrawals: false }
            const finished = await run({ contract, target, seed, selection: { observe: ['none'] } })
            expect(exitCode(finished)).toBe(1)
          } finally {
            await provider.close()
          }
        })
})

function cheat(operation: Operation, title: string, decide: () => (request: Received, operation: Operation) => boolean): Mutant {
  return mutant(operation, {
    id: 'cheat',
    title,
    caughtBy: [],
    hooks: () => {
      const accepts = decide()
      return { authenticate: (decision, request) => (accepts(request, operation) ? undefined : decision) }
    },
  })
}

function credentialOf({ headers }: Received, { authentication }: Operation): string | undefined {
  if (authentication.kind === 'none') return undefined
  return headers[(authentication.kind === 'signed' ? authentication.key.header : authentication.header).toLowerCase()]
}
