import { saysLater } from '../../../contracts/statuses.ts'
import { getOrInsert } from '../../../language/get-or-insert.ts'
import type { Exchange } from '../../exchange.ts'
import { agentOf, ownAgent } from '../user-agents.ts'

type Answered = Pick<Exchange, 'request' | 'response' | 'startedAt'>

/** How often clients have to be told "later", and how many of the others answered after the first time, until it is for their name. */
const leastLater = 3
const leastAnswered = 10
/** How often a client has to be answered until requests take its name. */
const leastTaken = 3

/**
 * Tells a gateway that says "later" to clients whose names it does not like, as some do to robots, from a limit: it says so to them always, and
 * to nobody else ever.
 */
export class TurnedClients {
  readonly #known = new Map<string, { later: number; answered: number }>()
  #since = Number.POSITIVE_INFINITY
  #answeredSince = 0
  #names: readonly string[] | undefined

  /** The names that requests may use once some are known to be turned away; not where Assay's own alone is let through, which proves nothing. */
  get names(): readonly string[] | undefined {
    return this.#names
  }

  /** True where this shows of a client, its own or another, that it is turned away. */
  note(exchange: Answered): boolean {
    const { request, response, startedAt } = exchange
    if (!response) return false
    const before = this.#turned().length
    const told = getOrInsert(this.#known, agentOf(request), () => ({ later: 0, answered: 0 }))
    if (saysLater(response.status)) {
      told.later += 1
      this.#since = Math.min(this.#since, startedAt)
    } else {
      told.answered += 1
      if (startedAt > this.#since) this.#answeredSince += 1
    }
    if (this.isTurned(exchange)) this.#names ??= this.#taken()
    return this.#turned().length > before
  }

  isTurned({ request }: Pick<Exchange, 'request'>): boolean {
    return this.#turned().includes(agentOf(request))
  }

  #turned(): readonly string[] {
    const isShown = this.#answeredSince >= leastAnswered && this.#known.values().every(({ later, answered }) => later * answered === 0)
    return isShown ? [...this.#known].flatMap(([name, { later }]) => (later >= leastLater ? [name] : [])) : []
  }

  /** True for a request that goes out under another name when it is sent again. */
  isRenamed(exchange: Answered): boolean {
    const isSaid = saysLater(exchange.response?.status) && agentOf(exchange.request) !== ''
    return isSaid && this.#names !== undefined && this.isTurned(exchange)
  }

  #taken(): readonly string[] | undefined {
    const taken = [...this.#known].flatMap(([name, { answered }]) => (answered >= leastTaken && name !== '' ? [name] : []))
    return taken.some((name) => name !== ownAgent) ? taken : undefined
  }
}
