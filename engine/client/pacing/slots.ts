interface Slots {
  /** Runs a task once a slot is free: urgent ones first, the others in the order in which they came. */
  take<T>(urgent: boolean, task: () => Promise<T>): Promise<T>
}

interface State {
  readonly count: number
  /** How many slots requests may take that are not urgent. */
  readonly mostPatient: number
  readonly waiting: { readonly urgent: (() => void)[]; readonly patient: (() => void)[] }
  taken: number
  takenByPatient: number
}

/** A quarter of the slots is reserved for urgent tasks. */
export function createSlots(count: number): Slots {
  const mostPatient = Math.max(1, Math.floor((3 * count) / 4))
  const state: State = { count, mostPatient, waiting: { urgent: [], patient: [] }, taken: 0, takenByPatient: 0 }
  return {
    take: async (urgent, task) => {
      if (isFree(state, urgent)) enter(state, urgent)
      else await new Promise<void>((resolve) => state.waiting[urgent ? 'urgent' : 'patient'].push(resolve))
      try {
        return await task()
      } finally {
        leave(state, urgent)
      }
    },
  }
}

function isFree({ count, mostPatient, taken, takenByPatient }: State, urgent: boolean): boolean {
  return taken < count && (urgent || takenByPatient < mostPatient)
}

function enter(state: State, urgent: boolean): void {
  state.taken += 1
  if (!urgent) state.takenByPatient += 1
}

function leave(state: State, urgent: boolean): void {
  state.taken -= 1
  if (!urgent) state.takenByPatient -= 1
  admit(state, state.waiting.urgent, true)
  admit(state, state.waiting.patient, false)
}

function admit(state: State, queue: (() => void)[], urgent: boolean): void {
  while (isFree(state, urgent)) {
    const next = queue.shift()
    if (!next) return
    enter(state, urgent)
    next()
  }
}
