import type { SchemeOperation } from '../../contracts/operation-kinds.ts'
import { isServerError, isSuccessful } from '../../contracts/statuses.ts'
import { classify, isOfUnknownMethod } from '../evidence/classification.ts'
import type { Exchange } from '../exchange.ts'
import type { Probe, ProbeCourse } from './probe.ts'
import { rightRequest } from './request.ts'
import { amongRole, isAmongWrong, repeatedRoles } from './roles.ts'
import { keepOfRight, type Step } from './steps.ts'

/** How many of the wrong requests that broke the target down are repeated, and how many right ones follow if it happened by chance. */
const most = { anew: 4, right: 60 } as const

/**
 * Most requests of a run are wrong, so what breaks down at random mostly does so at a wrong one, where that fails no check. Such a request is
 * repeated: if it is refused then, the breakdown was random, and right requests are sent until one of them is likely to show it.
 */
export function searchingFaults(probe: Probe, operation: SchemeOperation): Probe {
  if (operation.movesMoney) return probe
  return {
    ...probe,
    isRight: (role) => probe.isRight(role) || isAmongWrong(role),
    cost: (...given) => {
      const cost = probe.cost(...given)
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

async function search(probe: Probe, operation: SchemeOperation, { client, recorder }: ProbeCourse): Promise<void> {
  const { exchanges } = recorder.recorded()
  const broken = [...exchanges.values()].filter((exchange) => !probe.isRight(exchange.role) && isFault(operation, exchange))
  const usual = probe.opening && exchanges.get(probe.opening.role)
  if (broken.length === 0 || !usual || isFault(operation, usual) || classify(operation, usual) !== 'refused') return
  const anew = await recorder.sendAll(
    broken.slice(0, most.anew).flatMap(({ role }) => {
      const step = probe.recipe(role, client, exchanges)
      return step ? [{ ...step, role: repeatedRoles(role).anew }] : []
    }),
  )
  if (anew.some((exchange) => classify(operation, exchange) === 'refused' && !isFault(operation, exchange))) {
    const before = [...exchanges.keys()].filter(isAmongWrong).length
    const roles = Array.from({ length: most.right }, (_, index) => amongRole.numbered(before + 1 + index))
    await recorder.sendAll(roles.map((role) => rightStep(operation, role)))
  }
}

/** True for a refusal with a status of 500 or above, and for a 2xx that says nothing, such as the page of a gateway. */
function isFault(operation: SchemeOperation, exchange: Exchange): boolean {
  const { response } = exchange
  if (!response || isOfUnknownMethod(operation, exchange)) return false
  const classification = classify(operation, exchange)
  return isServerError(response.status) ? classification === 'refused' : classification === 'unanswered' && isSuccessful(response.status)
}

function rightStep(operation: SchemeOperation, role: string): Step {
  return { role, keep: keepOfRight, build: ({ target }) => rightRequest(operation, target) }
}
