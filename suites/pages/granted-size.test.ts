import { expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import type { Behaviour } from '../../provider/behaviour.ts'
import type { Hooks, Mutant } from '../../provider/mutant.ts'
import { isObject } from '../../text/json/pointer.ts'
import { judgeInProcess } from '../in-process.fixture.ts'
import { mutants } from '../mutants.ts'

const paged = contract.operations.filter(({ pagination }) => pagination)
const [{ id = '' } = {}] = paged
const known = new Map(mutants(contract).map((mutant) => [mutant.name, mutant]))

async function failedOf(mutant: Mutant, behaviour: Behaviour = {}): Promise<string[]> {
  const provided = { contract, mutant: { ...mutant, behaviour } }
  const { outcomes } = await judgeInProcess(provided, { operations: [id], selection: { observe: ['none'] } })
  return outcomes.filter(({ verdict }) => verdict === 'failed').map(({ check }) => check)
}

function spoiled(hooks: () => Hooks): Mutant {
  return { name: 'spoiled', title: '', level: 'MUST', operation: id, caughtBy: [], hooks }
}

it.each(['credential.cut-short', 'pages.total-one-more', 'pages.filter-by-prefix'])(
  'a provider that grants small pages only is held to the rest: %s',
  async (name) => {
    const mutant = known.get(`${id}.${name}`) ?? spoiled(() => ({}))
    const found = await failedOf(mutant)
    expect(found).toHaveLength(1)
    expect(await failedOf(mutant, { largestPage: 2, overLargestPage: 'refused' })).toEqual(found)
  },
)

it.each([12, 24, 16, 40])('one that takes pages of %i records alone is judged by these', async (size) => {
  const { outcomes } = await judgeInProcess(
    { contract, behaviour: { pageSizes: [size], otherPageSizes: 'refused' } },
    { operations: [id], selection: { observe: ['none'] } },
  )
  expect(outcomes.filter(({ verdict }) => verdict === 'failed' || verdict === 'inconclusive')).toEqual([])
})

it('one that refuses pages now and then is held to that', async () => {
  const often = spoiled(() => {
    let asked = 0
    return {
      reply: (reply, _request, refusal) => {
        if (!refusal) asked += 1
        return refusal || asked % 3 !== 1 ? reply : { ...reply, status: 422, body: Buffer.from('{"message":"invalid"}') }
      },
    }
  })
  expect(await failedOf(often)).toContain(`${id}.accepted`)
})

it('one whose records are others in pages of another size does not pass for one of which many are settled meanwhile', async () => {
  const other = (record: unknown) => (isObject(record) ? { ...record, fee: 7, amount: 7 } : record)
  const odd = spoiled(() => ({ page: (page) => (page.size === 10 ? page : { ...page, records: page.records.map(other) }) }))
  expect(await failedOf(odd)).toEqual([`${id}.pages.distinct`])
})
