import type { Operation } from '../../contracts/contract.ts'
import { requestInputs } from '../../contracts/fields.ts'
import { type Diagnosis, diagnosisOf } from '../../engine/diagnosis.ts'
import { classify } from '../../engine/evidence/classification.ts'
import { bodyMembers, type Exchange } from '../../engine/exchange.ts'
import { addressOf } from '../../engine/target.ts'
import { excerpt } from '../../text/excerpt.ts'
import type { Examined } from '../examined.ts'

/** With fewer, what they have in common may be chance. */
const leastAccepted = 2
const leastRefused = 8

/** Diagnoses operations of which the wrong requests that were accepted differ in one input from all that were refused. */
export function unguardedInputs(examined: Examined): Diagnosis[] {
  return examined.contract.operations.flatMap((operation) => {
    const wrong = wrongRequests(examined, operation)
    const [accepted = [], refused = []] = (['accepted', 'refused'] as const).map((want) =>
      wrong.filter((exchange) => classify(operation, exchange) === want),
    )
    if (accepted.length < leastAccepted || refused.length < leastRefused) return []
    const [which] = requestInputs(operation).flatMap(({ name }) => {
      const valuesIn = (all: readonly Exchange[]) => all.map((exchange) => askedIn(operation, name, exchange))
      return setApart(name, valuesIn(accepted), valuesIn(refused)) ?? []
    })
    if (which === undefined) return []
    const problem = `${operation.id} accepts wrong requests ${which}, and only those: all ${refused.length} others were refused.`
    return [diagnosisOf(operation.id, 'unsteady', problem, remedy)]
  })
}

const remedy = 'Look at what takes such requests: a route, a condition or a cache that stands before what guards the others.'

/** Those with the method and at the path of the operation, and a body that says something. */
function wrongRequests({ exchanges, target, isWrong }: Examined, operation: Operation): readonly Exchange[] {
  const own = exchanges.filter((exchange) => exchange.operation === operation.id && exchange.response && isWrong?.(exchange))
  if (own.length === 0) return []
  const { pathname } = new URL(addressOf(target, operation))
  const isRead = ({ request }: Exchange) => operation.body === undefined || Object.keys(bodyMembers(request)).length > 0
  return own.filter((each) => each.request.method === operation.method && new URL(each.request.url).pathname === pathname && isRead(each))
}

/** What a request holds for an input of its operation, in the query or in its body. */
export function askedIn({ parameters }: Operation, input: string, { request }: Exchange): unknown {
  const isInQuery = parameters.some((parameter) => parameter.name === input)
  return isInQuery ? (new URL(request.url).searchParams.get(input) ?? undefined) : bodyMembers(request)[input]
}

/** What an input says in all that were accepted, and in none that was refused. */
function setApart(input: string, accepted: readonly unknown[], refused: readonly unknown[]): string | undefined {
  const [usual, ...others] = new Set(refused.filter((value) => value !== undefined))
  const isOther = others.length === 0 && usual !== undefined && !accepted.includes(usual)
  if (accepted.every((value) => value === undefined)) return refused.includes(undefined) ? undefined : `without ${input}`
  if (isOther && !(accepted.includes(undefined) && refused.includes(undefined))) return `whose ${input} is not ${excerpt(usual)}`
  const [taken, turned] = [accepted, refused].map((values) => values.filter((value) => typeof value === 'number')) as [number[], number[]]
  if (taken.length < accepted.length || turned.length < leastRefused) return undefined
  const [least, most] = [Math.min(...taken), Math.max(...taken)]
  if (least > Math.max(...turned)) return `whose ${input} is ${least} or more`
  return most < Math.min(...turned) ? `whose ${input} is ${most} or less` : undefined
}
