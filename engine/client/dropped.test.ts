import { expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { startProvider } from '../../provider/server.ts'
import { run } from '../../suites/run.ts'
import { createSeed } from '../seed.ts'
import type { Target } from '../target.ts'
import { createTransport, type Transport } from './transport/transport.ts'

const seed = createSeed('dropped')

/** A connection that breaks at every twentieth request, before it is sent. */
function dropping(target: Target): Transport & { readonly dropped: string[] } {
  const transport = createTransport(target, { concurrency: 8, timeout: 5000 })
  const dropped: string[] = []
  let count = 0
  return {
    dropped,
    send: (request, limits) => {
      count += 1
      if (count % 20 !== 0) return transport.send(request, limits)
      dropped.push(request.url)
      return Promise.resolve({ failure: { kind: 'reset', message: 'the connection broke' } })
    },
    close: () => transport.close(),
  }
}

it('dropped connections change no verdict of an unsigned operation, and the report says what was repeated', async () => {
  const provider = await startProvider({ contract })
  try {
    const { bases, settings } = provider
    const operations = contract.operations.filter(({ authentication }) => authentication.kind !== 'signed').map(({ id }) => id)
    const target = { name: 'it', bases, settings, operations, allowWithdrawals: false }
    const transport = dropping(target)
    const whole = await run({ contract, target, seed })
    const broken = await run({ contract, target, transport, seed, sparesNothing: true })
    const verdicts = ({ outcomes }: typeof whole) => outcomes.map(({ check, verdict }) => `${check}: ${verdict}`)
    expect(transport.dropped.length).toBeGreaterThanOrEqual(4)
    expect(verdicts(broken)).toEqual(verdicts(whole))
    // What is aside has one other try, which may break as well.
    const failed = broken.exchanges.filter(({ failure }) => failure)
    expect(broken.exchanges.reduce((sum, { repeats }) => sum + repeats, failed.length)).toBe(transport.dropped.length)
    expect(failed.filter(({ repeats }) => repeats === 0)).toEqual([])
  } finally {
    await provider.close()
  }
})

it('a withdrawal is never sent again after its connection broke: another takes its place, and its fate is said to be unknown', async () => {
  const provider = await startProvider({ contract })
  try {
    const { bases, settings } = provider
    const operations = contract.operations.filter(({ movesMoney }) => movesMoney).map(({ id }) => id)
    const target = { name: 'it', bases, settings, operations, allowWithdrawals: false }
    const transport = dropping(target)
    const { outcomes, unknownFate = [], exchanges } = await run({ contract, target, transport, seed })
    expect(transport.dropped.length).toBeGreaterThanOrEqual(4)
    expect(unknownFate).toHaveLength(transport.dropped.length)
    const told = unknownFate.map(({ withdrawal }) => JSON.stringify(withdrawal)).filter((withdrawal) => withdrawal !== '{}') // a body that is no JSON
    expect(new Set(told).size).toBe(told.length)
    // What is aside has one other try, which may break as well; a replay is the same withdrawal, so no other can take its place.
    expect(exchanges.filter(({ role, failure, repeats }) => failure && repeats === 0 && role !== 'replay')).toEqual([])
    expect(outcomes.filter(({ verdict }) => verdict === 'failed' || verdict === 'inconclusive')).toEqual([])
  } finally {
    await provider.close()
  }
})
