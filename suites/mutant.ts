import type { Operation } from '../contracts/contract.ts'
import type { Mutant } from '../provider/mutant.ts'
import type { Received } from '../provider/received.ts'

export interface MutantDraft {
  readonly id: string
  readonly title: string
  /** The checks that catch it, without the operation's id; a function if they take time to work out. */
  readonly caughtBy: readonly string[] | (() => readonly string[])
  readonly hooks: Mutant['hooks']
  readonly level?: Mutant['level'] | undefined
  readonly behaviour?: Mutant['behaviour']
  readonly isObserved?: boolean | undefined
}

export function mutant(operation: Operation, { id, title, caughtBy, hooks, level = 'MUST', behaviour, isObserved }: MutantDraft): Mutant {
  let known: readonly string[] | undefined
  return {
    name: `${operation.id}.${id}`,
    title,
    level,
    operation: operation.id,
    get caughtBy() {
      known ??= (typeof caughtBy === 'function' ? caughtBy() : caughtBy).map((check) => `${operation.id}.${check}`)
      return known
    },
    hooks,
    behaviour,
    isObserved,
  }
}

/** Makes a mutant that is caught by the checks that are named, or by one. */
export type MakeCaught = (id: string, title: string, caughtBy: string | readonly string[], hooks: Mutant['hooks']) => Mutant

export function mutantMaker(operation: Operation): MakeCaught {
  return (id, title, caughtBy, hooks) => mutant(operation, { id, title, caughtBy: [caughtBy].flat(), hooks })
}

/** The same, where only a request that is sent to observe something shows it. */
export function seenByObserving(made: Mutant): Mutant {
  return { ...made, isObserved: true }
}

/** Makes a mutant of an area of checks, which knows by which of these it is caught. */
export type MakeMutant = (id: string, title: string, hooks: Mutant['hooks']) => Mutant

/** Makes mutants of an area, each caught by the checks that follow from its hooks. */
export function mutantsOfArea(operation: Operation, area: string, caughtBy: (hooks: Mutant['hooks']) => readonly string[]): MakeMutant {
  return (id, title, hooks) => mutant(operation, { id: `${area}.${id}`, title, caughtBy: () => caughtBy(hooks), hooks })
}

/** A request with another value in a header, which stands in it once. */
export function withHeader(request: Received, name: string, value: string): Received {
  const others = request.written.filter((each) => each.toLowerCase() !== name.toLowerCase())
  return { ...request, headers: { ...request.headers, [name.toLowerCase()]: value }, written: [...others, name] }
}
