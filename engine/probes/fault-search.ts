import type { Operation } from '../../contracts/contract.ts'
import { isSigned } from '../../contracts/operation-kinds.ts'
import { isServerError, isSuccessful } from '../../contracts/statuses.ts'
import { classify, isOfUnknownMethod } from '../evidence/classification.ts'
import type { Exchange } from '../exchange.ts'
import { isLocal, type Target } from '../target.ts'
import type { Probe, ProbeCourse } from './probe.ts'
import { ordinaryRequest } from './request.ts'
import { amongRole, controlRoles, isAmongWrong, repeatedRoles } from './roles.ts'
import { keepOfRight, type Step, workThrough } from './steps.ts'

/**
 * How many of the wrong requests that broke the target down are repeated, and how many right ones follow at most, and at once, if it happened by
 * chance.
 */
const most = { anew: 4, right: 150, atOnce: 30 } as const

/** How many breakdowns are expected among the right ones: nineteen times in twenty there is one at least. */
const expected = 3

/**
 * Most requests of a run are wrong, so what breaks down at random mostly does so at a wrong one, where that fails no check. Such a request is
 * repeated: if it is refused then, while right requests are accepted, the breakdown was random, and right ones are sent until one shows it, or is
 * likely to have. Withdrawals are on this machine alone.
 */
export function searchingFaults(probe: Probe, operation: Operation): Probe {
  return {
    ...probe,
    isRight: (role) => probe.isRight(role) || isAmongWrong(role),
    cost: (contract, target, wanted) => {
      const cost = probe.cost(contract, target, wanted)
      if (!isSearched(operation, target)) return cost
      return { ...cost, ordinary: cost.ordinary ?? cost.requests, requests: cost.requests + most.anew + most.right }
    },
    recipe: (role, client, exchanges) =>
      probe.recipe(role, client, exchanges) ?? (isAmongWrong(role) ? rightStep(operation, role) : undefined),
    run: async (course) => {
      await probe.run(course)
      await search(probe, operation, course)
    },
  }
}

function isSearched(operation: Operation, target: Target): boolean {
  return !operation.movesMoney || isLocal(target, operation)
}

async function search(probe: Probe, operation: Operation, { client, recorder }: ProbeCourse): Promise<void> {
  const { exchanges } = recorder.recorded()
  const wrong = [...exchanges.values()].filter(({ role, response }) => response && !probe.isRight(role))
  const broken = wrong.filter((exchange) => isFault(operation, exchange))
  const isRare = broken.length * 2 <= wrong.length
  const last = exchanges.get(controlRoles.after)
  const isServed = last !== undefined && classify(operation, last) === 'accepted'
  if (broken.length === 0 || !isRare || !isServed || !isSearched(operation, client.target)) return
  const send = (steps: readonly Step[]) => workThrough(steps, isSigned(operation) && client.order.insists === true, recorder.send)
  const anew = await send(
    broken.slice(0, most.anew).flatMap(({ role }) => {
      const step = probe.recipe(role, client, exchanges)
      return step ? [{ ...step, role: repeatedRoles(role).anew }] : []
    }),
  )
  if (!anew.some((exchange) => classify(operation, exchange) === 'refused' && !isFault(operation, exchange))) return
  const before = [...exchanges.keys()].filter(isAmongWrong).length
  const count = Math.min(most.right, Math.ceil((expected * wrong.length) / broken.length))
  const roles = Array.from({ length: count }, (_, index) => amongRole.numbered(before + 1 + index))
  for (let at = 0; at < count; at += most.atOnce) {
    const sent = await send(roles.slice(at, at + most.atOnce).map((role) => rightStep(operation, role)))
    if (sent.some((exchange) => classify(operation, exchange) !== 'accepted')) return
  }
}

/** True for a refusal with a status of 500 or above, and for a 2xx that says nothing, such as the page of a gateway. */
function isFault(operation: Operation, exchange: Exchange): boolean {
  const { response } = exchange
  if (!response || isOfUnknownMethod(operation, exchange)) return false
  const classification = classify(operation, exchange)
  return isServerError(response.status) ? classification === 'refused' : classification === 'unanswered' && isSuccessful(response.status)
}

function rightStep(operation: Operation, role: string): Step {
  return { role, keep: keepOfRight, build: (client) => ordinaryRequest(operation, client) }
}
