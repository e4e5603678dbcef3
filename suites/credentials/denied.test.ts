import { describe, expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { hasScheme, type SchemeOperation } from '../../contracts/operation-kinds.ts'
import { exitCode, type Run } from '../../engine/run.ts'
import type { Mutant } from '../../provider/mutant.ts'
import { unjust } from '../hooks.ts'
import { inProcess } from '../in-process.fixture.ts'
import { plan, run } from '../run.ts'

const [one, other] = contract.operations.filter(hasScheme) as [SchemeOperation, SchemeOperation]
const [own, others] = [one.authentication.setting, other.authentication.setting]
const selection = { only: '*.credential.*', observe: ['none' as const] }
const whole = { only: '*.accepted,*.credential.*', observe: ['none' as const] }
const accepting = { only: `${one.id}.*`, observe: ['none' as const] }

type Settings = Readonly<Record<string, string>>

async function judged(change: (settings: Settings) => Settings, hooks?: Mutant['hooks'], selected = selection): Promise<Run> {
  const mutant = hooks && { name: 'it', title: 'it', level: 'MUST' as const, operation: one.id, caughtBy: [], hooks }
  const { target, ...given } = inProcess(mutant ? { contract, mutant } : { contract })
  const at = { ...target, settings: { ...target.settings, ...change(target.settings) }, operations: [one.id, other.id] }
  const finished = await run({ contract, target: at, ...given, selection: selected })
  const planned = await plan(contract, at, selected)
  expect(finished.exchanges.length).toBeLessThanOrEqual(planned.cost.requests)
  return finished
}

const swapped = (settings: Settings) => ({ [own]: settings[others] ?? '', [others]: settings[own] ?? '' })
const said = ({ diagnoses }: Run) => diagnoses.map(({ problem, remedy }) => `${problem} ${remedy}`)
const failed = ({ outcomes }: Run) => outcomes.flatMap(({ check, verdict }) => (verdict === 'failed' ? [check] : []))

describe('a right request that is refused for who sends it', () => {
  it('says that two credentials are swapped where each is accepted in the place of the other', async () => {
    const finished = await judged(swapped)
    expect(said(finished)).toEqual([
      expect.stringMatching(
        /^ASSAY_ACCESS_TOKEN and ASSAY_API_TOKEN are swapped, .* does the reverse\. Swap ASSAY_ACCESS_TOKEN and ASSAY_API_TOKEN\.$/,
      ),
    ])
    expect([exitCode(finished), failed(finished)]).toEqual([3, []])
  })

  it('asks first for a look at the one setting that may be wrong, where other operations are served', async () => {
    const finished = await judged(() => ({ [own]: 'of-somewhere-else' }), undefined, whole)
    expect(said(finished)).toEqual([expect.stringMatching(/refuses a right request with 401: .* Check ASSAY_ACCESS_TOKEN\.$/)])
    expect([exitCode(finished), failed(finished)]).toEqual([1, [`${one.id}.accepted`]])
  })

  it('is not held against a target where two settings hold the same, and they are named', async () => {
    const finished = await judged((settings) => ({ [own]: settings[others] ?? '' }), undefined, whole)
    expect(said(finished)).toEqual([expect.stringContaining('Check ASSAY_ACCESS_TOKEN: it holds the same as ASSAY_API_TOKEN')])
    expect([exitCode(finished), failed(finished)]).toEqual([3, []])
    const [accepted] = finished.outcomes.filter(({ check }) => check === `${one.id}.accepted`)
    expect(accepted?.reason).toMatch(
      /refused because of its credentials \(answered with 401\), and the settings give another operation the same/,
    )
  })

  it('is held against a target where two settings hold the same, and anybody may ask', async () => {
    const reversed: Mutant['hooks'] = ({ settings }) => ({
      authenticate: (_, { headers }) => (headers['authorization'] === `Bearer ${settings[others]}` ? unjust() : undefined),
    })
    const finished = await judged((settings) => ({ [own]: settings[others] ?? '' }), reversed, whole)
    expect(exitCode(finished)).toBe(1)
    expect(failed(finished)).toContain(`${one.id}.accepted`)
  })

  it('names what another setting holds where that is accepted instead', async () => {
    const theirs: Mutant['hooks'] = ({ settings }) => ({
      authenticate: (_, { headers }) => (headers['authorization'] === `Bearer ${settings[others]}` ? undefined : unjust()),
    })
    const finished = await judged(() => ({}), theirs, accepting)
    expect(said(finished)).toEqual([expect.stringMatching(/and accepts what ASSAY_API_TOKEN holds: ASSAY_ACCESS_TOKEN may be wrong/)])
    expect([exitCode(finished), failed(finished)]).toEqual([3, []])
  })

  it('is held against a target that takes the credential otherwise', async () => {
    const otherwise: Mutant['hooks'] = ({ settings }) => ({
      authenticate: (_, { headers }) => (headers['authorization'] === `Token ${settings[own]}` ? undefined : unjust()),
    })
    const finished = await judged(() => ({}), otherwise, accepting)
    expect(said(finished)).toEqual([
      expect.stringMatching(/refuses the right credential with 401 and accepts a wrong one: .* scheme Token/),
    ])
    expect(failed(finished)).toEqual([`${one.id}.accepted`, `${one.id}.credential.scheme-token`])
  })
})
