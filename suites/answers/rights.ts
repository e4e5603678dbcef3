import { classify, isSuccessful } from '../../engine/evidence/classification.ts'
import { describe, type Evidence } from '../../engine/evidence/evidence.ts'
import type { Exchange } from '../../engine/exchange.ts'
import type { Probe } from '../../engine/probe.ts'

/** A right request of an operation and what came of it, whatever it was sent for. */
export interface RightRequest {
  readonly role: string
  readonly exchange: Exchange
  readonly classification: ReturnType<typeof classify>
  /** It asks for something unusual, which a target may refuse. */
  readonly isUnusual: boolean
}

/** The right requests of all probes that were sent, each probe's in its order. */
export function rightRequests(probes: readonly Probe[], evidence: readonly Evidence[]): RightRequest[] {
  return evidence.flatMap(({ probe: id, operation, exchanges }) => {
    const probe = probes.find((each) => each.id === id)
    return [...exchanges].flatMap(([role, exchange]) =>
      probe?.isRight(role)
        ? [
            {
              role,
              exchange,
              classification: classify(operation, exchange),

              isUnusual: probe.isUnusual?.(role) ?? false,
            },
          ]
        : [],
    )
  })
}

/** Those with an answer to judge: accepted, or a 2xx to an ordinary request that makes no sense. What was cut off counts where nothing else is whole. */
export function answered(requests: readonly RightRequest[]): Exchange[] {
  const answers = requests.filter(isAnswered).map(({ exchange }) => exchange)
  const whole = answers.filter(({ response }) => response?.truncated === false)
  return whole.length > 0 ? whole : answers
}

function isAnswered({ classification, exchange: { response }, isUnusual }: RightRequest): boolean {
  if (classification === 'accepted') return true
  return classification === 'unanswered' && !isUnusual && response !== undefined && isSuccessful(response)
}

/** Why no right request has an answer that could be judged. */
export function whyNone(requests: readonly RightRequest[]): string {
  const [first] = requests
  if (!first) return 'Nothing was sent.'
  return `A right request was not accepted: ${describe(first.exchange, first.classification)}.`
}
