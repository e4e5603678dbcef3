import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { catalogueOf } from '../../suites/index.ts'
import { plan } from '../../suites/run.ts'
import { journalFile } from '../client/withdrawals/journal.ts'
import { signed } from '../evidence/evidence.fixture.ts'
import type { Exchange, ReceivedResponse, SentRequest } from '../exchange.ts'
import { spendingLimit } from '../plan.ts'
import { exitCode, type Run } from '../run.ts'
import { here, judged, type Spoil } from './withdrawals.fixture.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-withdrawals-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let id = 0
const registered = (): ReceivedResponse => {
  id += 1
  return {
    status: 200,
    headers: [['content-type', 'application/json']],
    body: Buffer.from(`{"message":"registered","data":{"withdrawId":${id}}}`),
    truncated: false,
  }
}
const status = (code: number): ReceivedResponse => ({ status: code, headers: [], body: Buffer.alloc(0), truncated: false })
const asIs: Spoil = (right) => right
const bodyOf = ({ body }: SentRequest) => body?.toString('utf8') ?? ''
const membersOf = (request: SentRequest) => JSON.parse(bodyOf(request)) as Record<string, string>

/** The withdrawals that went out and should be refused. */
async function wrongIn({ exchanges }: Run): Promise<Exchange[]> {
  const { checks } = await catalogueOf(contract)
  const probes = new Map(checks.flatMap(({ probe }) => (probe.phase === 'judging' ? [[probe.id, probe] as const] : [])))
  return exchanges.filter(
    ({ operation, probe, role, response, failure }) =>
      operation === signed.id && (response || failure?.kind === 'reset') && probes.get(probe)?.isRight(role) === false,
  )
}

