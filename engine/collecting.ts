import { isSigned } from '../contracts/operation-kinds.ts'
import { isServerError, saysLater } from '../contracts/statuses.ts'
import type { Client } from './client/client.ts'
import type { Evidence } from './evidence/evidence.ts'
import type { Exchange } from './exchange.ts'
import { openingTurns, type PlannedProbe, phases, queues, turnOf } from './plan.ts'
import { grantSize } from './probes/granted-size.ts'
import { type Phase, type ProbeCourse, totalCost } from './probes/probe.ts'
import { createRecorder } from './probes/steps.ts'
import { mostRequests, spareEarly, spareLate } from './spared-roles.ts'

/**
 * Runs the probes, phase by phase: those of a phase side by side, but one after another where the target wants rising timestamps. Gives what
 * they recorded by their ids, in the order of the plan, and what kept a probe from its end, which no target may do, in a sentence each.
 */
export async function collect(client: Client, probes: readonly PlannedProbe[]) {
  const most = mostRequests(probes)
  const opened = await open(client, probes)
  const early = sendEarly(probes, opened)
  const foreseen = early.then(() => foresee(client, probes, opened))
  const evidence = new Map<string, Evidence>()
  const faults: string[] = []
  let sparing = foreseen.then((more) => spareEarly({ client, probes, over: ordinaryOf(probes) + more - most }))
  const send = async (planned: PlannedProbe) => {
    const { probe } = planned
    try {
      if (!isSigned(probe.operation)) await (probe.foresee ? foreseen : early)
      const recorder = opened.get(probe.id)?.recorder ?? createRecorder(client, probe)
      if (probe.foresee) opened.delete(probe.id)
      await probe.run({ ...courseOf(client, planned, recorder), spared: (roles) => sparedOf(planned, roles) })
      evidence.set(probe.id, { ...recorder.recorded(), probe })
    } catch (cause) {
      faults.push(`The probe ${probe.id} broke off, which is a fault in Assay: ${(cause as Error).message}`)
    }
  }
  // Only those that may give way wait for what is foreseen.
  const sparedOf = async ({ probe, extended }: PlannedProbe, roles: readonly string[]) => {
    if (turnOf(probe) === 'judging' && !roles.some((role) => extended.has(role))) return none
    return (await sparing).get(probe.id)?.intersection(new Set(roles)) ?? none
  }
  const sendInTurn = async (queue: readonly PlannedProbe[]) => {
    for (const planned of queue) await send(planned)
  }
  const sendAll = (phase: Phase, chosen: readonly PlannedProbe[]) =>
    Promise.all(queues(chosen, phase, client.order.insists).map(sendInTurn))
  for (const phase of phases) {
    await sendAll(phase, probes)
    if (phase !== 'judging') continue
    await sendAll(phase, await ofGrantedSizes(client, probes, evidence))
    const [done = [], late = []] = [true, false].map((isDone) => probes.filter(({ probe }) => evidence.has(probe.id) === isDone))
    // Where more was sent than planned, one more is likely to follow.
    const more = client.sparing.sent > ordinaryOf(done) ? 1 : 0
    const isBroken = [...evidence.values()].some(({ exchanges }) => exchanges.values().some(isBreakdown))
    sparing = Promise.resolve(spareLate({ client, probes: late, over: client.sparing.sent + ordinaryOf(late) + more - most, isBroken }))
  }
  const inOrder = probes.flatMap(({ probe: { id } }) => {
    const found = evidence.get(id)
    return found ? [[id, found] as const] : []
  })
  return { evidence: new Map(inOrder), faults }
}

/** The probes of lists of which pages of another size than the ordinary one are granted: all that they asked is asked again. */
async function ofGrantedSizes(client: Client, probes: readonly PlannedProbe[], evidence: ReadonlyMap<string, Evidence>) {
  const found = await Promise.all(
    [...Map.groupBy(probes, ({ probe }) => probe.operation)].map(async ([operation, own]) => {
      if (!operation.pagination) return []
      const asked = own.flatMap(({ probe }) => evidence.get(probe.id) ?? [])
      return (await grantSize(client, operation, asked)) ? own : []
    }),
  )
  return found.flat()
}

const none: ReadonlySet<string> = new Set()

function courseOf(client: Client, { probe, wanted, extended }: PlannedProbe, recorder = createRecorder(client, probe)): ProbeCourse {
  const mayFollow = (role: string, count: number) => {
    if (extended.has(role) && client.sparing.leeway < count) return false
    client.sparing.leeway -= count
    return true
  }
  return { client, recorder, wanted, spared: async () => none, mayFollow }
}

/** Sends what opens the run, before any right request: signed requests one by one, the others beside the first. */
async function open(client: Client, probes: readonly PlannedProbe[]): Promise<Map<string, ProbeCourse>> {
  const opened = new Map<string, ProbeCourse>()
  for (const turn of openingTurns(probes)) {
    const courses = turn.map((planned) => ({ ...planned.probe, course: courseOf(client, planned) }))
    await Promise.all(courses.map(({ opening, course }) => opening?.send(course)))
    for (const { id, course } of courses) opened.set(id, course)
  }
  return opened
}

/** Signed requests, which form the longest chain, do not wait for these. */
async function sendEarly(probes: readonly PlannedProbe[], opened: ReadonlyMap<string, ProbeCourse>): Promise<void> {
  await Promise.all(
    probes.map(async ({ probe: { id, opening } }) => {
      const course = opened.get(id)
      if (course) await opening?.sendEarly(course)
    }),
  )
}

/** How many requests more than ordinarily will be sent, as the first pages of lists tell, and other answers of that kind. */
async function foresee(client: Client, probes: readonly PlannedProbe[], opened: Map<string, ProbeCourse>): Promise<number> {
  const more = await Promise.all(
    probes.map(async (planned) => {
      const { foresee, id } = planned.probe
      if (!foresee) return 0
      const course = courseOf(client, planned)
      opened.set(id, course)
      return foresee(course)
    }),
  )
  return more.reduce((sum, each) => sum + each, 0)
}

function ordinaryOf(probes: readonly PlannedProbe[]): number {
  return totalCost(probes.map(({ cost }) => cost)).ordinary
}

function isBreakdown({ response }: Exchange): boolean {
  return isServerError(response?.status) && !saysLater(response?.status)
}
