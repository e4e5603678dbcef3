import { isSigned } from '../../contracts/operation-kinds.ts'
import { isAway, isServerError, saysLater } from '../../contracts/statuses.ts'
import { wasHeldBack } from '../../engine/client/transport/failure.ts'
import { type Diagnosis, diagnosisOf } from '../../engine/diagnosis.ts'
import { bansOf } from '../../engine/evidence/bans.ts'
import { classify } from '../../engine/evidence/classification.ts'
import { wereSet } from '../../engine/evidence/clock-skew.ts'
import { chronological, type Exchange, sentWhere } from '../../engine/exchange.ts'
import { clientRoleOf, controlRoles, controlsAlike, isAmongWrong, openingRole } from '../../engine/probes/roles.ts'
import { type Answered, askedOperations, type Control, type Examined, hasAnswer } from '../examined.ts'
import { beginningOf } from './own-words.ts'

/** Diagnoses operations that refused right requests, or broke down, only after wrong ones; those with the same status together. */
export function lockoutDiagnoses({ target, exchanges }: Examined, controls: readonly Control[]): Diagnosis[] {
  const refused = controls.flatMap((control) => {
    const after = refusedAfter(control, exchanges)
    return after && !wereSet(control.exchange, after) ? [{ id: after.operation, status: after.response.status }] : []
  })
  const broken = unreadBody(target.name, exchanges) ?? breakdownOfAll(target.name, exchanges)
  const each = [...Map.groupBy(refused, ({ status }) => status)].flatMap(([status, alike]) => {
    const ids = alike.map(({ id }) => id)
    if (status < 500) return [lockout(ids, status, target.name)]
    return broken ? [] : ids.map((id) => breakdown(id, status))
  })
  return [...(broken ? [broken] : []), ...each]
}

/** A right request that was refused after the wrong ones, where one before them was accepted. */
export function refusedAfter({ operation, accepted }: Control, exchanges: readonly Exchange[]): Answered | undefined {
  const after = exchanges.filter(hasAnswer).find(({ operation: id, role }) => id === operation.id && role === controlRoles.after)
  return accepted && after && classify(operation, after) === 'refused' ? after : undefined
}

const remedy = 'Ask whether it locks out clients that fail often, or limits requests (--rate 1 shows), and have that lifted for this run.'

function lockout(operations: readonly string[], status: number, target: string): Diagnosis {
  const [only, ...others] = operations
  const problem = `${operations.join(', ')} accepted a right request before the wrong ones, and refused one after them with ${status}.`
  return { id: 'lockout', about: only !== undefined && others.length === 0 ? only : target, operations, problem, remedy }
}

/**
 * Operations that refused right requests from the first one on as they refused all others, but not the first wrong one. One that takes another
 * signature may have taken that; no target takes another credential in place of the right one, and only once.
 */
export function bannedAtFirst({ exchanges, acceptedInstead }: Examined, controls: readonly Control[]): Control[] {
  return controls.filter(({ operation, exchange, accepted }) => {
    const own = exchanges.filter(({ operation: id }) => id === operation.id)
    const probe = own.find(({ role }) => role === openingRole)?.probe
    const wrong = own.filter((one) => one.probe === probe && !isRight(one.role))
    const isBanned = !accepted && exchange.response.status < 500 && bansOf(wrong, own)(exchange)
    return isBanned && !(isSigned(operation) && acceptedInstead?.(operation, own).length)
  })
}

/** Where a probe opens with a wrong request, all others of it are wrong but for these. */
function isRight(role: string): boolean {
  return controlsAlike.includes(role) || isAmongWrong(role) || clientRoleOf(role) !== undefined
}

export function banDiagnoses(banned: readonly Control[]): Diagnosis[] {
  return banned.map(({ operation: { id: about }, exchange: { response } }) => {
    const problem = `${about} refused everything it was asked with ${response.status}, but for the first wrong request.`
    return diagnosisOf(about, 'lockout', problem, remedy)
  })
}

/** Faults come with a load as well: to ask less at once tells. */
function breakdown(about: string, status: number): Diagnosis {
  const problem = `${about} accepted a right request at first, and broke down at a later one, with ${status}.`
  const remedy = "Look at the target's own log, and run again with --rate 5: it may break down under many requests at once."
  return diagnosisOf(about, 'lockout', problem, remedy)
}

