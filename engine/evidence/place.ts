import { isObject, memberOf, pointerStep, valueAt } from '../../text/json/pointer.ts'

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

/** How many objects stand at a path; `*` in it stands for any element. */
export function countObjects(value: unknown, path: readonly string[], from = 0): number {
  const step = path[from]
  if (step === undefined) return isObject(value) ? 1 : 0
  if (step !== '*') return countObjects(memberOf(value, step), path, from + 1)
  const elements: readonly unknown[] = Array.isArray(value) ? value : []
  return elements.reduce<number>((sum, element) => sum + countObjects(element, path, from + 1), 0)
}
