import { isObject, pointerStep, pointerSteps } from '../../spec/pointer.ts'

/** A value in a body, and the JSON pointer to it. */
export interface Place {
  readonly pointer: string
  readonly value: unknown
}

/** The places at a path, in which `*` is any element. */
export function* placesAt(value: unknown, path: readonly string[], pointer = ''): Generator<Place> {
  const [step, ...rest] = path
  if (step === undefined) yield { pointer, value }
  else if (step !== '*') {
    const next = valueAt(value, [step])
    if (next !== undefined) yield* placesAt(next, rest, `${pointer}/${pointerStep(step)}`)
  } else if (Array.isArray(value)) {
    for (const [index, element] of value.entries()) yield* placesAt(element, rest, `${pointer}/${index}`)
  }
}

/** True where the body holds an object that the field at a path should stand in. */
export function hasPlace(body: unknown, path: readonly string[]): boolean {
  for (const { value } of placesAt(body, path.slice(0, -1))) if (isObject(value)) return true
  return false
}

/** The own member that steps lead to; undefined where they lead nowhere. */
export function valueAt(value: unknown, steps: readonly string[]): unknown {
  return steps.reduce<unknown>(
    (within, step) =>
      typeof within === 'object' && within !== null && Object.hasOwn(within, step) ? (within as Record<string, unknown>)[step] : undefined,
    value,
  )
}

/** The value at a JSON pointer. */
export function at(value: unknown, pointer: string): unknown {
  return valueAt(value, pointerSteps(pointer))
}
