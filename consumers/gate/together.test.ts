import { describe, expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { isWell, traced } from './attempt.ts'
import { type Group, trialsOf } from './coping.ts'
import { createCompany } from './together.ts'

const operations = ['getCoinInformation', 'inquirePayments']

/** Looks at the ranks of coins first, then at the fees of payments, and at both only where it is told to. */
const program = `const { ASSAY_COIN_URL: coin, ASSAY_CHAIN_URL: chain, ASSAY_ACCESS_TOKEN: access, ASSAY_API_TOKEN: token } = process.env
  const coins = await (await fetch(coin + '/api/exchange/source_currency_info?source=1', { headers: { authorization: 'Bearer ' + access } })).json()
  if (coins.data.some(({ rank }) => !Number.isInteger(rank))) process.exit(1)
  const headers = { authorization: 'Token ' + token, 'content-type': 'application/json' }
  const body = JSON.stringify({ terminalId: process.env.ASSAY_TERMINAL_ID, page: 1, perPage: 5 })
  const { transactions } = await (await fetch(chain + '/pg/v1/inquiryPay', { method: 'POST', headers, body })).json()
  if (transactions.data.some(({ fee }) => typeof fee !== 'number')) process.exit(1)`

const options = {
  contract,
  operations,
  words: [process.execPath, '--input-type=module', '-e', program],
  environment: { PATH: process.env['PATH'] },
}

describe('faults of different operations at once', { timeout: 30_000 }, async () => {
  const all = await trialsOf(contract, { variants: false, mutants: true }, operations)
  const group = (name: string): Group => {
    const trial = all.find((each) => each.name === name)
    if (!trial) throw new Error(`there is no mutant ${name}`)
    return [trial]
  }
  const [rank, price] = [group('getCoinInformation.drops.data[].rank'), group('getCoinInformation.drops.data[].price')]
  const fee = group('inquirePayments.drops.transactions.data[].fee')
  const amount = group('inquirePayments.drops.transactions.data[].amount')
  const company = createCompany(options, await traced(options))
  const told = async (groups: readonly Group[]) =>
    [...(await company.run(groups, 20_000))].map(([{ name }, ended]) => [name, isWell(ended) ? 'survived' : 'noticed'])

  it('take what is asked for later with them, once it is likely to survive', () => {
    const waiting = [price, fee, amount]
    expect(company.take(rank, waiting)).toEqual([])
    company.learn(amount, 'survived')
    company.learn(fee, 'noticed')
    expect(company.take(amount, waiting)).toEqual([])
    expect(company.take(rank, waiting)).toEqual([amount])
    expect(waiting).toEqual([price, fee])
  })

  it('survive together where the command ends well', async () => {
    expect(await told([price, amount])).toEqual([
      [price[0].name, 'survived'],
      [amount[0].name, 'survived'],
    ])
  })

  it('say nothing of one that was not met because of the other', async () => {
    expect(await told([rank, amount])).toEqual([[rank[0].name, 'noticed']])
  })

  it('say nothing at all where either may have been noticed, and go alone from then on', async () => {
    expect(await told([price, fee])).toEqual([])
    expect(company.take(price, [amount])).toEqual([])
  })
})
