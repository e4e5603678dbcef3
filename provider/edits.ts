import { isObject, pointerSteps } from '../text/json/pointer.ts'

/** A copy in which another value stands at a JSON pointer; undefined takes the member away. */
export function withValue(value: unknown, pointer: string, replacement: unknown): unknown {
  return edited(value, pointerSteps(pointer), () => replacement)
}

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
