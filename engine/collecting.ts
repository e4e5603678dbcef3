import { isSigned } from '../contracts/operation-kinds.ts'
import type { Client } from './client/client.ts'
import { classify } from './evidence/classification.ts'
import type { Evidence } from './evidence/evidence.ts'
import { rightExchanges } from './evidence/right-exchanges.ts'
import { agentFiltersOf } from './judging/doubts/agent-filters.ts'
import { openingTurns, type PlannedProbe, phases, queues } from './plan.ts'
import { clientStep } from './probes/control-tries.ts'
import { grantSize } from './probes/granted-size.ts'
import type { Phase, ProbeCourse } from './probes/probe.ts'
import { ordinaryRequest } from './probes/request.ts'
import { laterRole } from './probes/roles.ts'
import { createRecorder } from './probes/steps.ts'
import { type SparedRoles, spareRoles } from './spared-roles.ts'
import { isLocal } from './target.ts'
import { askUntold } from './untold-requests.ts'

/**
 * Runs the probes, phase by phase: those of a phase side by side, but one after another where the target wants rising timestamps. What the
 * observing ones send last goes out beside the next phase. Gives what they recorded by their ids, in the order of the plan, and what kept a
 * probe from its end, which no target may do, in a sentence each.
 */
export async function collect(client: Client, probes: readonly PlannedProbe[]) {
  const opened = await open(client, probes)
  const early = sendEarly(probes, opened)
  const evidence = new Map<string, Evidence>()
  const faults: string[] = []
  const trails: Promise<void>[] = []
  let spared: SparedRoles = new Map()
  const send = async (planned: PlannedProbe) => {
    const { probe } = planned
    const course = opened.get(probe.id) ?? courseOf(client, planned)
    const keep = () => void evidence.set(probe.id, { ...course.recorder.recorded(), probe })
    const breakOff = (cause: unknown) => {
      faults.push(`The probe ${probe.id} broke off, which is a fault in Assay: ${(cause as Error).message}`)
    }
    const trail = async (sending: Promise<unknown>) => {
      const kept = sending.then(keep, breakOff)
      trails.push(kept)
      if (isSigned(probe.operation) && client.order.insists !== false) await kept
    }
    try {
      if (!isSigned(probe.operation)) await early
      await probe.run({ ...course, spared: spared.get(probe.id) ?? course.spared, earlier: evidence, trail })
      keep()
    } catch (cause) {
      breakOff(cause)
    }
  }
  const sendInTurn = async (queue: readonly PlannedProbe[]) => {
    for (const planned of queue) await send(planned)
  }
  const sendAll = (phase: Phase, chosen: readonly PlannedProbe[]) =>
    Promise.all(queues(chosen, phase, client.order.insists).map(sendInTurn))
  for (const phase of phases) {
    await sendAll(phase, probes)
    if (phase !== 'observing') await Promise.all(trails)
    if (phase !== 'judging') continue
    await sendAll(phase, await ofGrantedSizes(client, probes, evidence))
    spared = spareRoles(client, probes, evidence)
  }
  const untold = await askUntold(client, probes, evidence, (planned) => createRecorder(client, planned.probe))
  for (const each of untold) evidence.set(each.probe.id, each)
  await askTurnedClients(client, probes, evidence)
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

/**
 * Asks once more, after all else, as a client that operations seem to turn away by its name: where it is served, its name was not the reason.
 * Elsewhere than on this machine no withdrawal is sent for that.
 */
async function askTurnedClients(client: Client, probes: readonly PlannedProbe[], evidence: Map<string, Evidence>): Promise<void> {
  const exchanges = [...evidence.values()].flatMap((one) => [...one.exchanges.values()])
  for (const { operation, turned } of agentFiltersOf(rightExchanges(probes, exchanges), exchanges)) {
    const [refused] = turned
    const planned = probes.find(({ probe }) => probe.operation === operation && probe.isRight(laterRole) && evidence.has(probe.id))
    const known = planned && evidence.get(planned.probe.id)
    if (!refused || !known || (operation.movesMoney && !isLocal(client.target, operation))) continue
    const step = clientStep(laterRole, refused, () => ordinaryRequest(operation, client))
    const exchange = await courseOf(client, planned).recorder.send(step)
    // Another refusal tells nothing new, and no answer nothing at all: it would hide what was told before.
    if (classify(operation, exchange) !== 'accepted') continue
    evidence.set(planned.probe.id, { ...known, exchanges: new Map([...known.exchanges, [laterRole, exchange]]) })
  }
}

function courseOf(client: Client, { probe, wanted }: PlannedProbe): ProbeCourse {
  const recorder = createRecorder(client, probe)
  return { client, recorder, wanted, spared: new Set(), earlier: new Map(), trail: async (sending) => void (await sending) }
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
