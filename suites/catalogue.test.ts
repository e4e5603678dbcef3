import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { contract } from '../contracts/generated/contract.ts'
import { isPaged } from '../contracts/operation-kinds.ts'
import own from '../package.json' with { type: 'json' }
import { catalogueOf, createCatalogue } from './index.ts'
import { releasesWith, withChecks } from './release-notes.fixture.ts'

const { checks, observations } = await catalogueOf(contract)

it('every check judges a requirement that there is, and its id is its own', () => {
  const requirements = new Set(contract.requirements.map(({ id }) => id))
  expect(checks.filter(({ requirement }) => !requirements.has(requirement)).map(({ id }) => id)).toEqual([])
  expect(new Set(checks.map(({ id }) => id)).size).toBe(checks.length)
})

it('every observation is about an open point that there is, and its id is its own', () => {
  const points = new Set(contract.openPoints.map(({ id }) => id))
  expect(observations.filter(({ about }) => about !== undefined && !points.has(about)).map(({ id }) => id)).toEqual([])
  expect(new Set(observations.map(({ id }) => id)).size).toBe(observations.length)
})

it('every open point that a target can show has an observation', () => {
  const observed = new Set(observations.flatMap(({ about }) => about ?? []))
  const silent = contract.openPoints.filter(({ id, unobservable }) => unobservable === undefined && !observed.has(id))
  // Two points can be shown by one observation; it is listed under the first.
  expect(silent.filter(({ observedBy = [] }) => observedBy.length === 0).map(({ id }) => id)).toEqual([])
})

it('ids are stable: others name them in waivers, reports and pipelines', async () => {
  const ids = checks.map(({ id }) => id)
  await expect(`${ids.join('\n')}\n`).toMatchFileSnapshot('./catalogue.ids.txt')
  await expect(`${JSON.stringify(releasesWith(ids, own.version), null, 2)}\n`).toMatchFileSnapshot('./releases.json')
  const changelog = await readFile(new URL('../CHANGELOG.md', import.meta.url), 'utf8')
  await expect(withChecks(changelog, ids, own.version)).toMatchFileSnapshot('../CHANGELOG.md')
})

it('a quick run judges every requirement that a whole one judges by a wrong request', () => {
  const core = new Set(checks.filter(({ isExtended }) => !isExtended).map(({ requirement }) => requirement))
  expect(checks.filter(({ isExtended, requirement }) => isExtended && !core.has(requirement)).map(({ id }) => id)).toEqual([])
})

it('a list that costs money is not paged through', () => {
  const paying = contract.operations.filter(isPaged).map((operation) => ({ ...operation, movesMoney: true }))
  const listed = createCatalogue({ ...contract, operations: paying, callbacks: [] }).checks.map(({ id }) => id)
  expect(paying.length).toBeGreaterThan(0)
  expect(listed.length).toBeGreaterThan(0)
  expect(listed.filter((id) => id.includes('.pages.'))).toEqual([])
})
