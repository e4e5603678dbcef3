import type { Operation } from '../../../contracts/contract.ts'
import { isAbsent, isOfFront, isRedirect } from '../../../contracts/statuses.ts'
import { classify } from '../../evidence/classification.ts'
import { describe } from '../../evidence/evidence.ts'
import { type Exchange, isWebPage } from '../../exchange.ts'
import { firstRoles } from '../../probes/roles.ts'
import { askedBase } from '../../request-target.ts'
import type { Doubt, Verdict } from '../outcome.ts'

/**
 * Doubts what was judged of a target that refuses the right requests of every operation, or answers them with a page or a redirect (a login, a
 * wrong prefix, a wrong credential): it does not tell whether the target or the settings are wrong. If only one of several addresses is wrong,
 * and nothing is found at any of its paths, that says nothing either.
 */
export function doubtOfSettings(
  operations: readonly Operation[],
  exchanges: readonly Exchange[],
  isRight: (role: string) => boolean = (role) => firstRoles.includes(role),
): Doubt {
  const turned = turnedAway(operations, exchanges, isRight)
  const others = new Set(exchanges.flatMap(({ operation, response }) => (response ? [operation] : [])))
  for (const { operation } of turned) others.delete(operation.id)
  const answers = [...new Set(turned.map(({ operation, right }) => describe(operation, right, classify(operation, right))))].join(', ')
  const who = others.size === 0 ? 'Every operation' : 'Every operation at this address'
  const reason = `${who} turned its right requests away, so either the settings or the target may be wrong: ${answers}.`
  return ({ verdict, operation }) => (turned.length > 0 && judged.has(verdict) && !others.has(operation) ? reason : undefined)
}

const judged: ReadonlySet<Verdict> = new Set(['passed', 'warned', 'failed'])

/** The operations that turned their right requests away, with one such request each: all operations, or all of an address that serves none. */
function turnedAway(operations: readonly Operation[], exchanges: readonly Exchange[], isRight: (role: string) => boolean) {
  const asked = operations.flatMap((operation) => {
    const own = exchanges.filter((exchange) => exchange.operation === operation.id && exchange.response)
    return own.length > 0 ? [{ operation, own, right: own.find(({ role }) => isRight(role)) }] : []
  })
  const turned = asked.flatMap(({ operation, own, right }) =>
    right && isRefusal(operation, right) && own.every((exchange) => classify(operation, exchange) !== 'accepted')
      ? [{ operation, right }]
      : [],
  )
  if (turned.length === asked.length) return turned
  const absent = turned.filter(({ right }) => isElsewhere(right))
  const present = asked.filter(({ operation }) => !absent.some((one) => one.operation === operation))
  return absent.filter((one) => {
    const address = askedBase(one.operation, one.right.request.url)
    return present.every(
      ({ operation, own }) =>
        operation.base !== one.operation.base && own.every(({ request }) => askedBase(operation, request.url) !== address),
    )
  })
}

/** True for an answer that says that nothing is found at this address. */
function isElsewhere({ response }: Exchange): boolean {
  return response !== undefined && (isWebPage(response) || response.status === 404 || isRedirect(response.status))
}

/** True for a refusal; statuses of 500 and above are judged as failures of the target, unless they say that it was not even asked. */
function isRefusal(operation: Operation, exchange: Exchange): boolean {
  const { response } = exchange
  if (response === undefined) return false
  const isJudged = response.status < 500 || isAbsent(response.status) || isOfFront(response.status)
  return isJudged && (isWebPage(response) || classify(operation, exchange) === 'refused')
}
