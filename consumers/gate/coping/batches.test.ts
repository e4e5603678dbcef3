import { describe, expect, it } from 'vitest'
import { contract } from '../../../contracts/generated/contract.ts'
import { type Ended, isWell } from '../command.ts'
import type { GateOptions } from '../gate.ts'
import { runAttempt, traced } from './attempt.ts'
import { createBatches } from './batches.ts'
import { type Group, trialsOf } from './coping.ts'
import { areApart, changedMembers, isSumOf } from './effects.ts'
import { cope } from './trials.ts'

const operations = ['getCoinInformation', 'inquirePayments']

interface Environment {
  readonly ASSAY_COIN_URL?: string
  readonly ASSAY_CHAIN_URL?: string
  readonly ASSAY_ACCESS_TOKEN?: string
  readonly ASSAY_API_TOKEN?: string
  readonly ASSAY_TERMINAL_ID?: string
}

/** Looks at the ranks of coins first, then at the fees of payments. */
async function look(environment: Environment): Promise<number> {
  const { ASSAY_COIN_URL: coin, ASSAY_CHAIN_URL: chain, ASSAY_TERMINAL_ID: terminalId } = environment
  const address = `${coin}/api/exchange/source_currency_info?source=1`
  const coins = await read(address, { headers: { authorization: `Bearer ${environment.ASSAY_ACCESS_TOKEN}` } })
  if (coins.data.some(({ rank }) => !Number.isInteger(rank))) return 1
  const headers = { authorization: `Token ${environment.ASSAY_API_TOKEN}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ terminalId, page: 1, perPage: 5 })
  const { transactions } = await read(`${chain}/pg/v1/inquiryPay`, { method: 'POST', headers, body })
  return transactions.data.some(({ fee }) => typeof fee !== 'number') ? 1 : 0
}

interface Answer {
  readonly data: readonly { readonly rank: unknown }[]
  readonly transactions: { readonly data: readonly { readonly fee: unknown }[] }
}

async function read(address: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(address, init)
  return (await response.json()) as Answer
}

const options: GateOptions = {
  contract,
  operations,
  words: ['look'],
  execute: async ({ environment }): Promise<Ended> => {
    const exitCode = await look(environment).catch(() => 1)
    return { exitCode, signal: null, reason: 'ended', left: 0, durationMs: 10, output: { bytes: Buffer.alloc(0), omitted: 0 } }
  },
}

describe('faults at once', async () => {
  const all = await trialsOf(contract, { variants: false, mutants: true }, operations)
  const group = (name: string): Group => {
    const trial = all.find((each) => each.name === name)
    if (!trial) throw new Error(`there is no mutant ${name}`)
    return [trial]
  }
  const [rank, price] = [group('getCoinInformation.drops.data[].rank'), group('getCoinInformation.drops.data[].price')]
  const [nullRank, nullPrice] = [group('getCoinInformation.as-null.data[].rank'), group('getCoinInformation.as-null.data[].price')]
  const dominance = group('getCoinInformation.drops.data[].dominance')
  const fee = group('inquirePayments.drops.transactions.data[].fee')
  const amount = group('inquirePayments.drops.transactions.data[].amount')
  const plain = await traced(options)
  const alone = async ([{ provider }]: Group) => runAttempt(options, provider, 20_000)

  it('take what is asked for later with them, once it is likely to survive', async () => {
    const batches = createBatches(options, plain)
    const waiting = [price, fee, amount]
    expect(batches.take(rank, waiting)).toEqual([])
    batches.learn(amount[0], await alone(amount))
    batches.learn(fee[0], await alone(fee))
    expect(batches.take(amount, waiting)).toEqual([])
    expect(batches.take(rank, waiting)).toEqual([amount])
    expect(waiting).toEqual([price, fee])
  })

  it('take what changes other members of the same answer to another value, where both are likely to survive', async () => {
    const batches = createBatches(options, plain)
    for (const each of [price, dominance]) batches.learn(each[0], await alone(each))
    expect(batches.take(nullPrice, [price, dominance])).toEqual([dominance])
    expect(batches.take(price, [dominance])).toEqual([])
    expect(batches.take(nullRank, [dominance])).toEqual([])
  })

  it('survive where the command ends well, and say nothing of one that was not met because of another', async () => {
    const batches = createBatches(options, plain)
    const told = async (groups: readonly Group[]) =>
      [...(await batches.run(groups, 20_000))].map(([{ name }, ended]) => [name, isWell(ended) ? 'survived' : 'noticed'])
    expect(await told([nullPrice, dominance, amount])).toEqual([nullPrice, dominance, amount].map(([{ name }]) => [name, 'survived']))
    expect(await told([rank, amount])).toEqual([[rank[0].name, 'noticed']])
  })

  it('say nothing at all where either may have been noticed, and go in halves from then on', async () => {
    const batches = createBatches(options, plain)
    batches.learn(amount[0], await alone(amount))
    expect(batches.take(price, [amount])).toEqual([amount])
    expect(await batches.run([price, fee], 20_000)).toEqual(new Map())
    expect(batches.take(price, [amount])).toEqual([])
  })

  it('come to the same as each alone', async () => {
    const { trials } = await cope(options, plain, { variants: false, mutants: true, jobs: 2, shard: { part: 1, of: 12 } })
    const run = trials.filter(({ verdict, alike }) => (verdict === 'noticed' || verdict === 'survived') && alike === undefined)
    expect(run.length).toBeGreaterThan(30)
    for (const { name, verdict } of run) {
      const { ended } = await alone(group(name))
      expect([name, isWell(ended) ? 'survived' : 'noticed']).toEqual([name, verdict])
    }
  })
})

describe('the members of a value', () => {
  const right = { a: [{ b: 1, 'c/d': 'x' }], e: null }
  const changed = (other: unknown) => new Map(changedMembers(right, other))

  it('that differ from the right ones are named by where they stand', () => {
    expect(changed({ ...right })).toEqual(new Map())
    expect(changed({ a: [{ b: 2 }], e: {} })).toEqual(
      new Map([
        ['/a/0/b', '2'],
        ['/a/0/c~1d', ''],
        ['/e', '{}'],
      ]),
    )
    expect(changed({ ...right, a: [] })).toEqual(new Map([['/a', '[]']]))
  })

  it('are apart where neither places nor values are the same, and add up to a whole that shows each', () => {
    const [one, other, both] = [
      { ...right, e: 5 },
      { ...right, a: [{ b: 1, 'c/d': 'y' }] },
      { a: [{ b: 1, 'c/d': 'y' }], e: 5 },
    ].map(changed)
    if (!one || !other || !both) throw new Error('three values')
    expect([areApart([one, other]), areApart([one, both]), areApart([one, new Map([['/f', '5']])])]).toEqual([true, false, false])
    expect([isSumOf(both, [one, other]), isSumOf(one, [one, other]), isSumOf(both, [one])]).toEqual([true, false, false])
  })
})
