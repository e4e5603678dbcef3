import { expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { pacts } from '../../contracts/pacts/pacts.ts'
import { compared } from './fixtures/comparison.fixture.ts'
import { type Draft, pactFile, rightDrafts } from './fixtures/consumer.fixture.ts'
import { placesOf, withValue } from './fixtures/places.fixture.ts'
import { checkPacts } from './pact-check.ts'
import { parsePact } from './reading/file.ts'

it('passes our own pacts, of which the comparator finds nothing wrong either', async () => {
  for (const pact of pacts(contract).values()) {
    const own = parsePact(JSON.stringify(pact), 'own.json')
    expect([...(await compared(contract, own.interactions)).values()]).toEqual([])
    const { pacts: checked } = await checkPacts(contract, [own])
    expect(checked.flatMap(({ interactions }) => interactions.map(({ verdict }) => verdict))).toEqual(pact.interactions.map(() => 'passed'))
  }
})

it('fails whatever the comparator finds wrong: values of other types, headers that are missing, wrong or twice', async () => {
  const odd = [null, 1.5, '', 'x', [], {}]
  const changed = (where: keyof ReturnType<typeof rightDrafts>, change: Partial<Draft>) => [{ ...rightDrafts('exact')[where], ...change }]
  const all = Object.values(rightDrafts('exact')).flatMap((draft, index) => {
    const where = Object.keys(rightDrafts('exact'))[index] as keyof ReturnType<typeof rightDrafts>
    const bodies = (['body', 'answer'] as const).flatMap((part) =>
      placesOf(draft[part]).flatMap((place) => odd.map((other) => changed(where, { [part]: withValue(draft[part], place, other) }))),
    )
    const headers = Object.keys(draft.headers).flatMap((name) => [
      changed(where, { headers: Object.fromEntries(Object.entries(draft.headers).filter(([other]) => other !== name)) }),
      changed(where, { headers: { ...draft.headers, [name]: 'x' } }),
      changed(where, { headers: { ...draft.headers, [name.toUpperCase()]: 'x' } }),
    ])
    return [...bodies, ...headers]
  })
  const files = all.map((drafts) => parsePact(pactFile(drafts, 3), 'consumer.json'))
  const report = await checkPacts(contract, files, { reliances: async () => new Map() })
  let wrong = 0
  for (const [index, { interactions }] of files.entries()) {
    const [found] = report.pacts[index]?.interactions ?? []
    const theirs = [...(await compared(contract, interactions)).values()].flat()
    wrong += theirs.length
    if (theirs.length > 0) expect([found?.verdict, theirs]).toEqual(['failed', theirs])
  }
  expect(wrong).toBeGreaterThan(100)
})
