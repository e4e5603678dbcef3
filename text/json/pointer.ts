const known = new Map<string, readonly string[]>()
const mostKnown = 1000

/** The steps of a JSON pointer (RFC 6901). Those of a document are few and wanted for every record: they are kept. */
export function pointerSteps(pointer: string): readonly string[] {
  const found = known.get(pointer)
  if (found) return found
  const [, ...escaped] = pointer.split('/')
  const steps = escaped.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  if (known.size < mostKnown) known.set(pointer, steps)
  return steps
}

export function pointerStep(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The own member of a name, or the element of an index; undefined if there is none. */
export function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined
}

/** The value that steps of own members lead to; undefined if they lead nowhere. */
export function valueAt(value: unknown, steps: readonly string[]): unknown {
  let within = value
  for (const step of steps) within = memberOf(within, step)
  return within
}

export function valueAtPointer(value: unknown, pointer: string): unknown {
  return valueAt(value, pointerSteps(pointer))
}

/** The kind of place that a pointer leads to: with `*` for the elements of lists. */
export function anyElement(pointer: string): string {
  return pointer.replace(/\/\d+(?=\/|$)/g, '/*')
}
