import { expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { createSeed } from '../../engine/seed.ts'
import { unlistedForms } from './unlisted-forms.ts'

it('every form of a path of one step is an address of the same host', () => {
  const [operation] = contract.operations
  if (!operation) throw new Error('the document has no operation')
  const request = { method: 'GET', url: 'http://api.example/a?q=1', headers: [] }
  const forms = unlistedForms({ ...operation, path: '/a' })
  const urls = Array.from({ length: 40 }, (_, index) =>
    forms.flatMap(({ reform }) => reform?.(request, { contract, seed: createSeed(String(index)) }).url ?? []),
  ).flat()
  expect(urls.length).toBeGreaterThan(300)
  expect(urls.filter((url) => !URL.canParse(url) || new URL(url).host !== 'api.example')).toEqual([])
})
