import type { Contract, Operation } from '../../contracts/contract.ts'
import { fieldName } from '../../contracts/fields.ts'
import { essence } from '../../contracts/media-type.ts'
import { isSigned, type PagedOperation, type SignedOperation } from '../../contracts/operation-kinds.ts'
import { isLike } from '../../contracts/wildcard.ts'
import { jsonOf } from '../../engine/evidence/body.ts'
import { classify } from '../../engine/evidence/classification.ts'
import { answersOf, type Evidence } from '../../engine/evidence/evidence.ts'
import { placesAt } from '../../engine/evidence/place.ts'
import { type Exchange, headerValue } from '../../engine/exchange.ts'
import type { Observation } from '../../engine/judging/check.ts'
import type { Json } from '../../engine/judging/outcome.ts'
import { isRationedBy, rationed, rationOf } from '../../engine/judging/refusal-judge.ts'
import type { Probe } from '../../engine/probes/probe.ts'
import { controlRoles } from '../../engine/probes/roles.ts'
import { defined } from '../../language/defined.ts'
import { shortened } from '../../text/excerpt.ts'
import { acceptedPage, isCount, type Page } from '../pages/page.ts'
import { formRole } from '../signatures/legal-forms/form-requests.ts'
import { allForms, legalForms } from '../signatures/legal-forms/legal-forms.ts'
import { type AgeSearch, ageRole, ages, future as futureAges, past as pastAges } from './ages.ts'
import { behaviours } from './probe.ts'
import { signedBehaviours } from './signed-behaviours.ts'
import { replayRole } from './signed-probe.ts'

/** The names of the observations of refusals, which stand after the operation's id. */
export const refusalNames = { status: 'refusals.status', body: 'refusals.body' } as const

/** Observations of open points that need no request of their own: the probes of the checks show them. */
export function freeObservations(contract: Contract, operation: Operation, access: Probe, pages: Probe | undefined): Observation[] {
  const answers = pages ?? access
  const observation = observationOf(contract, operation)
  return [
    observation(refusalNames.status, 'Statuses of refusals', access, refusalsBy(statusOf)),
    observation(refusalNames.body, 'Bodies of refusals', access, refusalsBy(bodyKind)),
    observation('unknown-fields', 'Fields that the source does not list', answers, unknownFields),
    observation('headers', 'Header fields of a success', answers, headerNames),
    observation('method.options', 'The method OPTIONS, without a right credential', access, roleAnswer('form.options')),
    observation('limits', 'Requests that had to wait, and what was asked of them', access, limits),
    ...shownTexts(operation).map((path) =>
      observation(`seen.${fieldName(path)}`, `Values of ${fieldName(path)}`, answers, (evidence) => distinctValues(evidence, path)),
    ),
    ...(isSigned(operation)
      ? legalForms(operation).map(({ id, title }) =>
          observation(
            `variety.${id}`,
            `A right signature with ${title}`,
            access,
            roleAnswer(formRole(id), formRole(allForms(operation).id)),
          ),
        )
      : []),
  ]
}

export function askedObservations(contract: Contract, operation: Operation, probe: Probe): Observation[] {
  const observation = observationOf(contract, operation)
  return behaviours(operation).map(({ role, title, bound }) =>
    defined({ ...observation(role, title, probe, roleAnswer(role)), bound: bound && { ...bound, role } }),
  )
}

export function signedObservations(contract: Contract, operation: SignedOperation, probe: Probe, future: Probe): Observation[] {
  const observation = observationOf(contract, operation)
  return [
    observation(replayRole, 'An accepted request sent again as it was', probe, roleAnswer(replayRole)),
    ...signedBehaviours(operation).map(({ id, title }) => observation(id, title, probe, roleAnswer(id))),
    observation('age', 'How old a timestamp may be', probe, (evidence) => bounds(evidence, pastAges)),
    observation('future', 'How far ahead a timestamp may be', future, (evidence) => bounds(evidence, futureAges)),
  ]
}

export function observationOf({ openPoints }: Contract, operation: Pick<Operation, 'id'>) {
  return (name: string, title: string, probe: Probe, observe: Observation['observe']): Observation => {
    const open = openPoints.find(
      (point) => (point.operation ?? operation.id) === operation.id && point.observedBy?.some((pattern) => isLike(pattern, name)),
    )
    return defined({ id: `${operation.id}.${name}`, title, probe, observe, about: open?.id })
  }
}

/** Free texts of a success with few values: those about which the document leaves something open, and names in upper case. */
function shownTexts({ success }: Operation): (readonly string[])[] {
  return success.fields.filter(({ schema }) => schema['x-open'] !== undefined || schema.format === 'upper-snake').map(({ path }) => path)
}

/** How one request was answered, or the one that stands for it where it was not sent. */
function roleAnswer(role: string, instead = role) {
  return (evidence: Evidence): Json | undefined => {
    const exchange = evidence.exchanges.get(role) ?? evidence.exchanges.get(instead)
    if (!exchange) return undefined
    const { response } = exchange
    const classification = classify(evidence.operation, exchange)
    if (response && isRationedBy(rationOf(evidence), exchange)) return { answer: 'unanswered', status: response.status, why: rationed }
    if (!response) return { answer: classification, why: exchange.failure?.message ?? '' }
    const page =
      evidence.operation.pagination && classification === 'accepted'
        ? acceptedPage(evidence.operation as PagedOperation, exchange)
        : undefined
    const granted = page && pageOf(page)
    const allowed = headerValue(response.headers, 'allow')
    return defined({
      answer: classification,
      status: response.status,
      ...granted,
      allow: allowed === undefined ? undefined : shortened(allowed),
    })
  }
}

