import { type Refusal, type RefusalKind, refuse } from '../provider/judgement/refusals.ts'
import type { Hooks } from '../provider/mutant.ts'
import type { Received } from '../provider/received.ts'
import type { Reply } from '../provider/reply.ts'

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

/** Accepts what is refused for one of these reasons, if it is known by something that an accepted request had, one of those that are kept. */
export function remembering(
  reasons: readonly RefusalKind[],
  keyOf: (request: Received) => string | undefined,
  kept = (accepted: readonly string[]) => accepted,
): Hooks {
  let seen: readonly string[] = []
  return {
    authenticate: (decision, request) => {
      const key = keyOf(request)
      if (!decision && key !== undefined && !seen.includes(key)) seen = kept([...seen, key])
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
