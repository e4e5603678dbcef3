import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, type TestContext } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { defaultSettings } from '../../provider/reference-settings.ts'
import { startProvider } from '../../provider/server.ts'
import type { Served } from '../../provider/witness.ts'
import { reportOf } from '../../reports/report.ts'
import { outcome, requirementsOf, runOf } from '../../reports/run.fixture.ts'
import { jsonText } from '../../reports/text/json.ts'
import { startHostile } from '../../suites/hostile/hostile-server.fixture.ts'
import { callAssay } from '../command-line.fixture.ts'
import { spawnAssay } from '../spawned.fixture.ts'

const saving = async (onTestFinished: TestContext['onTestFinished']) => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-compare-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return async (name: string, run: ReturnType<typeof runOf>) => {
    await writeFile(join(folder, name), jsonText(reportOf(run)))
    return join(folder, name)
  }
}

it('a run that did not finish is no proof that nothing got worse', async ({ onTestFinished }) => {
  const saved = await saving(onTestFinished)
  const whole = await saved('whole.json', runOf())
  const killed = await saved('killed.json', { ...runOf(), complete: false, outcomes: [] })
  const codes = [
    [whole, whole],
    [whole, killed],
    [killed, whole],
  ].map(async (sides) => (await callAssay(['compare', ...sides])).code)
  expect(await Promise.all(codes)).toEqual([0, 3, 3])
})

it('what failed before and is not judged any more is not green', async ({ onTestFinished }) => {
  const saved = await saving(onTestFinished)
  const [must = expect.unreachable('no requirement')] = requirementsOf(contract.operations[0]?.id).filter(({ level }) => level === 'MUST')
  const runWith = (verdict: 'failed' | 'passed' | 'inconclusive' | 'inapplicable') =>
    saved(`${verdict}.json`, runOf({ outcomes: [outcome(must, { verdict, ...(verdict.startsWith('in') ? { reason: 'x' } : {}) })] }))
  const failed = await runWith('failed')
  const absent = await saved('absent.json', runOf({ outcomes: [] }))
  const later = [await runWith('passed'), failed, await runWith('inconclusive'), await runWith('inapplicable'), absent]
  const ends = await Promise.all(later.map((after) => callAssay(['compare', failed, after, '--json'])))
  expect(ends.map(({ code }) => code)).toEqual([0, 0, 3, 3, 3])
  expect(ends.map(({ stdout }) => (JSON.parse(stdout) as { unjudged: readonly string[] }).unjudged.length)).toEqual([0, 0, 1, 1, 1])
  expect(ends[3]?.stderr).toMatch(/^1 check that failed before was not judged in the later run/m)
})

it('one that is interrupted while it judges the first target does not go on with the other', async ({ onTestFinished }) => {
  const moving = Promise.withResolvers<void>()
  const asked: string[] = []
  const noting = (name: string) => ({
    served: ({ message }: Served) => {
      const { movesMoney } = contract.operations.find(({ path }) => message.url?.startsWith(path)) ?? {}
      if (movesMoney) asked.push(name)
      if (movesMoney) moving.resolve()
    },
    broken: () => {},
  })
  const [one, other] = await Promise.all(['one', 'other'].map((name) => startProvider({ witness: noting(name) })))
  onTestFinished(async () => void (await Promise.all([one?.close(), other?.close()])))
  const environment = Object.fromEntries(contract.settings.map(({ name, env }) => [env, one?.settings[name] ?? '']))
  const during = (kill: (signal: NodeJS.Signals) => void) => void moving.promise.then(() => kill('SIGINT'))
  const { code, stderr } = await spawnAssay(['compare', one?.url ?? '', other?.url ?? ''], { environment, during })
  expect([code, new Set(asked)]).toEqual([3, new Set(['one'])])
  expect(stderr).toContain(`${other?.url} was not judged: the comparison was interrupted.`)
})

it('a target that says nothing is refused by the deadline, which may come before any time-out', async ({ onTestFinished }) => {
  const silent = await startHostile({ id: 'hangs-before-headers' })
  onTestFinished(() => silent.close())
  const environment = Object.fromEntries(contract.settings.map(({ name, env }) => [env, defaultSettings[name] ?? '']))
  const words = ['compare', silent.url, silent.url, '--timeout', '3600', '--deadline', '0.1']
  const { code, stderr } = await callAssay(words, { environment })
  expect([code, stderr]).toEqual([2, expect.stringContaining('cannot be judged, so nothing was sent')])
})

it('where its pages cannot be written, nothing is sent but the question whether a target answers', async ({ onTestFinished }) => {
  const served: Served[] = []
  const provider = await startProvider({ witness: { served: (each) => void served.push(each), broken: () => {} } })
  onTestFinished(() => provider.close())
  const environment = Object.fromEntries(contract.settings.map(({ name, env }) => [env, provider.settings[name] ?? '']))
  const { code, stderr } = await callAssay(['compare', provider.url, provider.url, '--out', '/dev/null/nowhere'], { environment })
  expect([code, stderr]).toEqual([2, expect.stringMatching(/^assay: --out: \/dev\/null\/nowhere could not be written/m)])
  expect(served.length).toBeLessThan(10)
})

it('a target that is judged now is asked as the saved run was, and two of them alike', async ({ onTestFinished }) => {
  const saved = await (await saving(onTestFinished))('saved.json', runOf({ seed: 'of the report' }))
  const environment = Object.fromEntries(contract.settings.map(({ name, env }) => [env, defaultSettings[name] ?? '']))
  /** As which clients the targets were asked, each of them, after the question whether it answers. */
  const askedAs = async (sides: (one: string, other: string) => [string, string]) => {
    const agents: [string[], string[]] = [[], []]
    const witness = (own: string[]) => ({
      served: ({ message }: Served) => void own.push(`${message.headers['user-agent']}`),
      broken: () => {},
    })
    const [one, other] = await Promise.all(agents.map((own) => startProvider({ witness: witness(own) })))
    if (!one || !other) return expect.unreachable('no target')
    await callAssay(['compare', ...sides(one.url, other.url), '--operations', contract.operations[0]?.id ?? ''], { environment })
    await Promise.all([one.close(), other.close()])
    return agents.map((own) => own.slice(1).sort())
  }
  const [once] = await askedAs((one) => [saved, one])
  const [again] = await askedAs((one) => [one, saved])
  expect([(once?.length ?? 0) > 20, again]).toEqual([true, once])
  const [one, other] = await askedAs((...both) => both)
  expect([one, one?.join() === once?.join()]).toEqual([other, false])
})
