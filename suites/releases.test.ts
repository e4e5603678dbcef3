import { describe, expect, it } from 'vitest'
import { contract } from '../contracts/generated/contract.ts'
import type { Outcome } from '../engine/judging/outcome.ts'
import { type Selection, unmatched } from '../engine/selection.ts'
import own from '../package.json' with { type: 'json' }
import { judgeInProcess } from './in-process.fixture.ts'
import { catalogueOf } from './index.ts'
import { mutants } from './mutants.ts'
import { releasesWith, withChecks } from './release-notes.fixture.ts'
import { sinceOf, versions } from './releases.ts'
import { plan, rejudge } from './run.ts'

const { checks } = await catalogueOf(contract)
const target = {
  name: 'target',
  bases: Object.fromEntries(contract.bases.map((base) => [base, 'http://127.0.0.1:1'])),
  settings: {},
  operations: contract.operations.map(({ id }) => id),
  allowWithdrawals: false,
}

describe('a release', () => {
  it('is one of the versions, up to this one, and each check came with one', () => {
    expect(versions).toEqual(['0.1.0', own.version])
    expect(new Set(checks.map(({ since }) => since))).toEqual(new Set(versions))
  })

  it('keeps what earlier ones had, and takes up what is new', () => {
    const [first = '', second = ''] = [checks[0]?.id, 'a.new.one']
    const next = releasesWith([first, second], '9.0.0')
    expect(next['9.0.0']).toEqual([second])
    expect(next['0.1.0']).toContain(first)
  })

  it('that an overlay adds to has no version of its own', () => expect(sinceOf('getBalance.accepted')).toEqual({}))
})

describe('a run that is held to an earlier version', () => {
  it('lets what came later warn, and says so', async () => {
    const { admissions } = await plan(contract, target, { suite: '0.1.0' })
    for (const { id, since } of checks) {
      const admission = admissions.get(id)
      if (admission?.verdict === 'judged') expect(admission.warnsOnly?.includes('(--suite)') ?? false, id).toBe(since !== '0.1.0')
    }
  })

  it('does not fail by a later check but is warned about it, also when the report is judged again', async () => {
    const mutant = mutants(contract).find(({ caughtBy }) => [...caughtBy].every((id) => sinceOf(id).since !== '0.1.0'))
    if (mutant === undefined) throw new Error('no mutant is caught by later checks alone')
    const operations = contract.operations.map(({ id }) => id)
    const judged = (selection: Selection) =>
      judgeInProcess({ contract, mutant }, { operations, selection: { observe: ['none'], ...selection } })
    const failed = (outcomes: readonly Outcome[]) => outcomes.filter(({ verdict }) => verdict === 'failed').map(({ check }) => check)
    const now = await judged({})
    expect(failed(now.outcomes)).not.toEqual([])
    const held = await judged({ suite: '0.1.0' })
    expect(failed(held.outcomes)).toEqual([])
    const warned = held.outcomes.filter(({ level, verdict }) => level === 'MUST' && verdict === 'warned')
    expect(warned.map(({ check }) => check)).toEqual(failed(now.outcomes))
    expect(warned[0]?.reason).toContain('came with 0.2.0')
    const again = await rejudge(contract, held)
    expect(failed(again.outcomes)).toEqual([])
  })

  it('to this version leaves nothing out', async () => {
    const { admissions } = await plan(contract, target, { suite: own.version })
    expect([...admissions.values()].filter((admission) => 'reason' in admission && admission.reason.includes('--suite'))).toEqual([])
  })
})

describe('the changelog', () => {
  const text = `# Changes\n<!-- checks: written by \`npx vitest run suites/catalogue.test.ts -u\` -->\nold\n<!-- /checks -->\nrest`

  it('lists the checks that were added and withdrawn, by what they are about', () => {
    const [first = '', ...others] = checks.filter(({ since }) => since === '0.1.0').map(({ id }) => id)
    const written = withChecks(text, [...others, 'getX.y.one', 'getX.y.two'], '9.0.0')
    expect(written).toContain('- `getX.y`: `one`, `two`')
    expect(written).toContain(`\`${first.split('.').slice(2).join('.') || first}\``)
    expect(written).not.toContain('old')
    expect(written.endsWith('rest')).toBe(true)
  })

  it('has a place for them', () => expect(() => withChecks('# Changes', [], '9.0.0')).toThrow('CHANGELOG.md has no'))
})

it('parts of a pattern that fit nothing are named', () => {
  const [id = ''] = contract.operations.map((operation) => operation.id)
  expect(unmatched(contract, `${id}, ${id}x, *.accepted, 99.1`, checks)).toEqual([`${id}x`, '99.1'])
})
