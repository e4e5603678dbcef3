import type { Operation } from '../../contracts/contract.ts'
import type { Client } from '../client/client.ts'
import { controlProbe } from '../client/draft.ts'
import { classify } from '../evidence/classification.ts'
import { rightExchanges, wrongAmong } from '../evidence/right-exchanges.ts'
import { chronological, type Exchange, wasTried } from '../exchange.ts'
import type { Plan } from '../plan.ts'
import { ordinaryRequest } from '../probes/request.ts'

/** How long to leave the target alone before each try, in milliseconds: wrong settings are the usual reason, and people wait for it. */
const pauses = [300, 1500] as const

/** An operation that is denied: its first right request that was, and the wrong ones that may have caused it. */
export interface Denied {
  readonly operation: Operation
  readonly refused: Exchange
  readonly wrong: readonly { readonly operation: Operation; readonly exchange: Exchange }[]
}

/**
 * The operations that broke off every right request, or refused it as they refuse wrong ones. The wrong requests that open a run may have locked
 * them, which only a right one that comes alone can show. None of them moves money, nor do the wrong requests.
 */
export function deniedOperations({ probes }: Pick<Plan, 'probes'>, exchanges: readonly Exchange[]): readonly Denied[] {
  const operations = new Map(probes.map(({ probe: { id, operation } }) => [id, operation]))
  const right = rightExchanges(probes, exchanges).filter(({ isUnusual, operation }) => !isUnusual && !operation.movesMoney)
  const others = wrongAmong(exchanges, right)
  const statuses = ({ id }: Operation) => new Set(others.flatMap((each) => (each.operation === id ? (each.response?.status ?? []) : [])))
  const sent = right.filter(({ exchange }) => wasTried(exchange))
  return [...Map.groupBy(sent, ({ operation }) => operation)].flatMap(([operation, own]) => {
    const wrong = statuses(operation)
    const isDenied = ({ exchange: { response, failure }, isAccepted }: (typeof own)[number]) =>
      !isAccepted && (response ? wrong.has(response.status) : failure?.kind === 'reset')
    const [refused] = chronological(own.map(({ exchange }) => exchange))
    if (!refused || !own.every(isDenied)) return []
    const mayLock = (each: Exchange) => wasTried(each) && (each.operation === operation.id || each.startedAt <= refused.startedAt)
    const locking = others.filter(mayLock).flatMap((exchange) => {
      const asked = operations.get(exchange.probe)
      return asked && !asked.movesMoney ? [{ operation: asked, exchange }] : []
    })
    return [{ operation, refused, wrong: locking }]
  })
}

/**
 * True if an operation accepts a right request that comes alone, and turns it away again once the wrong ones were sent that came before: no
 * settings are wrong, and the run was turned away for what it sent. Resolves when it accepts one again, or is not to be waited for.
 */
export async function isTurnedAwayForOthers(client: Client, denied: readonly Denied[]): Promise<boolean> {
  const open = await acceptedAlone(client, denied)
  if (!open) return false
  const again = open.wrong.map(({ operation, exchange: { probe, role, request } }) =>
    client.send({ probe, role, operation, build: () => request, place: 'aside' }),
  )
  const beside = await Promise.all([...again, ask(client, open)])
  const isAccepted = [beside.at(-1), await ask(client, open)].every((each) => each && classify(open.operation, each) === 'accepted')
  if (!isAccepted) await acceptedAlone(client, denied)
  return !isAccepted
}

/** The first operation that accepts a right request that comes alone, after a while. */
async function acceptedAlone(client: Client, denied: readonly Denied[]): Promise<Denied | undefined> {
  for (const pause of denied.length === 0 ? [] : pauses) {
    await client.pause(pause)
    for (const one of denied) if (classify(one.operation, await ask(client, one)) === 'accepted') return one
  }
  return undefined
}

/** As the client that was refused: a target may lock out each by itself. */
function ask(client: Client, { operation, refused }: Denied): Promise<Exchange> {
  const build = () => ordinaryRequest(operation, client)
  return client.send({ probe: controlProbe, role: 'alone', operation, build, place: 'aside', client: refused.id })
}
