import { emptyBody } from '../../engine/evidence/body.ts'
import type { Finding } from '../../engine/judging/outcome.ts'
import { absent } from '../../text/excerpt.ts'
import type { ReportedOutcome } from '../report.ts'

/** What is wrong where a failure comes of an empty body, which has no type either, and may say so by its status: one cause. */
export function emptinessIn(outcomes: readonly ReportedOutcome[]): (outcome: ReportedOutcome) => string | undefined {
  const empty = new Set(outcomes.filter(isEmptiness).map(({ operation }) => operation))
  const inGrpc = new Set(outcomes.filter(({ findings }) => findings.some(isGrpcType)).map(({ operation }) => operation))
  return (outcome) => {
    if (!empty.has(outcome.operation) || !isOfEmptiness(outcome)) return undefined
    return inGrpc.has(outcome.operation) ? 'answers in gRPC, with an empty body' : 'answers with an empty body'
  }
}

function isEmptiness({ findings: [first] }: ReportedOutcome): boolean {
  return first?.at === 'body' && first.actual === emptyBody
}

function isOfEmptiness({ findings: [first] }: ReportedOutcome): boolean {
  if (!first || !emptyPlaces.has(first.at)) return false
  return first.at === 'status' ? first.actual === '204' : [absent, emptyBody].includes(first.actual) || isGrpcType(first)
}

const emptyPlaces: ReadonlySet<string> = new Set(['status', 'header content-type', 'body'])

function isGrpcType({ at, actual }: Finding): boolean {
  return at === 'header content-type' && actual.startsWith('application/grpc')
}
