import { describe, expect, it } from 'vitest'
import { contract } from '../contracts/generated/contract.ts'
import { exitCode, type Run } from '../engine/run.ts'
import type { Hooks, Mutant } from '../provider/mutant.ts'
import { unjust } from './hooks.ts'
import { inProcess } from './in-process.fixture.ts'
import { run } from './run.ts'

const here = Object.fromEntries(contract.bases.map((base) => [base, 'http://127.0.0.1:1']))
const away = Object.fromEntries(contract.bases.map((base) => [base, 'https://gateway.example']))
const [{ id: first = '' } = {}] = contract.operations

type Deciding = () => NonNullable<Hooks['authenticate']>

/** Judges a target that decides on the credentials of some operations as it likes. */
async function judged(authenticate: Deciding, { only = '', bases = here } = {}): Promise<Run> {
  const mutants = contract.operations.flatMap(({ id }): Mutant[] => {
    const hooks = () => ({ authenticate: authenticate() })
    return id.startsWith(only) ? [{ name: id, title: id, level: 'MUST', operation: id, caughtBy: [], hooks }] : []
  })
  const { target, ...carried } = inProcess({ contract, mutants })
  return run({ contract, target: { ...target, bases, allowWithdrawals: true }, ...carried })
}

/** Takes those alone whose names are like this. */
function taking(names: RegExp): Deciding {
  return () =>
    (decision, { headers }) =>
      decision ?? (names.test(headers['user-agent'] ?? '') ? undefined : unjust())
}

function failed({ outcomes }: Run): string[] {
  return outcomes.flatMap(({ check, verdict }) => (verdict === 'failed' ? [check] : []))
}

const later = { headers: {}, body: Buffer.from('Later.') }
const webPage = { headers: { 'content-type': 'text/html' }, body: Buffer.from('<p>Enable scripts to continue.</p>') }

describe('a target that turns clients away by their user agent', () => {
  it.each([
    ['Assay', taking(/^(?!assay)/), {}],
    ['those that are no libraries', taking(/okhttp|axios|Apache|Dart|got/), {}],
    ['all but common ones', taking(/curl|Mozilla/), {}],
    ['all but common ones, of one operation', taking(/curl|Mozilla/), { only: first }],
  ] as const)('is judged in full under names that it takes: %s', async (_, authenticate, options) => {
    const finished = await judged(authenticate, options)
    expect([exitCode(finished), failed(finished)]).toEqual([0, []])
    expect(finished.notes).toContainEqual(expect.stringContaining('All requests were sent again with user agents that the target accepts'))
  })

  it.each([
    [429, /curl/, later],
    [503, /curl/, later],
    [429, /^$/, later],
    [503, /Mozilla/, later],
    [503, /Mozilla/, webPage],
    [200, /^assay/, webPage],
    [200, /okhttp|axios/, webPage],
  ])('is judged in full within seconds, and never asked slower, if it says %i to names like %s', async (status, names, said) => {
    const turned: Hooks['reply'] = (reply, { headers }) => (names.test(headers['user-agent'] ?? '') ? { status, ...said } : reply)
    const mutants = contract.operations.map(
      ({ id }): Mutant => ({ name: id, title: id, level: 'MUST', operation: id, caughtBy: [], hooks: () => ({ reply: turned }) }),
    )
    const finished = await run({ contract, ...inProcess({ contract, mutants }) })
    expect([exitCode(finished), failed(finished)]).toEqual([0, []])
    expect(finished.finishedAt - finished.startedAt).toBeLessThan(30_000)
  })

  it('is not proven away from this machine, and says why first', async () => {
    const finished = await judged(taking(/^(?!assay)/), { bases: away })
    expect([exitCode(finished), failed(finished)]).toEqual([3, []])
    expect(finished.diagnoses[0]?.problem).toMatch(
      /^Its gateway judges clients by `User-Agent`: [^,]+ turned away right requests from "assay" /,
    )
  })

  it('is found out where it takes any credential of the others', async () => {
    const lax: Deciding =
      () =>
      (_, { headers }) =>
        headers['user-agent'] === 'assay' ? unjust() : undefined
    expect(failed(await judged(lax, { only: first }))).toContain(`${first}.credential.none`)
  })

  it('is found out where it takes any credential only at first', async () => {
    const laxAtFirst: Deciding = () => {
      let count = 0
      return (decision, request) => (count++ < 40 ? undefined : taking(/^(?!assay)/)()(decision, request))
    }
    const finished = await judged(laxAtFirst, { only: first })
    expect([exitCode(finished), failed(finished)]).toEqual([1, expect.arrayContaining([`${first}.credential.opening`])])
  })

  it('is not one that turns every third request away, whichever client asks', async () => {
    const finished = await judged(() => {
      let count = 0
      return (decision) => decision ?? (count++ % 3 === 2 ? unjust() : undefined)
    })
    expect(exitCode(finished)).toBe(1)
    expect(finished.notes.join()).not.toContain('under names')
  })
})
