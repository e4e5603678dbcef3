import { expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { pacts } from '../../contracts/pacts/pacts.ts'
import { compared } from './comparison.ts'
import { parsePact } from './reading/file.ts'

it('a header that no request could carry does not break the comparator off', async () => {
  const { interactions } = parsePact(JSON.stringify([...pacts(contract).values()][0]), 'own.json')
  const odd = interactions.map((each) => ({
    ...each,
    request: { ...each.request, headers: { ...each.request.headers, '\ud800': ['x'], 'x-line': ['a\nb'] } },
    response: { ...each.response, body: { ...each.response.body, contentType: '\ud800' } },
  }))
  expect([...(await compared(contract, odd)).values()]).toEqual([])
})