describe('away from this machine', () => {
  it('a conforming target is judged, every withdrawal is the configured one at most, and no two are the same', async () => {
    const { finished, sent } = await judged(asIs)
    expect(
      finished.outcomes.filter(({ verdict, level }) => verdict === 'failed' || (verdict === 'inconclusive' && level === 'MUST')),
    ).toEqual([])
    const { walletAddress, withdrawToken, withdrawChain, withdrawAmount } = finished.target.settings
    for (const request of sent) {
      const { walletAddress: wallet, token, chain, amount } = membersOf(request)
      expect({ wallet, token, chain }).toEqual({ wallet: walletAddress, token: withdrawToken, chain: withdrawChain })
      expect(Number(amount)).toBeLessThanOrEqual(Number(withdrawAmount))
    }
    expect(sent.slice(0, 2).map((request) => membersOf(request)['amount'])).toEqual([withdrawAmount, withdrawAmount])
    expect(new Set(sent.map((request) => membersOf(request)['amount'])).size).toBeGreaterThan(10)
    expect(finished.unknownFate).toEqual([])
  })

  it('a target that verifies nothing has three withdrawals too many, and no more, and the run says why', async () => {
    const { finished, sent } = await judged(registered)
    const planned = await plan(contract, finished.target, { observe: ['withdrawals', 'future'] })
    const limit = spendingLimit(contract, finished.target, planned)
    expect(limit).toEqual({ most: planned.cost.registers + 3, unexpected: 3 })
    expect(await wrongIn(finished)).toHaveLength(3)
    expect(sent.length).toBeLessThanOrEqual(limit?.most ?? 0)
    expect(finished.notes.join()).toMatch(
      /No more withdrawals were sent: it verifies no signature\. It registered 3 withdrawals that it should have refused, and the fuse \(--max-withdrawals\) allows no more\./,
    )
    expect(exitCode(finished)).toBe(1)
    const unsent = finished.outcomes.flatMap(({ reason, verdict }) => (reason?.includes('it verifies no signature') ? verdict : []))
    expect(unsent.length).toBeGreaterThan(50)
    expect(new Set(unsent)).toEqual(new Set(['inconclusive']))
  })

  it('no more wrong ones are under way at once than may be accepted', async () => {
    const { finished } = await judged(asIs)
    const wrong = Map.groupBy(await wrongIn(finished), ({ startedAt }) => startedAt)
    expect(Math.max(...[...wrong.values()].map(({ length }) => length))).toBe(3)
  })

  it('a gateway that registers and answers 503 is never sent the same again, and what it may have registered counts', async () => {
    const { finished, sent } = await judged(() => status(503), { maxWithdrawals: 5 })
    expect(sent.length).toBe(3)
    expect(new Set(sent.map(bodyOf)).size).toBe(3)
    expect(finished.unknownFate).toHaveLength(3)
    expect(finished.notes.join()).toMatch(/nobody knows what became of 3 withdrawals, and none was accepted/)
    expect(finished.unknownFate?.[0]).toMatchObject({ exchange: `${signed.id}.signature/opening`, withdrawal: { amount: '1.5' } })
    expect(exitCode(finished)).not.toBe(0)
  })

  it.each([
    { answered: 405, lost: false },
    { answered: 200, lost: true },
  ])('501 in the place of $answered leaves withdrawals to look for: $lost', async ({ answered, lost }) => {
    const { finished, sent } = await judged((right) => (right.status === answered ? status(501) : right))
    const unimplemented = finished.exchanges.filter(({ operation, response }) => operation === signed.id && response?.status === 501)
    expect(unimplemented.length).toBeGreaterThan(1)
    expect(sent.length).toBeGreaterThanOrEqual(unimplemented.length)
    expect(finished.unknownFate).toHaveLength(lost ? unimplemented.length : 0)
  })

  it('a right withdrawal that is redirected may be registered', async () => {
    const { finished, sent } = await judged((right) =>
      right.status === 200 ? { ...status(303), headers: [['location', '/done']] } : right,
    )
    expect(finished.unknownFate).toHaveLength(sent.length - 1) // the one that opens the run is wrong, and was refused
    expect(sent).toHaveLength(2)
  })

  it.each([
    { location: '/done', most: 5 },
    { location: '/login?next=withdrawals', most: 0 },
    { location: `${signed.path}/`, most: 0 },
  ])('a wrong withdrawal that is redirected to $location counts as one that may be registered: $most', async ({ location, most }) => {
    const redirect = { ...status(308), headers: [['location', location]] as const }
    const { finished, sent } = await judged((right) => (right.status === 200 ? right : redirect), { maxWithdrawals: 5 })
    const { unknownFate = [], registered } = finished
    expect(unknownFate.length + (most === 0 ? 0 : registered.length)).toBe(most)
    expect(sent.length).toBeGreaterThanOrEqual(most)
  })

  it('a right withdrawal that is to be sent by https is not registered', async () => {
    const bases = Object.fromEntries(contract.bases.map((base) => [base, 'http://pay.example']))
    const { finished } = await judged(() => ({ ...status(301), headers: [['location', `https://pay.example${signed.path}`]] }), { bases })
    expect(finished.unknownFate).toEqual([])
  })

  it('a withdrawal that was registered without its own id is listed, to be looked for', async () => {
    const counts = { without: 0, same: 0, own: 0 }
    const { finished } = await judged((right) => {
      if (right.status !== 200) return right
      const kind = counts.without === counts.own ? (counts.same < counts.own ? 'same' : 'without') : 'own'
      counts[kind] += 1
      const data = { without: '{}', same: '{"withdrawId":7}' }
      return kind === 'own' ? right : { ...right, body: Buffer.from(`{"message":"registered","data":${data[kind]}}`) }
    })
    expect(counts.same).toBeGreaterThan(1)
    expect(finished.unknownFate).toHaveLength(counts.without + counts.same - 1)
    expect(new Set(finished.registered).size).toBe(counts.own + 1)
  })

  it('only 429 says that a withdrawal was not taken', async () => {
    const { finished } = await judged((right, number) => (number === 1 ? status(429) : right))
    expect(finished.unknownFate).toEqual([])
  })

  it.each([429, 503])('a withdrawal that is registered and answered %i is not sent again', async (code) => {
    const ids: string[] = []
    const { finished } = await judged((right) => {
      if (right.status !== 200) return right
      ids.push(/\d+/.exec(right.body.toString('utf8'))?.[0] ?? '')
      return { ...right, status: code }
    })
    expect(finished.registered.toSorted()).toEqual(ids.toSorted())
  })

  it('right withdrawals that are all told 429 are no more than were announced', async () => {
    const { finished, sent } = await judged((right) => (right.status === 200 ? status(429) : right), { maxWithdrawals: 5 })
    expect(sent).toHaveLength(6) // one that nothing right came before
    expect(finished.notes.join()).toMatch(/told 5 times to come later, and none was accepted/)
  })

  it('after the right withdrawal was refused no further one is sent', async () => {
    const { finished, sent } = await judged(() => status(401))
    expect(sent).toHaveLength(2) // one that nothing right came before, and the right one
    expect(finished.notes.join()).toMatch(/the right withdrawal was refused/)
  })

  it('nothing is sent that no journal keeps, and of what is not sent the first alone is told', async () => {
    const { finished, sent, told } = await judged(asIs, { folder: '/dev/null/nowhere' })
    expect(sent).toEqual([])
    expect(told.map((text) => /"event":"(\w+)"/.exec(text)?.[1])).toEqual([undefined, 'sending', 'unsent'])
    expect(finished.outcomes.map(({ reason }) => reason).join()).toMatch(/withdrawals\.jsonl could not be written/)
    expect(exitCode(finished)).toBe(3)
  })

  it('--max-withdrawals holds here as well', async () => {
    const { sent } = await judged(registered, { bases: here, maxWithdrawals: 7 })
    expect(sent.length).toBeLessThanOrEqual(7)
  })
})

