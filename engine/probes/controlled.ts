import { isServerError, saysLater } from '../../contracts/statuses.ts'
import { defined } from '../../language/defined.ts'
import type { Client } from '../client/client.ts'
import { classify, isTurnedDown } from '../evidence/classification.ts'
import { isRefusedAs } from '../evidence/refusal-form.ts'
import type { Exchange } from '../exchange.ts'
import { askOtherwise, putBack } from '../money/distinction.ts'
import { isLocal, type Target } from '../target.ts'
import { isDenied } from '../wrong-values/other-credentials.ts'
import { clientStep, explainByClock, isTakenAsItWas, setBackByClock, targetClockStep, tryOtherClients } from './control-tries.ts'
import {
  amongRoles,
  type Controlled,
  deniedStage,
  earlyRequests,
  isRightRequest,
  openingRequest,
  openRoles,
  type ProbeRequest,
  plannedRequests,
  probeCost,
  requestAs,
  rightRoles,
  roleRequest,
  rolesOf,
  type Stage,
  stagesOf,
  untoldRoles,
  unusualRoles,
} from './controlled-plan.ts'
import type { Probe, ProbeCourse } from './probe.ts'
import { afterRefusedRole, clientRoleOf, controlRoles, controlsAlike, refusedControlRole, targetClockRole } from './roles.ts'
import { keepOfFirst, keepOfRight, type Recorder, type Step, sendRight, workThrough } from './steps.ts'

/** Makes the probe. Its cost is what it sends if the controls are accepted. */
export function controlledProbe(controlled: Controlled): Probe {
  const { id, operation, phase = 'judging', registersByObserving, reuses, opening } = controlled
  const [right, open] = [new Set(rightRoles(controlled)), new Set(openRoles(controlled))]
  const requests = controlled.stages.flatMap((stage) => stage.requests)
  const allowed = new Set(rolesOf(controlled, 'allowed'))
  const unusual = new Set(unusualRoles(controlled))
  return defined({
    id,
    operation,
    phase,
    registersByObserving,
    reuses,
    isRight: (role) => right.has(role),
    isAllowed: (role) => allowed.has(role),
    isOpen: (role) => open.has(role),
    isUnusual: (role) => unusual.has(role),
    opening: opening && {
      role: opening.role,
      send: ({ client, recorder, wanted }) => sendFirst(recorder, openingRequest(controlled, client, wanted)),
      sendEarly: ({ client, recorder, wanted }) => sendFirst(recorder, earlyRequests(controlled, client, wanted)),
    },
    cost: (_contract, target, wanted) => probeCost(controlled, target, wanted),
    recipe: (role, client, exchanges) => recipeOf(controlled, role, client.target, exchanges),
    untold: (target, exchanges) => untoldRoles(controlled, target, exchanges),
    observes: (wanted) => requests.flatMap(({ role, isAlways }) => (isAlways && !wanted.has(role) ? [role] : [])),
    run: (course) => sendBetweenControls({ ...course, controlled }),
  })
}

interface Course extends ProbeCourse {
  readonly controlled: Controlled
}

/** One after another, so that a request that comes alone is not always the right one. */
async function sendFirst(recorder: Recorder, requests: readonly ProbeRequest[]): Promise<void> {
  for (const request of requests) await recorder.send({ ...stepOf(request, recorder.sent), place: 'first' })
}

/**
 * Sends the opening request once more, after a right one, if it was not answered, or with "later", or carried a time that the target does not
 * accept: the target may have been starting, or may have refused it for its time.
 */
async function openAgain(course: Course, control: Exchange): Promise<void> {
  const { controlled, client, wanted, recorder } = course
  const { operation } = controlled
  if (classify(operation, control) !== 'accepted') return
  const isUntimely = operation.authentication.kind === 'signed' && client.back() > 0
  for (const request of [...openingRequest(controlled, client, wanted), ...earlyRequests(controlled, client, wanted)]) {
    const opened = recorder.sent.get(request.role)
    if (opened && (!opened.response || saysLater(opened.response.status) || isUntimely)) await recorder.send(stepOf(request, recorder.sent))
  }
}

