import { isServerError } from '../../contracts/statuses.ts'
import { classify, isTurnedDown } from '../evidence/classification.ts'
import type { Exchange } from '../exchange.ts'
import type { Probe, ProbeCourse } from './probe.ts'
import { repeatedRoles } from './roles.ts'
import type { ProbeRecord } from './steps.ts'

/** True if a request has to be answered alike when it is asked again, whatever happens to a target meanwhile. */
type IsLasting = (exchange: Exchange, record: ProbeRecord) => boolean

/**
 * A target may refuse what is unusual, but not now and then: at the end, one of the unusual right requests that were refused is sent again, one
 * that may be refused in any way only if it was no other. If an ordinary one was not accepted, that tells enough, and nothing follows; nor does
 * it where answers called for many more requests than announced.
 */
export function tryingAgain(probe: Probe, isLasting: IsLasting): Probe {
  const isOf = (isTrue: Probe['isRight']) => (role: string) => isTrue(role) || isTrue(firstRole(role))
  return {
    ...probe,
    isRight: isOf(probe.isRight),
    isUnusual: isOf((role) => probe.isUnusual?.(role) === true),
    isOpen: isOf((role) => probe.isOpen?.(role) === true),
    recipe: (role, client, exchanges) => {
      const step = probe.recipe(role, client, exchanges) ?? probe.recipe(firstRole(role), client, exchanges)
      return step && { ...step, role }
    },
    run: async (course) => {
      await probe.run(course)
      await tryAgain(probe, isLasting, course)
    },
  }
}

const ending = repeatedRoles('').again

function firstRole(role: string): string {
  return role.endsWith(ending) ? role.slice(0, -ending.length) : role
}

/** More than this, and the run might send more than its limit. */
const mostMore = 10

async function tryAgain(probe: Probe, isLasting: IsLasting, { client, recorder, wanted }: ProbeCourse): Promise<void> {
  const record = recorder.recorded()
  const { operation, exchanges } = record
  if (exchanges.size > probe.cost(client.contract, client.target, wanted).requests + mostMore) return
  const right = [...exchanges.values()].filter(({ role }) => probe.isRight(role))
  const isUsual = ({ role }: Exchange) => probe.isUnusual?.(role) !== true
  if (right.some((exchange) => isUsual(exchange) && classify(operation, exchange) !== 'accepted')) return
  const refused = right.filter((exchange) => isTurnedDown(operation, exchange) && !isServerError(exchange.response?.status))
  const lasting = refused.filter((exchange) => isLasting(exchange, record))
  if (lasting.length === 0) return
  // What nobody has to take is refused by rule, mostly: it would stand in front of what is refused by chance.
  const telling = lasting.filter(({ role }) => probe.isOpen?.(role) !== true)
  const { role } = client.seed.pick(`${probe.id}/again`, telling.length > 0 ? telling : lasting)
  const step = probe.recipe(role, client, exchanges)
  if (step) await recorder.send({ ...step, role: repeatedRoles(role).again })
}