describe('on this machine', () => {
  it.each([503, 502, 504, 500])('no withdrawal is sent twice after %i, and each is listed', async (code) => {
    const { finished, sent } = await judged((right, number) => (number % 9 === 0 ? status(code) : right), { bases: here })
    const texts = sent.map((request) => `${bodyOf(request)}${JSON.stringify(request.headers)}`)
    expect(new Set(texts).size).toBe(texts.length)
    expect(finished.unknownFate?.length).toBe(Math.floor(sent.length / 9))
  })

  it('a replay of unknown fate is not sent once more, though another withdrawal would be', async () => {
    const times = new Map<string | undefined, number>()
    const again: Spoil = (right, _number, { headers }) => {
      if (right.status !== 200) return right
      const signature = new Map(headers).get(signed.authentication.signature.header)
      times.set(signature, (times.get(signature) ?? 0) + 1)
      return times.get(signature) === 2 ? status(503) : right
    }
    const { finished } = await judged(again, { bases: here, observe: [] })
    expect(finished.unknownFate).toMatchObject([{ exchange: `${signed.id}.behaviour/replay` }])
    expect(Math.max(...times.values())).toBe(2)
  })
})

describe('the journal', () => {
  it('has a line for every withdrawal before it goes out, and one for what became of it', async () => {
    const { finished, sent } = await judged((right, number) => (number % 10 === 0 ? 'break' : right), { folder, bases: here })
    const lines = readFileSync(join(folder, journalFile), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    const of = (event: string) => lines.filter((line) => line['event'] === event)
    expect(of('sending')).toHaveLength(sent.length)
    expect(new Set(of('registered').map((line) => line['id']))).toEqual(new Set(finished.registered))
    expect(of('unknown')).toHaveLength(finished.unknownFate?.length ?? 0)
    expect(lines.filter((line) => line['event'] !== 'sending')).toHaveLength(sent.length)
    expect(of('sending')[0]).toMatchObject({ run: 'r', number: 0, withdrawal: membersOf(sent[0] as SentRequest) })
  })
})

it('keeps no more of an id than helps to find the withdrawal', async () => {
  const long = 'x'.repeat(100_000)
  const body = Buffer.from(JSON.stringify({ message: 'registered', data: { withdrawId: long } }))
  const { finished } = await judged((right) => ({ ...right, body }), { bases: here, maxWithdrawals: 2 })
  expect(new Set(finished.registered.map((each) => each.length))).toEqual(new Set([200]))
})
