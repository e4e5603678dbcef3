import type { Contract } from '../../contracts/contract.ts'
import { type Exchange, headerValue } from '../../engine/exchange.ts'
import { createSeed } from '../../engine/seed.ts'
import { run } from '../../suites/run.ts'
import type { CertifiedSettings } from '../certified-settings.ts'
import type { KeptEvidence } from '../kept-evidence.ts'
import { differenceOf, type Tape } from './recording.ts'
import { type Replayed, replay } from './replaying.ts'

/** Lets the run of a certificate happen again over its evidence: nothing is sent. */
export async function rerun(contract: Contract, settings: CertifiedSettings, evidence: KeptEvidence): Promise<Replayed> {
  const replayed = await rerunTape(contract, settings, evidence.tape)
  if (replayed.departure !== undefined) return replayed
  const departure =
    misplaced(evidence, replayed.run.exchanges) ??
    mistimed(evidence, replayed.run.finishedAt) ??
    (evidence.spare ? 'A body is kept that belongs to no request and no answer.' : undefined)
  return departure === undefined ? replayed : { ...replayed, departure }
}

export function rerunTape(
  contract: Contract,
  { target, seed, limits }: Pick<CertifiedSettings, 'target' | 'seed' | 'limits'>,
  tape: Tape,
): Promise<Replayed> {
  return replay(tape, (given) => run({ contract, target, seed: createSeed(seed), ...limits, ...given }))
}

/** Which exchange is kept in another place, under another name or at another time than the suite has it. */
function misplaced(evidence: KeptEvidence, exchanges: readonly Exchange[]): string | undefined {
  const index = exchanges.findIndex((exchange, at) => {
    const kept = evidence.exchanges[at]
    return !kept || nameOf(exchange) !== nameOf(kept) || !isSame(exchange, kept)
  })
  if (index !== -1) return `The exchange ${exchanges[index]?.id} is kept under another name, place or time.`
  const extra = evidence.exchanges[exchanges.length]
  return extra && `The exchange ${extra.id} is there, and the suite has none of that name.`
}

/** True if both have the same request and the answer that the tape gave to it. */
function isSame({ request, response }: Exchange, kept: Exchange): boolean {
  const isAnswer = response?.status === kept.response?.status && response?.headers === kept.response?.headers
  return isAnswer && differenceOf(request, kept.request) === undefined
}

function nameOf({ id, probe, role, operation, startedAt, repeats, lost = 0 }: Exchange): string {
  return [id, probe, role, operation, startedAt, repeats, lost].join('\n')
}

/** How far the clock of a target may be from the run's, in milliseconds. */
const mostApart = 10 * 60_000

function mistimed({ tape, finishedAt }: KeptEvidence, finished: number): string | undefined {
  if (finishedAt !== finished) return 'The run is said to have ended at another time than its last answer.'
  for (const { kind, index, at } of tape.happenings) {
    const headers = kind === 'answered' ? (tape.attempts[index]?.answer?.response?.headers ?? []) : []
    const date = Date.parse(headerValue(headers, 'date') ?? '')
    if (Math.abs(date - at) > mostApart)
      return `The answer to request ${index + 1} says that it was made at ${new Date(date).toISOString()}; it is kept as of ${new Date(at).toISOString()}.`
  }
  return undefined
}
