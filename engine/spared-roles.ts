import type { Client } from './client/client.ts'
import { type PlannedProbe, turnOf } from './plan.ts'

/** By the ids of probes, the roles that give way. */
export type SparedRoles = ReadonlyMap<string, ReadonlySet<string>>

interface Course {
  readonly client: Client
  readonly probes: readonly PlannedProbe[]
  /** How many requests more than a run may send were or are still to be sent, if none gives way. */
  readonly over: number
  /** True for a target that broke down: it is warned of that, however much was sent. */
  readonly isBroken?: boolean
}

interface Role {
  readonly probe: string
  readonly role: string
  readonly isLate: boolean
  readonly isRight: boolean
  /** What needs it: nothing but an observation, a SHOULD, a MUST that others judge as well, or one that none else does. */
  readonly need: 'observed' | 'advised' | 'extended' | 'required'
}

const most = { ofOperation: 150, operations: 3 }
/** For how many requests that follow from answers there is room in any case: what such an answer seems to tell is found out. */
const unforeseen = 15

/** The most that a run sends, where enough can give way: as many for each operation, and for so many at least. */
export function mostRequests(probes: readonly PlannedProbe[]): number {
  const operations = new Set(probes.map(({ probe }) => probe.operation.id))
  return most.ofOperation * Math.max(most.operations, operations.size)
}

/**
 * The roles that give way among those that run late: first what only observes, then what only warns, then what is right, as its answer is judged, and
 * last what others judge as well.
 */
export function spareLate(course: Course): SparedRoles {
  return spare(course, course.over, () => yieldingLate(course))
}

/** The roles that give way where those that run late do not suffice: what others judge as well, as the seed has it. */
export function spareEarly(course: Course): SparedRoles {
  const extended = () => rolesOf(course).filter(({ isLate, isRight, need }) => !isLate && !isRight && need === 'extended')
  const spared = spare(course, course.over + unforeseen - yieldingLate(course).length, () =>
    course.client.seed.shuffled('spared', extended()),
  )
  if (spared.size > 0) course.client.sparing.leeway += unforeseen
  return spared
}

function spare({ client: { sparing } }: Course, over: number, yielding: () => readonly Role[]): SparedRoles {
  const spared = sparing.isAllowed && over > 0 ? yielding().slice(0, over) : []
  sparing.spared += spared.length
  if (sparing.isAllowed) sparing.leeway = Math.max(0, -over)
  return new Map([...Map.groupBy(spared, ({ probe }) => probe)].map(([probe, own]) => [probe, new Set(own.map(({ role }) => role))]))
}

function yieldingLate(course: Course): Role[] {
  const late = rolesOf(course).filter(({ isLate }) => isLate)
  const observed = late.filter(({ need }) => need === 'observed')
  return [
    ...observed.filter(({ isRight }) => !isRight),
    ...(course.isBroken ? [] : late.filter(({ need }) => need === 'advised')),
    ...observed.filter(({ isRight }) => isRight),
    ...late.filter(({ need }) => need === 'extended'),
  ]
}

function rolesOf({ client: { target }, probes }: Course): Role[] {
  return probes.flatMap(({ probe, wanted, advised, extended }) => {
    const needOf = (role: string) =>
      advised.has(role) ? 'advised' : extended.has(role) ? 'extended' : wanted.has(role) ? 'required' : 'observed'
    const own = { probe: probe.id, isLate: turnOf(probe) !== 'judging' }
    return (probe.spares?.(wanted, target) ?? []).map((role) => ({ ...own, role, isRight: probe.isRight(role), need: needOf(role) }))
  })
}
