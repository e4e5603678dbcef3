import { expect, it } from 'vitest'
import { contract } from '../../../contracts/generated/contract.ts'
import chain from '../../../contracts/generated/pacts/assay-chain.json' with { type: 'json' }
import coin from '../../../contracts/generated/pacts/assay-coin.json' with { type: 'json' }
import { checkPacts } from '../pact-check.ts'
import { parsePact } from '../reading/file.ts'

const byType = { matchers: [{ match: 'eachValue', rules: [{ match: 'type' }] }] }
const regex = (text: string) => ({ matchers: [{ match: 'regex', regex: text }] })

it.each([
  ['refuses what the document shows', coin, { '$.data[*].currency.locale_name': regex('[ -~]+') }, '/data/0/currency/locale_name'],
  [
    'stands beside eachValue',
    chain,
    { '$.transactions.data': byType, '$.transactions.data[*].network': regex('BSC_.*') },
    '/transactions/data/0/network',
  ],
])('a rule that %s fails', async (_, { interactions, ...pact }, body, at) => {
  const [first] = structuredClone(interactions)
  Object.assign(first?.response.matchingRules.body ?? {}, body)
  const { pacts } = await checkPacts(contract, [parsePact(JSON.stringify({ ...pact, interactions: [first] }), 'a.json')])
  const findings = pacts.flatMap((each) => each.interactions.flatMap((one) => one.findings))
  expect(findings).toContainEqual(expect.objectContaining({ level: 'MUST', at: `response body ${at}` }))
})