/** The size of a page, and how many records it holds where that is not what its size and the total imply: lists grow from run to run. */
function pageOf({ size, total, count = 0 }: Page): Readonly<Record<string, Json>> {
  const implied = isCount(size) && isCount(total) ? Math.min(size, total) : undefined
  return defined({ size: typeof size === 'number' ? size : null, records: count === implied ? undefined : count })
}

/** The two neighbours between which a target decides on a timestamp, in seconds; undefined if it accepts no right request. */
function bounds({ operation, exchanges }: Evidence, search: AgeSearch): Json | undefined {
  const control = exchanges.get(controlRoles.before)
  if (control && classify(operation, control) !== 'accepted') return undefined
  const tried = ages.flatMap((seconds) => {
    const exchange = exchanges.get(ageRole(search, seconds))
    return exchange ? [{ seconds, answer: classify(operation, exchange) }] : []
  })
  if (tried.length === 0) return undefined
  const seconds = (answer: string) => tried.filter((each) => each.answer === answer).map((each) => each.seconds)
  const [accepted, refused] = [seconds('accepted'), seconds('refused')]
  return {
    acceptedSeconds: accepted.length > 0 ? Math.max(...accepted) : null,
    refusedSeconds: refused.length > 0 ? Math.min(...refused) : null,
  }
}

const ordinaryHeaders = new Set(['content-type', 'content-length', 'date', 'connection', 'keep-alive', 'transfer-encoding'])

function headerNames(evidence: Evidence): Json | undefined {
  const answers = answersOf(evidence)
  if (answers.length === 0) return undefined
  const names = answers.flatMap(({ response }) => (response?.headers ?? []).map(([name]) => name.toLowerCase()))
  return [...new Set(names)]
    .filter((name) => !ordinaryHeaders.has(name))
    .sort()
    .slice(0, 50)
    .map((name) => shortened(name))
}

/** How the target limits requests; null where none had to wait, so that comparisons show the difference. */
function limits({ exchanges }: Evidence): Json {
  const waited = [...exchanges.values()].filter(({ repeats }) => repeats > 0)
  return waited.length === 0 ? null : { requests: waited.length }
}

function refusalsBy(kindOf: (exchange: Exchange) => string): Observation['observe'] {
  return ({ operation, exchanges }) => {
    const found = [...exchanges].filter(([, exchange]) => exchange.response && classify(operation, exchange) === 'refused')
    const groups = [...Map.groupBy(found, ([, exchange]) => kindOf(exchange))]
    if (groups.length === 0) return undefined
    return Object.fromEntries(
      groups.map(([kind, alike]) => [kind, alike.length === found.length ? 'every refusal' : alike.map(([role]) => role)]),
    )
  }
}

function statusOf({ response }: Exchange): string {
  return String(response?.status)
}

/** What a body is, without what changes from one refusal to the next: its media type and its top-level names. */
function bodyKind({ response }: Exchange): string {
  if (!response || response.body.length === 0) return 'empty'
  const given = headerValue(response.headers, 'content-type')
  const type = given === undefined ? 'no media type' : essence(given)
  const { value } = jsonOf(response)
  if (typeof value !== 'object' || value === null) return shortened(type)
  return shortened(`${type}: ${Array.isArray(value) ? 'array' : `{${Object.keys(value).slice(0, 8).join(', ')}}`}`)
}

function distinctValues(evidence: Evidence, path: readonly string[]): Json | undefined {
  const values = new Set<string>()
  for (const { response } of answersOf(evidence)) {
    if (response)
      for (const { value } of placesAt(jsonOf(response).value, path))
        if (typeof value === 'string' && values.size < 20) values.add(shortened(value))
  }
  return values.size > 0 ? [...values].sort() : undefined
}

function unknownFields(evidence: Evidence): Json | undefined {
  const paths = evidence.operation.success.fields.map(({ path }) => path)
  const known = new Set(paths.flatMap((path) => path.map((_, index) => path.slice(0, index + 1).join('/'))))
  const found = new Set<string>()
  for (const { response } of answersOf(evidence)) {
    if (response) collectUnknown(jsonOf(response).value, [], known, found)
  }
  return [...found].sort()
}

const listed = 50
const looked = 200

function collectUnknown(value: unknown, path: readonly string[], known: ReadonlySet<string>, found: Set<string>): void {
  if (found.size >= listed || typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    const at = [...path, '*']
    if (known.has(at.join('/'))) for (const element of value.slice(0, looked)) collectUnknown(element, at, known, found)
    return
  }
  for (const [name, member] of Object.entries(value)) {
    const at = [...path, name]
    if (known.has(at.join('/'))) collectUnknown(member, at, known, found)
    else if (found.size < listed) found.add(shortened(fieldName(at)))
  }
}
