import type { Operation } from '../../contracts/contract.ts'
import type { SentRequest } from '../../engine/exchange.ts'
import { ownSeed, type Seed } from '../../engine/seed.ts'
import { privateHeaders } from './forwarded-claims.ts'
import { oddInputs } from './odd-inputs.ts'
import { orPlain } from './refused-otherwise.ts'
import type { WrongRequest } from './wrong-request.ts'

/** How much longer a head is: just below and above the limits up to which gateways read one, the likeliest first. */
const headSizes = [9000, 5000, 3000, 1000, 7000, 1700, 300] as const
/** How much white space follows a body: more than the first buffer of a server, and more than a guard reads. */
const bodySize = 20_000
/** No header line is longer than servers accept. */
const longestLine = 4000

interface Circumstance {
  /** In words that finish "sent …, …". */
  readonly words: string
  readonly change: (request: SentRequest, seed: Seed) => SentRequest
  /** True if it may be refused for that, in any way. */
  readonly isOpen?: true
}

/**
 * Gives each circumstance to a wrong request that is otherwise ordinary, from the last of them on: a guard may only check small requests, or
 * strangers, and a gateway may only refuse large ones. If a target refuses one differently, the plain one follows.
 */
export function withCircumstances<Wrong extends WrongRequest>(
  operation: Operation,
  all: readonly Wrong[],
  isOrdinary: (wrong: Wrong) => boolean,
): Wrong[] {
  const circumstances = circumstancesOf(operation)
  const carriers = all.filter(isOrdinary).reverse()
  return all.map((wrong) => {
    const circumstance = circumstances[carriers.indexOf(wrong)]
    return circumstance ? orPlain(operation, wrong, changed(operation, wrong, circumstance)) : wrong
  })
}

function changed<Wrong extends WrongRequest>(operation: Operation, wrong: Wrong, { words, change, isOpen }: Circumstance): Wrong {
  return {
    ...wrong,
    ...(isOpen && { isOpen }),
    title: `${wrong.title}, ${words}`,
    build: (client, sent) => change(wrong.build(client, sent), ownSeed(operation, client)),
  }
}

/** If money moves, a large body is malformed anyway. */
function circumstancesOf(operation: Operation): Circumstance[] {
  const { body, movesMoney } = operation
  const heads = headSizes.map((size) => ({
    words: `in a head of more than ${size} characters`,
    change: (request: SentRequest, seed: Seed) => withLargeHead(request, size + seed.integer(`padding/${size}`, 0, size >> 3)),
  }))
  const inside = { words: 'as from a private network', change: fromPrivateNetwork }
  const chunks = body ? [{ words: 'with its body in chunks', change: inChunks }] : []
  const odd = oddInputs(operation).map(({ words, change }) => ({ words: `with ${words}`, change, isOpen: true as const }))
  const others = [...heads.slice(0, 2), inside, ...chunks, ...odd, ...heads.slice(2)]
  if (!body || movesMoney) return others
  return [{ words: `with white space of ${bodySize} characters behind its body`, change: withLargeBody }, ...others]
}

/** The headers in which gateways say where a request comes from. */
function fromPrivateNetwork(request: SentRequest): SentRequest {
  return { ...request, headers: [...request.headers, ...privateHeaders] }
}

/** Without a length, by which some guards tell that there is a body. */
function inChunks(request: SentRequest): SentRequest {
  return { ...request, headers: [...request.headers, ['transfer-encoding', 'chunked']] }
}

/** With a tracing header that every server ignores (W3C Baggage). */
function withLargeHead(request: SentRequest, size: number): SentRequest {
  const count = Math.ceil(size / longestLine)
  const lines = Array.from({ length: count }, (_, line) => ['baggage', `padding${line}=${'x'.repeat(Math.ceil(size / count))}`] as const)
  return { ...request, headers: [...request.headers, ...lines] }
}

/** JSON means the same with white space after it. */
function withLargeBody({ body = Buffer.alloc(0), ...request }: SentRequest): SentRequest {
  return { ...request, body: Buffer.concat([body, Buffer.alloc(bodySize, ' ')]) }
}
