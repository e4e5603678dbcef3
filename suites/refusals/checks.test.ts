import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { loadContract } from '../../contracts/loading.ts'
import { judgeInProcess } from '../in-process.fixture.ts'
import { hasTakenInputs } from './checks.ts'

const folder = await mkdtemp(join(tmpdir(), 'assay-refusals-'))
afterAll(() => rm(folder, { recursive: true }))

const [withdrawal] = contract.operations.filter(({ movesMoney }) => movesMoney)

it('does not take a wrong input for a wrong credential if it is refused with another status', async () => {
  if (!withdrawal) throw new Error('no withdrawal')
  const file = join(folder, 'status.json')
  const target = `$.paths['${withdrawal.path}'].post.responses`
  const update = { '401': { description: 'Whoever may not.' } }
  await writeFile(file, JSON.stringify({ overlay: '1.1.0', info: { title: 'T' }, actions: [{ target, update }] }))
  const { outcomes } = await judgeInProcess({ contract: await loadContract([file]) }, { operations: [withdrawal.id] })
  const verdicts = new Map(outcomes.map(({ check, verdict }) => [check, verdict]))
  expect(verdicts.get(`${withdrawal.id}.refusal.status`)).toBe('passed')
})

it.each([
  ['a right body', {}, true],
  ['an amount with a plus', { amount: '+1.5' }, false],
  ['an asset in lower case', { token: 'usdt' }, false],
  ['a field that is not listed', { other: '1' }, false],
  ['a field of another type', { amount: 1.5 }, false],
])('%s has inputs that are taken: %s', (_, changed, isTaken) => {
  if (!withdrawal) throw new Error('no withdrawal')
  const body = Buffer.from(JSON.stringify({ ...(withdrawal.body?.example as object), ...changed }))
  const sent = { method: withdrawal.method, url: `http://127.0.0.1${withdrawal.path}`, headers: [], body }
  expect(hasTakenInputs(withdrawal, sent)).toBe(isTaken)
  expect(hasTakenInputs(withdrawal, { ...sent, url: `${sent.url}?a=b` })).toBe(false)
})