async function sendBetweenControls(course: Course): Promise<void> {
  const { controlled, client, wanted, recorder, spared, trail } = course
  const { id, operation, goesOn = (control) => (control === 'accepted' ? 'on' : 'no further'), isClosed = true } = controlled
  const control = await firstControl(course)
  if (!controlled.isHarmless) await explainByClock(recorder, control, controlled.right)
  await openAgain(course, control)
  const how = goesOn(classify(operation, control), control)
  if (how === 'no further') {
    if (controlled.opening) await tryOtherClients(recorder, client, control, controlled.right)
    if (!isDenied(operation, control)) return
    leaveOut(course)
    await sendStage(recorder, client, deniedStage(controlled, client.target, wanted))
    return
  }
  leaveOut(course)
  const order = (requests: readonly ProbeRequest[]) => client.seed.shuffled(`${id}/again`, requests)
  for (const stage of stagesOf(lessOften(course), client.target, wanted, order)) {
    const requests = stage.requests.filter(
      (request) =>
        (how === 'on' || !isRightRequest(request)) && request.omitted?.(client.target) === undefined && !spared.has(request.role),
    )
    const sending = sendStage(recorder, client, { ...stage, requests })
    await (stage.isTrailing ? trail(sending) : sending)
  }
  // Amounts have changed since, and with them what makes no difference.
  leaveOut(course)
  if (how !== 'on' || !isClosed) return
  const after = await sendRight(recorder, client, operation, controlStep(controlled, controlRoles.after))
  if (operation.movesMoney && isTurnedDown(operation, after)) await recorder.send(controlStep(controlled, afterRefusedRole))
}

/**
 * Sends the first control, again with other times or texts if it is refused. On this machine, one that is accepted then is the reason only
 * where what was refused is refused again; else the refusal counts.
 */
async function firstControl(course: Course): Promise<Exchange> {
  const { controlled, client, recorder } = course
  const { operation, right } = controlled
  const step = controlStep(controlled, controlRoles.before)
  const [back, amounts] = [client.back(), { ...client.amounts }]
  const first = await sendRight(recorder, client, operation, step)
  if (controlled.isHarmless || !isRefused(course, first)) return first
  const control = await askedOtherwise(course, await setBackByClock(recorder, client, { control: first, before: back }, step))
  const isExplained = classify(operation, control) === 'accepted' && isLocal(client.target, operation)
  if (!isExplained || !(await isTakenAsItWas(recorder, client, { refused: first, back, amounts }, right))) return control
  client.setBack(back)
  putBack(client.amounts, amounts)
  recorder.note({ ...first, role: refusedControlRole, id: `${recorder.probe}/${refusedControlRole}` })
  return control
}

/** True for a refusal, which a server error is only where a wrong request got the like: what breaks down is judged, not asked again. */
function isRefused({ controlled: { operation, opening }, recorder }: Course, control: Exchange): boolean {
  const wrong = opening && recorder.sent.get(opening.role)
  const status = control.response?.status
  return isRefusedAs(operation, control, wrong ? [wrong] : []) && (!isServerError(status) || wrong?.response?.status === status)
}

/**
 * Where the first right withdrawal is refused, on this machine, it is sent with other texts and amounts: it is open which are taken, and the
 * configured amount may have been taken before.
 */
async function askedOtherwise(course: Course, first: Exchange): Promise<Exchange> {
  const { controlled, client, recorder } = course
  const { operation } = controlled
  const isTried = operation.movesMoney && isLocal(client.target, operation) && client.spent().blown === undefined
  if (!isTried || !isRefused(course, first)) return first
  let control = first
  const isTaken = await askOtherwise(client.amounts, async () => {
    control = await recorder.send(controlStep(controlled, controlRoles.before))
    return classify(operation, control) === 'accepted'
  })
  return isTaken || control === first ? control : recorder.send(controlStep(controlled, controlRoles.before))
}

