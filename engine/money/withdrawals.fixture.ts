import { contract } from '../../contracts/generated/contract.ts'
import { defined } from '../../language/defined.ts'
import { createService } from '../../provider/service.ts'
import { run } from '../../suites/run.ts'
import { servedAt, virtualClock } from '../client/virtual.fixture.ts'
import { openJournal } from '../client/withdrawals/journal.ts'
import { signed } from '../evidence/evidence.fixture.ts'
import type { ReceivedResponse, SentRequest } from '../exchange.ts'
import type { Run } from '../run.ts'
import { createSeed } from '../seed.ts'
import type { Selection } from '../selection.ts'
import type { Target } from '../target.ts'

const elsewhere = Object.fromEntries(contract.bases.map((base) => [base, 'https://pay.example']))
/** The addresses of a target on this machine. */
export const here = Object.fromEntries(contract.bases.map((base) => [base, 'http://127.0.0.1:1']))

/** By what a withdrawal is known: its path is written in many ways, of another version too. */
const lastPart = signed.path.slice(signed.path.lastIndexOf('/')).toLowerCase()

/** What a target makes of a withdrawal, told what a right one would get. */
export type Spoil = (right: ReceivedResponse, number: number, request: SentRequest) => ReceivedResponse | 'break'

interface Judged {
  readonly finished: Run
  readonly sent: readonly SentRequest[]
  /** What the journal could not keep, as people are told it. */
  readonly told: readonly string[]
}

/** Judges a target whose answers to withdrawals are spoilt, on a virtual clock. */
export async function judged(
  spoil: Spoil,
  options: { bases?: Target['bases']; maxWithdrawals?: number; folder?: string; observe?: Selection['observe'] } = {},
): Promise<Judged> {
  const clock = virtualClock()
  const service = createService({ contract, clock: clock.now })
  const target: Target = {
    name: 'elsewhere',
    bases: options.bases ?? elsewhere,
    settings: service.state.settings,
    operations: contract.operations.flatMap(({ id, movesMoney }) => (movesMoney && id !== signed.id ? [] : [id])),
    allowWithdrawals: true,
  }
  const sent: SentRequest[] = []
  const transport = {
    send: async (request: SentRequest) => {
      const addressed = [request.url, ...request.headers.map(([, value]) => value)].map((text) =>
        text.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))).toLowerCase(),
      )
      const isWithdrawal = addressed.some((text) => text.includes(lastPart))
      if (isWithdrawal) sent.push(request)
      const number = sent.length
      await clock.sleep(20)
      const right = servedAt(service, clock.now(), request)
      const response = isWithdrawal ? spoil(right, number, request) : right
      return response === 'break' ? { failure: { kind: 'reset' as const, message: 'it broke' } } : { response }
    },
    close: async () => {},
  }
  const told: string[] = []
  const onProblem = (text: string) => void told.push(text)
  const journal =
    options.folder === undefined ? undefined : openJournal(options.folder, { run: 'r', durable: true, redact: String, onProblem })
  const selection: Selection = { observe: options.observe ?? (options.bases === here ? ['none'] : ['withdrawals', 'future']) }
  const seed = createSeed('withdrawals')
  const finished = await clock.until(
    run(defined({ contract, target, clock, transport, selection, seed, journal, maxWithdrawals: options.maxWithdrawals })),
  )
  journal?.[Symbol.dispose]()
  return { finished, sent, told }
}
