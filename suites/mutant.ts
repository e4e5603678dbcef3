import type { Operation } from '../contracts/contract.ts'
import { defined } from '../language/defined.ts'
import type { Received, Reply } from '../provider/exchange.ts'
import { type Refusal, type RefusalKind, refuse } from '../provider/judgement/refusals.ts'
import type { Hooks, Mutant } from '../provider/mutant.ts'

export interface MutantDraft {
  readonly id: string
  readonly title: string
  /** The checks that catch it, without the operation's id; a function if they take time to work out. */
  readonly caughtBy: readonly string[] | (() => readonly string[])
  readonly hooks: Mutant['hooks']
  readonly level?: Mutant['level']
  readonly behaviour?: Mutant['behaviour']
  readonly isObserved?: boolean
}

export function mutant(operation: Operation, { id, title, caughtBy, hooks, level = 'MUST', behaviour, isObserved }: MutantDraft): Mutant {
  let known: readonly string[] | undefined
  return {
    name: `${operation.id}.${id}`,
    title,
    level,
    operation: operation.id,
    get caughtBy() {
      known ??= (typeof caughtBy === 'function' ? caughtBy() : caughtBy).map((check) => `${operation.id}.${check}`)
      return known
    },
    hooks,
    ...defined<Pick<Mutant, 'behaviour' | 'isObserved'>>({ behaviour, isObserved }),
  }
}

/** Makes a mutant that is caught by the checks that are named, or by one. */
export type MakeCaught = (id: string, title: string, caughtBy: string | readonly string[], hooks: Mutant['hooks']) => Mutant

export function mutantMaker(operation: Operation): MakeCaught {
  return (id, title, caughtBy, hooks) => mutant(operation, { id, title, caughtBy: [caughtBy].flat(), hooks })
}

/** The same, where only a request that is sent to observe something shows it. */
export function seenByObserving(made: Mutant): Mutant {
  return { ...made, isObserved: true }
}

/** Makes a mutant of an area of checks, which knows by which of these it is caught. */
export type MakeMutant = (id: string, title: string, hooks: Mutant['hooks']) => Mutant

/** Makes mutants of an area, each caught by the checks that follow from its hooks. */
export function mutantsOfArea(operation: Operation, area: string, caughtBy: (hooks: Mutant['hooks']) => readonly string[]): MakeMutant {
  return (id, title, hooks) => mutant(operation, { id: `${area}.${id}`, title, caughtBy: () => caughtBy(hooks), hooks })
}

/** A request with another value in a header, which stands in it once. */
export function withHeader(request: Received, name: string, value: string): Received {
  const others = request.written.filter((each) => each.toLowerCase() !== name.toLowerCase())
  return { ...request, headers: { ...request.headers, [name.toLowerCase()]: value }, written: [...others, name] }
}

export function unjust(): Refusal {
  return refuse('credential', 'Refused, whatever the credentials.')
}

/** Refuses such requests, whatever their credentials. */
export function refusing(isRefused: (request: Received) => boolean): Hooks {
  return { authenticate: (decision, request) => decision ?? (isRefused(request) ? unjust() : undefined) }
}

/** Refuses the first right request of the kind, and no other. */
export function refusingOnce(isRefused: (request: Received) => boolean): Hooks {
  let isDone = false
  return {
    authenticate: (decision, request) => {
      if (decision || isDone || !isRefused(request)) return decision
      isDone = true
      return unjust()
    },
  }
}

/** Accepts such requests, whatever their credentials. */
export function accepting(isAccepted: (request: Received) => boolean): Hooks {
  return { authenticate: (decision, request) => (isAccepted(request) ? undefined : decision) }
}

/** Accepts such requests where they would be refused for one of these reasons. */
export function forgiving(reasons: readonly RefusalKind[], isForgiven: (request: Received) => boolean = () => true): Hooks {
  return {
    authenticate: (decision, request) => (decision && reasons.includes(decision.kind) && isForgiven(request) ? undefined : decision),
  }
}

/** Accepts what is refused for one of these reasons, if it is known by something that one of the last accepted requests had. */
export function remembering(
  reasons: readonly RefusalKind[],
  keyOf: (request: Received) => string | undefined,
  most = Number.POSITIVE_INFINITY,
): Hooks {
  let seen: readonly string[] = []
  return {
    authenticate: (decision, request) => {
      const key = keyOf(request)
      if (!decision && key !== undefined) seen = [key, ...seen.filter((other) => other !== key)].slice(0, most)
      return decision && reasons.includes(decision.kind) && key !== undefined && seen.includes(key) ? undefined : decision
    },
  }
}

/** Answers such requests with a success, whatever they were refused for. */
export function answering(isAnswered: (request: Received) => boolean, change = (reply: Reply) => reply): Hooks {
  return { reply: (reply, request, refusal, success) => (refusal && isAnswered(request) ? change(success()) : reply) }
}

/** Changes successes and leaves refusals as they are. */
export function onSuccess(change: (reply: Reply, request: Received) => Reply): Hooks {
  return { reply: (reply, request, refusal) => (refusal ? reply : change(reply, request)) }
}

/** Changes what successes say by their number, the first of which is 1. */
export function onAnswer(change: (answer: unknown, number: number) => unknown): Hooks {
  let number = 0
  return {
    answer: (answer) => {
      number += 1
      return change(answer, number)
    },
  }
}

/** Behaves so once somebody asked by HEAD, as only what is sent to observe does. */
export function onceAskedByHead(hooks: (isAsked: () => boolean) => Hooks): Hooks {
  let isMet = false
  return {
    ...hooks(() => isMet),
    route: (request) => {
      isMet ||= request.method === 'HEAD'
      return request
    },
  }
}

export function jsonReply(status: number, body: string): Reply {
  return { status, headers: { 'content-type': 'application/json' }, body: Buffer.from(body) }
}
