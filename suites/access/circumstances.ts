import type { Operation } from '../../contracts/contract.ts'
import { unusualObject } from '../../contracts/escapes.ts'
import { isPaged, isSigned } from '../../contracts/operation-kinds.ts'
import { bodyMembers, type SentRequest, withHeaders } from '../../engine/exchange.ts'
import { ownSeed, type Seed } from '../../engine/seed.ts'
import type { Received } from '../../provider/received.ts'
import { pageInputs, usualSizes } from '../pages/choice.ts'
import { namesOfAlgorithm } from '../signatures/headers/claims.ts'
import { withSpaceBehind } from './edited-request.ts'
import { exemptedClients, privateHeaders } from './forwarded-claims.ts'
import { type OddInputs, oddInputs } from './odd-inputs.ts'
import { orPlain } from './refused-otherwise.ts'
import type { WrongRequest } from './wrong-request.ts'

/** How much longer a head is, just below and above the limits up to which gateways read one, and as which client; the likeliest first. */
const longHeads: readonly { readonly size: number; readonly agent?: keyof typeof exemptedClients }[] = [
  { size: 9000 },
  { size: 3000, agent: 'PostmanRuntime/7.43.0' },
  { size: 1000, agent: 'curl/8.5.0' },
  { size: 5000, agent: 'kube-probe/1.31' },
  { size: 7000, agent: 'ELB-HealthChecker/2.0' },
  { size: 1700 },
  { size: 300 },
]
/** How much white space follows a body: more than the first buffer of a server, and more than a guard reads. */
const bodySize = 70_000
/** No header line is longer than servers accept. */
const longestLine = 4000

interface Circumstance extends Pick<OddInputs, 'words' | 'change'> {
  /** Given if it may be refused for that, in any way. */
  readonly nature?: 'open'
}

/**
 * Gives each circumstance to a wrong request that is otherwise ordinary, from the last of them on: a guard may only check small requests, or
 * strangers, and a gateway may only refuse large ones. If a target refuses one differently, the plain one follows.
 */
export function withCircumstances<Wrong extends WrongRequest>(
  operation: Operation,
  all: readonly Wrong[],
  isOrdinary: (wrong: Wrong) => boolean,
  circumstances = circumstancesOf(operation),
): Wrong[] {
  const carriers = all.filter(isOrdinary).reverse()
  return all.map((wrong) => {
    const circumstance = circumstances[carriers.indexOf(wrong)]
    return circumstance ? orPlain(operation, changed(operation, wrong, circumstance), wrong) : wrong
  })
}

function changed<Wrong extends WrongRequest>(operation: Operation, wrong: Wrong, { words, change, nature }: Circumstance): Wrong {
  return {
    ...wrong,
    ...(nature && { nature }),
    title: `${wrong.title}, ${words}`,
    build: (client, sent) => change(wrong.build(client, sent), ownSeed(operation, client)),
  }
}

/**
 * What may be refused for itself goes with the first values, which are of others, and with some of the last, which few readers take for right:
 * where all refusals are one, it hides whether they do. If money moves, a large body is malformed anyway.
 */
function circumstancesOf(operation: Operation): Circumstance[] {
  const { body, movesMoney } = operation
  const heads = longHeads.map(({ size, agent }) => {
    const named = (request: SentRequest) => (agent ? withHeaders(request, [['user-agent', agent], ...exemptedClients[agent]]) : request)
    return {
      words: `in a head of more than ${size} characters${agent ? `, as ${agent}, with claims that few trust` : ''}`,
      change: (request: SentRequest, seed: Seed) => withLargeHead(named(request), size + seed.integer(`padding/${size}`, 0, size >> 3)),
    }
  })
  const unsigned = isSigned(operation) ? namesOfAlgorithm(operation.authentication.signature.header) : []
  const inside = {
    words:
      'as from a private network, and as of a test, by a client that nobody knows, that names its headers in capitals and ends its connection',
    change: (request: SentRequest, seed: Seed) =>
      inCapitals(
        withHeaders(request, [
          ...privateHeaders,
          ...unsigned.map((name) => [name, 'none'] as const),
          ['user-agent', `${seed.bytes('user-agent/unknown', 4).toString('hex')}/1.0`],
          ['connection', 'close'],
        ]),
      ),
  }
  const chunks = body ? [{ words: 'with its body in chunks', change: inChunks }] : []
  const odd = oddInputs(operation).map(({ words, change }) => ({ words: `with ${words}`, change, nature: 'open' as const }))
  const spaces = {
    words: `with white space of ${bodySize} characters behind its body`,
    change: (request: SentRequest) => withSpaceBehind(request, bodySize),
  }
  const harmless = [...(body && !movesMoney ? [spaces] : []), inside, ...chunks, ...heads]
  return [...odd.slice(0, 4), ...harmless.slice(0, 9), ...odd.slice(4), ...harmless.slice(9)]
}

/** Pages that clients often ask for, in another order and over lines, where a guard may be missing: unrefused, they hide nothing else. */
export function usualPages(operation: Operation): Circumstance[] {
  if (!isPaged(operation) || operation.movesMoney) return []
  const { page, size, first, largest } = pageInputs(operation)
  const spread = (members: object) => JSON.stringify(members, null, 2)
  const asking = (count: number, further = 0, write: typeof unusualObject = spread): Circumstance => {
    const inputs = { [page]: first + further, [size]: Math.min(count, largest) }
    return {
      words: `for page ${inputs[page]} of ${inputs[size]} records each`,
      nature: 'open',
      change: (request) => ({ ...request, body: Buffer.from(write({ ...inputs, ...bodyMembers(request), ...inputs })) }),
    }
  }
  return [...[...usualSizes, 5, 15, 30].map((count) => asking(count)), asking(10, 3), asking(2, 6, unusualObject)]
}

/** True for a request that says by itself that it ends its connection: over HTTP, one in chunks and one with HEAD always do. */
export function isClosing({ headers, method }: Received): boolean {
  return headers['connection'] === 'close' && headers['transfer-encoding'] === undefined && method !== 'HEAD'
}

/** A guard may look for a header by the name that is listed, or in lower case, alone. */
function inCapitals(request: SentRequest): SentRequest {
  return { ...request, headers: request.headers.map(([name, value]) => [name.toUpperCase(), value]) }
}

/** Without a length, by which some guards tell that there is a body. */
function inChunks(request: SentRequest): SentRequest {
  return withHeaders(request, [['transfer-encoding', 'chunked']])
}

/** With a tracing header that every server ignores (W3C Baggage). */
function withLargeHead(request: SentRequest, size: number): SentRequest {
  const count = Math.ceil(size / longestLine)
  const lines = Array.from({ length: count }, (_, line) => ['baggage', `padding${line}=${'x'.repeat(Math.ceil(size / count))}`] as const)
  return withHeaders(request, lines)
}
