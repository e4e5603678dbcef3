import type { Field, Operation, RefusalForm } from '../../contracts/contract.ts'
import { formOf, isBroughtAbout, isNamedStatus, statusWords } from '../../contracts/derivation/refusal-requirements.ts'
import { fieldName, ownName } from '../../contracts/fields.ts'
import { propertiesOf } from '../../contracts/schemas/schema-parts.ts'
import { fits } from '../../contracts/schemas/violations.ts'
import { jsonOf } from '../../engine/evidence/body.ts'
import { classify } from '../../engine/evidence/classification.ts'
import { acceptedOf, type Evidence, Inconclusive, LeftOut } from '../../engine/evidence/evidence.ts'
import type { Shapes } from '../../engine/evidence/shape.ts'
import type { ReceivedResponse, SentRequest } from '../../engine/exchange.ts'
import type { Check } from '../../engine/judging/check.ts'
import { type Finding, foundIn, merged } from '../../engine/judging/outcome.ts'
import type { Probe } from '../../engine/probes/probe.ts'
import { controlRoles } from '../../engine/probes/roles.ts'
import { jsonValue } from '../../text/json/json-text.ts'
import { isObject } from '../../text/json/pointer.ts'
import { mediaTypeFindings } from '../answers/checks.ts'

/** Checks of how refusals look, where the document says so: of wrong credentials by the probe that tries them, of inputs by theirs. */
export function refusalChecks(operation: Operation, access: Probe, inputs: Probe, shapes: Shapes): Check[] {
  const { refusals, authentication, bounds } = operation
  const denies = authentication.kind !== 'none' && refusals.credentials.length > 0
  return [
    ...(denies
      ? [statusCheck(access, { id: 'refusal.status', what: 'Wrong credentials', statuses: refusals.credentials }, hasTakenInputs)]
      : []),
    ...(bounds.length > 0 && refusals.inputs.length > 0
      ? [statusCheck(inputs, { id: 'input.status', what: 'Wrong inputs', statuses: refusals.inputs })]
      : []),
    ...refusals.forms
      .filter((form) => isBroughtAbout(operation, form))
      .flatMap((form) => {
        const byCredentials = denies && refusals.credentials.some((status) => form.statuses.includes(status))
        return formChecks(byCredentials ? access : inputs, form, shapes)
      }),
  ]
}

type Refused = { readonly id: string; readonly response: ReceivedResponse }

function statusCheck(
  probe: Probe,
  { id, what, statuses }: { readonly id: string; readonly what: string; readonly statuses: readonly string[] },
  isAbout: typeof hasTakenInputs = () => true,
): Check {
  const words = statusWords(statuses)
  return check(probe, id, `${what} are refused with ${words}`, function* (evidence) {
    yield* merged(
      refusedIn(evidence, isAbout)
        .filter(({ response }) => !isNamedStatus(statuses, response.status))
        .map(({ id, response }) => ({ at: 'status', expected: words, actual: String(response.status), exchange: id })),
    )
  })
}

function formChecks(probe: Probe, form: RefusalForm, shapes: Shapes): Check[] {
  const { operation } = probe
  const { mediaType, fields } = form
  const ofForm = (evidence: Evidence) => {
    const found = refusedIn(evidence).filter(({ response }) => formOf(operation.refusals, response.status) === form)
    if (found.length === 0) throw new LeftOut(`No refusal had ${statusWords(form.statuses)}.`)
    return found
  }
  return [
    ...(mediaType
      ? [
          check(probe, `${form.id}.media-type`, `Refusals are ${mediaType}`, (evidence) =>
            merged(ofForm(evidence).flatMap(({ id, response }) => foundIn(id, mediaTypeFindings(response, mediaType)))),
          ),
        ]
      : []),
    ...fields.map((field) =>
      check(probe, ownName(operation, field.requirement), `Refusals: ${fieldName(field.path)}: ${field.expected}`, (evidence) =>
        judgeField(field, ofForm(evidence), (response) => shapes({ ...form, id: `${operation.id}.${form.id}` }, field, response)),
      ),
    ),
  ]
}

function check(probe: Probe, suffix: string, title: string, judge: Check['judge']): Check {
  const id = `${probe.operation.id}.${suffix}`
  return { id, requirement: id, title, probe, roles: [], judge }
}

/** Every refusal of a wrong request. @throws {Inconclusive} if right ones are refused as well, or none was refused. */
function refusedIn(evidence: Evidence, isAbout: typeof hasTakenInputs = () => true): Refused[] {
  acceptedOf(evidence, controlRoles.before)
  const { probe, operation, exchanges } = evidence
  const refused = [...exchanges].flatMap(([role, exchange]) => {
    const { id, request, response } = exchange
    const isWrong = !probe.isRight(role) && !probe.isOpen?.(role) && isAbout(operation, request)
    return isWrong && response && classify(operation, exchange) === 'refused' ? [{ id, response }] : []
  })
  if (refused.length === 0) throw new Inconclusive('Nothing was refused, so there is no refusal to judge.')
  return refused
}

function* judgeField(
  field: Field,
  refused: readonly Refused[],
  shapeOf: (response: ReceivedResponse) => ReturnType<Shapes>,
): Generator<Finding> {
  const shaped = refused.map(({ id, response }) => {
    const body = jsonOf(response)
    return { id, body, shape: body.error === undefined ? shapeOf(response) : undefined }
  })
  yield* merged(
    shaped.flatMap(({ id, body, shape }): Finding[] => {
      if (shape) return foundIn(id, shape.findings)
      return field.path.length <= 1
        ? [{ at: 'body', expected: `JSON with ${fieldName(field.path)}`, actual: body.error ?? 'none', exchange: id }]
        : []
    }),
  )
  if (!shaped.some(({ shape }) => shape && shape.of > 0)) throw new Inconclusive(`No refusal contains ${fieldName(field.path)}.`)
}

/** True for a request whose inputs the document allows: another may be refused for them, before anybody looks at its credentials. */
export function hasTakenInputs({ parameters, body }: Operation, { url, body: sent }: SentRequest): boolean {
  const known = new Set(parameters.flatMap(({ in: place, name }) => (place === 'query' ? [name] : [])))
  if ([...new URL(url).searchParams.keys()].some((name) => !known.has(name))) return false
  if (!body || !sent) return body === undefined && sent === undefined
  const value = jsonValue(sent.toString('utf8'))
  const fields = propertiesOf(body.schema)
  if (!isObject(value) || !fits(body.schema, value)) return false
  if (fields.some(([name, schema]) => schema['x-case'] === 'upper' && String(value[name]) !== String(value[name]).toUpperCase()))
    return false
  return Object.keys(value).every((name) => fields.some(([each]) => each === name))
}
