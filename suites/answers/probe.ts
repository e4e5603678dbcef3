import type { Operation } from '../../contracts/contract.ts'
import { isSigned } from '../../contracts/operation-kinds.ts'
import { ordinaryAgentOf } from '../../engine/client/user-agents.ts'
import { jsonOf } from '../../engine/evidence/body.ts'
import { isTurnedDown } from '../../engine/evidence/classification.ts'
import { askedBy, type Exchange, type Headers, type SentRequest } from '../../engine/exchange.ts'
import type { Phase, Probe } from '../../engine/probes/probe.ts'
import { ordinaryRequest } from '../../engine/probes/request.ts'
import { afterRefusedRole, controlRoles } from '../../engine/probes/roles.ts'
import { keepOfRight, type ProbeRecord, type Step } from '../../engine/probes/steps.ts'
import type { Seed } from '../../engine/seed.ts'
import { valueAtPointer } from '../../text/json/pointer.ts'
import type { WrongRequest } from '../access/wrong-request.ts'

/**
 * What a client may take beside the listed type: none at all is said, or any type, in no coding and a language that writes numbers
 * otherwise, by a client that writes the names of headers otherwise.
 */
export const preferences = {
  'accept-none': { title: 'sent without Accept, and in any coding', accept: undefined, coding: undefined, language: undefined },
  'accept-any': {
    title: 'sent with Accept: */*, Accept-Language: fa-IR, de-DE;q=0.9, and the names of its headers in another case',
    accept: '*/*',
    coding: 'identity',
    language: 'fa-IR, de-DE;q=0.9',
  },
} as const

export type Preference = keyof typeof preferences

export const preferenceRoles = Object.keys(preferences) as Preference[]

/** Sends right requests with other values of Accept, each in a probe of its own, which get the same answer as those before and after them. */
export function preferenceProbes(operation: Operation): Readonly<Record<Preference, Probe>> {
  return {
    'accept-none': preferenceProbe(operation, 'accept-none', 'observing'),
    'accept-any': preferenceProbe(operation, 'accept-any', 'listening'),
  }
}

function preferenceProbe(operation: Operation, preference: Preference, turn: Phase): Probe {
  const registers = operation.movesMoney ? 1 : 0
  const isLast = turn === 'listening'
  return {
    id: `${operation.id}.${preference}`,
    operation,
    phase: 'judging',
    turn,
    isRight: () => true,
    cost: () => ({ requests: 1, signed: isSigned(operation) ? 1 : 0, registers, mayRegister: registers, chain: 1 }),
    recipe: (role) =>
      role === preference ? stepOf(operation, role) : ordinaryRoles.includes(role) ? ordinary(operation, role) : undefined,
    run: async ({ recorder, earlier }) => {
      const sent = await recorder.send(stepOf(operation, preference))
      if ((operation.movesMoney || isLast) && isTurnedDown(operation, sent)) await recorder.send(ordinary(operation, afterRefusedRole))
      if (isLast && listsFewer(operation, sent, earlier.values())) await recorder.send(ordinary(operation, controlRoles.after))
    },
  }
}

/** The roles of the ordinary requests that may follow. */
const ordinaryRoles: readonly string[] = [afterRefusedRole, controlRoles.after]

/**
 * A withdrawal after one that was refused: where it is refused alike, no more are taken, whatever is said of the answer. Or a read after the
 * last one, where that was refused, or lists fewer records than before: it shows whether clients are locked out, or those are gone.
 */
function ordinary(operation: Operation, role: string): Step {
  return { role, keep: keepOfRight, build: (client) => ordinaryRequest(operation, client) }
}

/** True if a list has fewer records than an answer to the same request had before, whatever was said beside. */
function listsFewer({ unique }: Operation, sent: Exchange, earlier: Iterable<ProbeRecord>): boolean {
  const lists = unique.flatMap(({ scope, at }) => (scope === 'within' ? [at] : []))
  const asked = askedBy(sent.request)
  const same = [...earlier].flatMap(({ exchanges }) => [...exchanges.values()].filter(({ request }) => askedBy(request) === asked))
  return lists.some((at) => same.some((other) => countAt(other, at) > countAt(sent, at)))
}

/** How many records stand in a list of an answer, which is no number where it holds none. */
function countAt({ response }: Exchange, at: string): number {
  const records = response && valueAtPointer(jsonOf(response).value, at)
  return Array.isArray(records) ? records.length : Number.NaN
}

function stepOf(operation: Operation, role: Preference): Step {
  return {
    role,
    keep: keepOfRight,
    build: (client) => withPreference(ordinaryRequest(operation, client), role, client.seed, `${operation.id}/${role}`),
  }
}

/** A wrong request of a client that says it as right ones do, so that it takes more than that to tell those. */
export function asPreferred<Wrong extends WrongRequest>({ id }: Operation, preference: Preference, wrong: Wrong): Wrong {
  return { ...wrong, build: (client, sent) => withPreference(wrong.build(client, sent), preference, client.seed, `${id}/${wrong.role}`) }
}

/** Requests that accept any answer go under an ordinary client's name, so that no target can behave well towards Assay alone. */
function withPreference(request: SentRequest, preference: Preference, seed: Seed, name: string): SentRequest {
  const { accept, coding, language } = preferences[preference]
  const headers = request.headers.filter(([name]) => name.toLowerCase() !== 'accept')
  if (accept === undefined) return { ...request, headers: [...headers, ['accept-encoding', '']] }
  const all: Headers = [
    ['accept', accept],
    ['accept-language', language],
    ['accept-encoding', coding],
    ...headers,
    ['user-agent', ordinaryAgentOf(seed, name)],
  ]
  // What an overlay declares as an input is what the operation takes.
  const isDeclared = (preference: string) => headers.some(([name]) => name.toLowerCase() === preference)
  const kept = all.filter((header) => headers.includes(header) || !isDeclared(header[0]))
  return { ...request, headers: kept.map(([name, value]) => [otherCase(name), value] as const) }
}

/** The name of a header in lower case, as many clients write all of them, or where it is in lower case as others write it (RFC 9110, 5.1). */
function otherCase(name: string): string {
  const lower = name.toLowerCase()
  return name === lower ? lower.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()) : lower
}