/** The first control has a connection of its own, on which others may follow. */
function controlStep({ id, right, isHarmless, stages }: Controlled, role: string): Step {
  const isFollowed = role === controlRoles.before && stages.some(({ requests }) => requests.some(({ onControl }) => onControl))
  return defined({
    role,
    build: right,
    keep: isHarmless ? undefined : role === controlRoles.before ? keepOfFirst : keepOfRight,
    connection: isFollowed ? id : undefined,
  })
}

/**
 * Sends a stage: side by side in an order of the seed, or one after another where signed times have to rise. What is worth sending because of an
 * answer follows when all are answered: what one means may show in the others.
 */
async function sendStage(recorder: Recorder, client: Client, { requests, inTurn }: Stage): Promise<void> {
  const send = async (request: ProbeRequest): Promise<readonly [ProbeRequest, Exchange]> => {
    const step: Step = defined({ ...stepOf(request, recorder.sent), connection: request.onControl ? recorder.probe : undefined })
    return [request, isRightRequest(request) ? await sendRight(recorder, client, recorder.operation, step) : await recorder.send(step)]
  }
  const follow = async ([request, exchange]: readonly [ProbeRequest, Exchange]): Promise<void> => {
    const next = request.onAnswer?.(exchange, recorder.sent, client) ? (request.next?.(client.target, recorder.sent) ?? []) : []
    if (next.length > 0) await sendStage(recorder, client, { requests: next })
  }
  const ordered = inTurn ? requests : client.seed.shuffled(`${recorder.probe}/${requests[0]?.role}`, requests)
  const isApart = () => inTurn === true || (recorder.operation.authentication.kind === 'signed' && client.order.insists === true)
  await workThrough(await workThrough(ordered, isApart(), send), isApart(), follow)
}

function stepOf(request: ProbeRequest, sent: ReadonlyMap<string, Exchange>): Step {
  const { role, build, isUnlisted } = request
  return defined({
    role,
    build: (client) => build(client, sent),
    keep: isRightRequest(request) ? keepOfRight : undefined,
    place: isUnlisted ? 'aside' : undefined,
  })
}

function recipeOf(controlled: Controlled, role: string, target: Target, exchanges: ReadonlyMap<string, Exchange>): Step | undefined {
  const control = exchanges.get(controlRoles.before)
  if (controlsAlike.includes(role)) return controlStep(controlled, role)
  if (amongRoles(controlled).includes(role)) return { role, build: controlled.right, keep: keepOfRight }
  if (role === targetClockRole) return control && targetClockStep(control, controlled.right)
  const asked = clientRoleOf(role)
  const refused = exchanges.get(role) ?? control
  if (asked) return refused && clientStep(asked, refused, controlled.right)
  const request = roleRequest(controlled, target, role)
  return request && stepOf(requestAs(request, role), exchanges)
}

/** For each that was sent early one fewer is sent again. */
function lessOften({ controlled, client: { seed }, wanted }: Course): Controlled {
  const { repeats, early } = controlled
  return repeats !== undefined && early ? { ...controlled, repeats: Math.max(0, repeats - early(seed, wanted).length) } : controlled
}

/** Why a check of no MUST is left out. */
const gaveWay =
  'The answers called for more requests than usual, so this one, on which no MUST depends, was not sent; with --only it is asked.'

function leaveOut({ controlled, client: { target }, wanted, recorder, spared }: Course): void {
  recorder.leaveOut(
    plannedRequests(controlled).flatMap(({ role, omitted }) => {
      const reason =
        wanted.has(role) && !recorder.sent.has(role) ? (omitted?.(target) ?? (spared.has(role) ? gaveWay : undefined)) : undefined
      return reason === undefined ? [] : [{ role, reason }]
    }),
  )
}
