import { isObject, memberOf, pointerSteps } from '../spec/json/pointer.ts'

export function valueAtPointer(value: unknown, pointer: string): unknown {
  return steps(pointer).reduce(memberOf, value)
}

/** A copy in which another value stands at a JSON pointer; undefined takes the member away. */
export function withValue(value: unknown, pointer: string, replacement: unknown): unknown {
  return edited(value, steps(pointer), () => replacement)
}

/** Which elements of a list an edit reaches. */
type Which = 'all' | 'last'

/** A copy in which whatever stands at a path (`*` for elements) is changed; undefined takes a member away. */
export function edited(value: unknown, path: readonly string[], change: (value: unknown) => unknown, which: Which = 'all'): unknown {
  const [step, ...rest] = path
  if (step === undefined) return change(value)
  if (Array.isArray(value)) {
    const isReached = (index: number) => (step === '*' ? which === 'all' || index === value.length - 1 : index === Number(step))
    return value.map((item, index) => (isReached(index) ? edited(item, rest, change, which) : item))
  }
  if (!isObject(value)) return value
  return { ...value, [step]: edited(value[step], rest, change, which) }
}

const known = new Map<string, readonly string[]>()

/** Cached: the pointers come from the document, are few, and are used for every record. */
function steps(pointer: string): readonly string[] {
  const found = known.get(pointer)
  if (found) return found
  const parsed = pointerSteps(pointer)
  known.set(pointer, parsed)
  return parsed
}
