import { isObject, pointerStep, pointerSteps } from '../../spec/pointer.ts'

/** A value in a body, and the JSON pointer to it. */
export interface Place {
  readonly pointer: string
  readonly value: unknown
}

/** All places at a path; `*` in it stands for any element. */
export function* placesAt(value: unknown, path: readonly string[], pointer = ''): Generator<Place> {
  const [step, ...rest] = path
  if (step === undefined) yield { pointer, value }
  else if (step !== '*') {
    const next = valueAt(value, [step])
    if (next !== undefined) yield* placesAt(next, rest, `${pointer}/${pointerStep(step)}`)
  } else if (Array.isArray(value)) {
    const isLast = rest.length === 0 // lists are long: their elements take no generator each
    for (let index = 0; index < value.length; index += 1) {
      const place: Place = { pointer: `${pointer}/${index}`, value: value[index] }
      if (isLast) yield place
      else yield* placesAt(place.value, rest, place.pointer)
    }
  }
}

/** True where the body holds an object that the field at a path should stand in. */
export function hasPlace(body: unknown, path: readonly string[]): boolean {
  for (const { value } of placesAt(body, path.slice(0, -1))) if (isObject(value)) return true
  return false
}

/** How many places a body has for the field at a path: the objects that it should stand in, the elements of the lists that it names. */
export function countPlaces(body: unknown, path: readonly string[], from = 0): number {
  const step = path[from]
  if (step === undefined || from === path.length - 1) return step === '*' ? elementsOf(body).length : Number(isObject(body))
  if (step !== '*') return countPlaces(memberOf(body, step), path, from + 1)
  return elementsOf(body).reduce<number>((sum, element) => sum + countPlaces(element, path, from + 1), 0)
}

function elementsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** The value that steps of own members lead to; undefined where they lead nowhere. */
export function valueAt(value: unknown, steps: readonly string[]): unknown {
  let within = value
  for (const step of steps) within = memberOf(within, step)
  return within
}

/** The own member of a name; undefined where there is none. */
export function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined
}

/** The value at a JSON pointer. */
export function at(value: unknown, pointer: string): unknown {
  return valueAt(value, pointerSteps(pointer))
}