/** A server that leaves a body unread takes it for the beginning of the next request on its connection, and some quote both. */
function unreadBody(about: string, exchanges: readonly Exchange[]): Diagnosis | undefined {
  const misread = exchanges.filter(hasAnswer).filter(({ request, response }) => {
    return response.status >= 400 && beginningOf(response).includes(`}${request.method}`)
  })
  const [found] = misread
  if (!found) return undefined
  const problem = `${found.id} was answered with ${found.response.status}: the target took a body that it had not read for the beginning of this request.`
  return {
    id: 'lockout',
    about,
    operations: askedOperations(misread),
    problem,
    remedy: 'Let it read the body of a request that it refuses, too, or close the connection after its answer.',
  }
}

/** How many answers in a row with the same fault, of several operations, are no fault of one of them. */
const leastBroken = 10

/** A target that answered at first, and then all requests in a row with the same fault. */
function breakdownOfAll(about: string, exchanges: readonly Exchange[]): Diagnosis | undefined {
  const sent = chronological(exchanges.filter(({ response }) => response))
  const statuses = sent.map(({ response }) => response?.status ?? 0)
  const starts = statuses.flatMap((status, at) =>
    isServerError(status) && !isAway(status) && at > 0 && status !== statuses[at - 1] && status !== statuses[0] ? [at] : [],
  )
  for (const start of starts) {
    const end = statuses.findIndex((status, at) => at > start && status !== statuses[start])
    const row = sent.slice(start, end < 0 ? undefined : end)
    const operations = askedOperations(row)
    if (row.length < leastBroken || operations.length < 2) continue
    const problem = `From one request on, everything was answered with ${statuses[start]}: ${row.length} requests in a row, of several operations${end < 0 ? '' : ', then others again'}.`
    const remedy = `Look at the target's log, at ${row[0]?.id} and what came before it. If a gateway answers so to clients that fail often, have that lifted for this run.`
    return { id: 'lockout', about, operations, problem, remedy }
  }
  return undefined
}

/** Requests that were answered with 429 however often they were repeated, of operations that also say something else. */
export function limitDiagnoses({ target: { name: about }, exchanges }: Examined): Diagnosis[] {
  const putOff = putOffAtLast(exchanges)
  if (putOff) return [{ id: 'limited', about, ...putOff }]
  const open = askedOperations(exchanges.filter(({ response }) => response && response.status !== 429))
  const limited = exchanges.filter(({ response, operation }) => response?.status === 429 && open.includes(operation))
  if (limited.length === 0) return []
  const operations = askedOperations(limited)
  const problem = `${limited.length} of ${exchanges.length} requests were answered with 429, too many requests, however often they were repeated.`
  return [{ id: 'limited', about, operations, problem, remedy: 'Ask more slowly with --rate, and give the run more time with --deadline.' }]
}

/** What gave only "later" in the end, at an address that answers something else as well. */
function putOffAtLast(exchanges: readonly Exchange[]): Pick<Diagnosis, 'operations' | 'problem' | 'remedy'> | undefined {
  const held = exchanges.filter(wasHeldBack)
  const answers = sentWhere(exchanges, held).filter(({ response }) => response)
  // Those that are held back wait for others, too, which alone said so.
  const limited = answers.filter(({ response }) => saysLater(response?.status))
  const operations = askedOperations(limited.length > 0 ? limited : held)
  const told = new Set(limited.flatMap(({ response }) => response?.status ?? []))
  if (answers.every(({ response }) => saysLater(response?.status))) return undefined
  const isAll = answers.every(({ operation }) => operations.includes(operation))
  const isLimited = told.has(429)
  const status = isLimited ? '429, too many requests,' : [...told].join() || '"later"'
  const [who, when] = isAll
    ? ['After other answers came', '']
    : [`${operations.join(' and ')} answered in the end`, ', and others something else']
  return {
    operations,
    problem: `${who} nothing but ${status} for longer than a run waits${when}.`,
    remedy: isLimited ? remedy : `It may have gone down: look at its log. ${remedy}`,
  }
}
