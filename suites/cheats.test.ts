import { describe, expect, test } from 'vitest'
import type { Operation } from '../contracts/contract.ts'
import { contract } from '../contracts/generated/contract.ts'
import { ownAgent } from '../engine/client/user-agents.ts'
import { exitCode } from '../engine/run.ts'
import type { Refusal } from '../provider/judgement/refusals.ts'
import type { Hooks, Mutant } from '../provider/mutant.ts'
import type { Received } from '../provider/received.ts'
import { startProvider } from '../provider/server.ts'
import { seedsOf } from '../testing/long-run.fixture.ts'
import { unjust } from './hooks.ts'
import { judgeInProcess } from './in-process.fixture.ts'
import { mutant } from './mutant.ts'
import { run } from './run.ts'

/** Mocks that know no credential, and guess which request is the one that they ought to refuse. */
const cheats: Readonly<Record<string, Decide>> = {
  'takes the first credential that it sees for the right one': () => {
    let first: string | undefined
    return (request, operation) => {
      const given = credentialOf(request, operation)
      first ??= given
      return given !== undefined && given === first
    }
  },
  'takes a credential that it saw before, as one that keeps what it refused': () => {
    const seen = new Set<string>()
    return (request, operation) => {
      const given = credentialOf(request, operation)
      if (given === undefined || seen.has(given)) return given !== undefined
      seen.add(given)
      return false
    }
  },
  "is strict from the first request of Assay's name on": () => {
    let isMet = false
    return (request) => {
      isMet ||= request.headers['user-agent'] === ownAgent
      return !isMet
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
  'is strict only where the user agent stands behind all else': () => {
    const isBefore = (names: string[]) => names.indexOf('user-agent') >= 0 && names.indexOf('user-agent') < names.indexOf('accept')
    return ({ written }) => isBefore(written.map((name) => name.toLowerCase()))
  },
}

/** The right credential of each operation is another one of those that come first, so that this shows only where all are asked. */
const byPlace = [2, 3, 4].map((place) => ({
  title: `the ${place}th`,
  decide: () => {
    const seen = new Map<string, Set<string>>()
    return (request: Received, operation: Operation) => {
      const given = credentialOf(request, operation)
      const own = seen.get(operation.id) ?? new Set<string>()
      seen.set(operation.id, own)
      if (given !== undefined) own.add(given)
      return given !== undefined && given === [...own][place - 1]
    }
  },
}))

/** So is the first that comes under Assay's own name: of one operation it is a wrong one. */
const byName = {
  title: "the first of Assay's name",
  decide: () => {
    const first = new Map<string, string>()
    return (request: Received, operation: Operation) => {
      const given = credentialOf(request, operation)
      if (given !== undefined && request.headers['user-agent'] === ownAgent && !first.has(operation.id)) first.set(operation.id, given)
      return given !== undefined && given === first.get(operation.id)
    }
  },
}

describe('no mock conforms that takes one of the first credentials for the right one by its place', () => {
  const schemed = contract.operations.filter(({ authentication }) => authentication.kind === 'scheme')
  for (const { title, decide } of [...byPlace, byName])
    for (const seed of seedsOf({ sample: 2, long: 20 }))
      test(`${title}: ${seed.text}`, async () => {
        const mutants = schemed.map((operation) => cheat(operation, `takes ${title}`, decide, unjust))
        const operations = schemed.map(({ id }) => id)
        const finished = await judgeInProcess({ contract, mutants }, { operations, seed, selection: { observe: ['none'] } })
        expect(exitCode(finished)).not.toBe(0)
      })
})

describe('no mock conforms that is strict for as many requests as a run has, but for its last ones', () => {
  const { operations } = contract
  for (const { id } of operations)
    for (const seed of seedsOf({ sample: 2, long: 20 }))
      test(`${id}: ${seed.text}`, async () => {
        let asked = 0
        const count = (request: Received): Received => {
          asked += 1
          return request
        }
        const tiring = operations.map((operation, index): Mutant => {
          const title = 'looks no more after 430 requests'
          const made = mutant(operation, { id: 'tires', title, caughtBy: [], hooks: () => ({}) })
          const authenticate: Hooks['authenticate'] = (decision) => (operation.id === id && asked > 430 ? undefined : decision)
          return { ...made, hooks: () => ({ authenticate, ...(index === 0 && { route: count }) }) }
        })
        const run = await judgeInProcess({ contract, mutants: tiring }, { operations: operations.map((each) => each.id), seed })
        expect(exitCode(run)).toBe(1)
      })
})

describe('no mock that cheats conforms, whatever the seed', () => {
  for (const [title, decide] of Object.entries(cheats))
    for (const operation of contract.operations)
      for (const seed of seedsOf({ sample: 2, long: 20 }))
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

type Decide = () => (request: Received, operation: Operation) => boolean

/** Accepts what it takes for right; of the rest it refuses what is wrong, or everything where that is told. */
function cheat(operation: Operation, title: string, decide: Decide, refuses?: () => Refusal): Mutant {
  return mutant(operation, {
    id: 'cheat',
    title,
    caughtBy: [],
    hooks: () => {
      const accepts = decide()
      return { authenticate: (decision, request) => (accepts(request, operation) ? undefined : (decision ?? refuses?.())) }
    },
  })
}

function credentialOf({ headers }: Received, { authentication }: Operation): string | undefined {
  if (authentication.kind === 'none') return undefined
  return headers[(authentication.kind === 'signed' ? authentication.key.header : authentication.header).toLowerCase()]
}
