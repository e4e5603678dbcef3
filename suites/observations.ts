import type { Contract, Operation } from '../contracts/contract.ts'
import { fieldName } from '../contracts/fields.ts'
import { jsonOf } from './body.ts'
import type { Observation } from './check.ts'
import { classify } from './classification.ts'
import { answersOf, type Evidence } from './evidence.ts'
import { shortened } from './excerpt.ts'
import { type Exchange, headerValue } from './exchange.ts'
import type { Json } from './outcome.ts'
import type { Probe } from './probe.ts'

/** What the probes of the checks show of the open points anyway. */
export function observations(contract: Contract, operation: Operation, admission: Probe, pages: Probe | undefined): Observation[] {
  const answers = pages ?? admission
  const open = new Set(contract.openPoints.map(({ id }) => id))
  const all: Observation[] = [
    {
      id: `${operation.id}.refusals.status`,
      about: 'errors.status',
      title: 'Statuses of refusals',
      probe: admission,
      observe: refusalStatuses,
    },
    { id: `${operation.id}.refusals.body`, about: 'errors.body', title: 'Bodies of refusals', probe: admission, observe: refusalBodies },
    {
      id: `${operation.id}.unknown-fields`,
      about: 'records.unlisted',
      title: 'Fields that the source does not list',
      probe: answers,
      observe: (evidence) => unknownFields(evidence, answers),
    },
    ...shownValues(operation, answers),
  ]
  return all.filter(({ about }) => about === undefined || open.has(about))
}

/** Values of the fields about which the document leaves something open. */
function shownValues(operation: Operation, probe: Probe): Observation[] {
  return operation.success.fields.flatMap(({ path, schema }) => {
    const points = (schema['x-open'] ?? []) as readonly { readonly id: string; readonly unobservable?: string }[]
    return points
      .filter(({ unobservable }) => unobservable === undefined)
      .map(({ id }) => ({
        id: `${id}.seen`,
        about: id,
        title: `Values of ${fieldName(path)}`,
        probe,
        observe: (evidence: Evidence) => distinctValues(evidence, probe, path),
      }))
  })
}

function refusals(evidence: Evidence): [string, Exchange][] {
  return [...evidence.exchanges].filter(([, exchange]) => exchange.response && classify(evidence.operation, exchange) === 'refused')
}

function refusalStatuses(evidence: Evidence): Json | undefined {
  const found = refusals(evidence)
  if (found.length === 0) return undefined
  return grouped(found, ({ response }) => String(response?.status))
}

function refusalBodies(evidence: Evidence): Json | undefined {
  const found = refusals(evidence)
  if (found.length === 0) return undefined
  return grouped(found, bodyKind)
}

/** What a body is, without what changes from one refusal to the next: its media type and its top-level names. */
function bodyKind({ response }: Exchange): string {
  if (!response || response.body.length === 0) return 'empty'
  const type = headerValue(response.headers, 'content-type')?.split(';')[0]?.trim() ?? 'no media type'
  const { value } = jsonOf(response)
  if (typeof value !== 'object' || value === null) return shortened(type)
  return shortened(`${type}: ${Array.isArray(value) ? 'array' : `{${Object.keys(value).slice(0, 8).join(', ')}}`}`)
}

function grouped(found: readonly [string, Exchange][], kindOf: (exchange: Exchange) => string): Json {
  const groups = new Map<string, string[]>()
  for (const [role, exchange] of found) {
    const kind = kindOf(exchange)
    groups.set(kind, [...(groups.get(kind) ?? []), role])
  }
  return Object.fromEntries([...groups].map(([kind, roles]) => [kind, roles.length === found.length ? 'every refusal' : roles]))
}

function distinctValues(evidence: Evidence, probe: Probe, path: readonly string[]): Json | undefined {
  const values = new Set<string>()
  for (const { response } of answersOf(evidence, probe.isRight)) {
    if (response)
      for (const value of valuesAt(jsonOf(response).value, path))
        if (typeof value === 'string' && values.size < 20) values.add(shortened(value))
  }
  return values.size > 0 ? [...values].sort() : undefined
}

function unknownFields(evidence: Evidence, probe: Probe): Json | undefined {
  const known = new Set(evidence.operation.success.fields.map(({ path }) => path.join('/')))
  const found = new Set<string>()
  for (const { response } of answersOf(evidence, probe.isRight)) {
    if (response) collectUnknown(jsonOf(response).value, [], known, found)
  }
  return [...found].sort()
}

const listed = 50
const looked = 200

function collectUnknown(value: unknown, path: readonly string[], known: ReadonlySet<string>, found: Set<string>): void {
  if (found.size >= listed || typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const element of value.slice(0, looked)) collectUnknown(element, [...path, '*'], known, found)
    return
  }
  for (const [name, member] of Object.entries(value)) {
    const at = [...path, name]
    if (known.has(at.join('/'))) collectUnknown(member, at, known, found)
    else if (found.size < listed) found.add(shortened(fieldName(at)))
  }
}

function valuesAt(value: unknown, path: readonly string[]): unknown[] {
  const [step, ...rest] = path
  if (step === undefined) return [value]
  if (step === '*') return Array.isArray(value) ? value.flatMap((element) => valuesAt(element, rest)) : []
  return typeof value === 'object' && value !== null && Object.hasOwn(value, step)
    ? valuesAt((value as Record<string, unknown>)[step], rest)
    : []
}
