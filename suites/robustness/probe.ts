import type { Operation, Parameter, RequestField, Schema } from '../../contracts/contract.ts'
import { inputAt, isAmount, queryParameters, requestFields } from '../../contracts/fields.ts'
import { isSigned } from '../../contracts/operation-kinds.ts'
import { allowsTexts, isFreeText, isNumeric } from '../../contracts/schemas/schema-parts.ts'
import type { Builder } from '../../engine/client/client.ts'
import { type Classification, classify } from '../../engine/evidence/classification.ts'
import type { Exchange, SentRequest } from '../../engine/exchange.ts'
import { isSignedField } from '../../engine/money/distinction.ts'
import { omittedFor } from '../../engine/money/money.ts'
import { controlledProbe } from '../../engine/probes/controlled.ts'
import type { ProbeRequest } from '../../engine/probes/controlled-plan.ts'
import type { Probe } from '../../engine/probes/probe.ts'
import { type Changes, rightRequest, signedRequest } from '../../engine/probes/request.ts'
import { controlRoles, lateRole } from '../../engine/probes/roles.ts'
import { createSeed } from '../../engine/seed.ts'
import { asGet, withContentType } from '../access/edited-request.ts'
import { type FormBody, formBodies } from '../access/form-bodies.ts'
import { behaviours } from '../behaviour/probe.ts'
import { wrappers } from '../signatures/headers/claims.ts'
import { rarelySigned } from '../signatures/mistakes/rare.ts'

/** A malformed or unusual request that any server should be able to refuse. */
interface Malformation {
  readonly id: string
  /** The role of the request that holds it: several values may be odd at once. */
  readonly role: string
  /** It is asked to observe how an operation behaves, anyway. */
  readonly isObserved?: true
  readonly nature?: 'allowed'
  /** What is sent, in words that complete "sent …". */
  readonly title: string
  readonly changes: Changes
  readonly method?: string
  readonly contentType?: string
}

/** A fixed list for each operation, derived from its parameters and its body. */
export function malformations(operation: Operation): Malformation[] {
  return [
    ...queryParameters(operation).flatMap((parameter) => [...valuesOf(operation, parameter), ...leftOut(operation, parameter)]),
    ...(operation.body ? bodies() : []),
    // A guard of signatures may stand behind the reader of JSON alone.
    ...(operation.body && isSigned(operation) ? [...formBodies.map(asForm), ...signedFields(operation)] : []),
    ...requestFields(operation).flatMap((field) => [
      ...values(field.name, field.schema, fields),
      wrongType(field),
      ...leftOut(operation, field, { role: `${fields}.missing` }),
    ]),
    ...zeros(operation),
    malformation('method', 'by another method', {}, { method: operation.method === 'GET' ? 'POST' : 'GET' }),
  ]
}

function malformation(id: string, title: string, changes: Changes, more: Partial<Malformation> = {}): Malformation {
  return { id, role: id, title, changes, ...more }
}

/** The requests of an operation's list, each with all that is malformed in it at once. */
function requestsOf(operation: Operation): Malformation[] {
  const all = malformations(operation).filter(({ isObserved }) => !isObserved)
  return [...Map.groupBy(all, ({ role }) => role).values()].map((group) => {
    const [first, ...others] = group as [Malformation, ...Malformation[]]
    if (others.length === 0) return first
    return { ...first, changes: { inputs: Object.assign({}, ...group.map(({ changes }) => changes.inputs)) } }
  })
}

/** Sends the list side by side, after one right request that shows that the target answers at all. */
export function robustnessProbe(operation: Operation): Probe {
  return controlledProbe({
    id: `${operation.id}.robustness`,
    operation,
    phase: 'observing',
    registersByObserving: operation.movesMoney,
    isHarmless: isSigned(operation),
    isClosed: false,
    reuses: (role) => (isSigned(operation) && role === lateRole ? controlRoles.before : undefined),
    right: (client) => right(operation, client, client.peekTime(), { role: controlRoles.before, changes: {} }),
    goesOn: (classification, control) => (isReached(operation, classification, control) ? 'on' : 'no further'),
    stages: [
      { requests: malformedRequests(operation) },
      { requests: isSigned(operation) ? [lateRequest(operation)] : [], isTrailing: true },
    ],
  })
}

/**
 * The first one to the letter, when all else was answered: a mock may be strict for as many requests as a run has, and no more, or take for
 * done what it refused before. Its client has no name, which a guard may wait for.
 */
function lateRequest(operation: Operation): ProbeRequest {
  const nameless = { headers: [['user-agent', '']] } as const
  return {
    role: lateRole,
    build: (client, sent) => {
      const first = sent.get(controlRoles.before)
      // What may be registered is never sent twice, and where times have to rise, it would be refused for its time.
      if (!first || classify(operation, first) !== 'refused' || client.order.insists)
        return right(operation, client, client.peekTime(), { role: controlRoles.before, changes: nameless })
      const headers = first.request.headers.filter(([name]) => name.toLowerCase() !== 'user-agent')
      return { ...first.request, headers: [...headers, ...nameless.headers] }
    },
  }
}

/** The list, for whichever probe sends it after a right request. */
export function malformedRequests(operation: Operation): ProbeRequest[] {
  return requestsOf(operation).map((malformation) => requestOf(operation, malformation))
}

/** True if malformed requests reach the operation: right ones are accepted or, where all are signed wrongly on purpose, somebody is there. */
function isReached(operation: Operation, classification: Classification, control: Exchange): boolean {
  return isSigned(operation) ? control.response !== undefined || control.failure?.kind === 'reset' : classification === 'accepted'
}

function requestOf(operation: Operation, malformation: Malformation): ProbeRequest {
  return {
    role: malformation.role,
    isUnlisted: malformation.method !== undefined,
    nature: malformation.nature,
    omitted: (target) => omittedFor(operation, target, () => malformed(operation, { target, seed: unseeded }, 0, malformation)),
    build: (client) => malformed(operation, client, client.peekTime(), malformation),
  }
}

const unseeded = createSeed('')

type Sender = Pick<Builder, 'target' | 'seed'>

function malformed(operation: Operation, sender: Sender, time: number, malformation: Malformation): SentRequest {
  const { method, contentType } = malformation
  const request = right(operation, sender, time, malformation)
  const typed = contentType ? withContentType(request, () => contentType) : request
  return method === 'GET' ? asGet(typed) : { ...typed, method: method ?? request.method }
}

/** A request whose signature is wrong, so that nothing is registered: malformed input still has to be handled. */
function right(operation: Operation, sender: Sender, time: number, { role, changes }: Pick<Malformation, 'role' | 'changes'>): SentRequest {
  if (!isSigned(operation)) return rightRequest(operation, sender.target, changes)
  return signedRequest(operation, sender.target, rarelySigned(operation, sender, { role, time, changes }), changes)
}

const depth = 2000

function bodies(): Malformation[] {
  const text = (id: string, title: string, body: string) => malformation(`body.${id}`, title, { write: () => body })
  return [
    text('malformed', 'JSON that breaks off', '{"a": [1, 2'),
    text('empty', 'no body', ''),
    text('null', 'null as its body', 'null'),
    // As a list of one: a server that takes several at once may skip the signature.
    malformation('body.array', 'an array as its body', { write: (body) => JSON.stringify([body]) }),
    text('text', 'a text as its body', '"assay"'),
    malformation('body.deep', `arrays nested ${depth} deep, beside objects that hold its fields`, { write: nested }),
    malformation('body.media-type', 'with the media type text/plain', {}, { contentType: 'text/plain' }),
  ]
}

/** Who reads the fields in one of these members may look at the signature of what stands outside. */
function nested(fields: Readonly<Record<string, unknown>>): string {
  const members = wrappers.map((name) => `"${name}":${JSON.stringify(fields)}`)
  return `{${members.join(',')},"deep":${'['.repeat(depth)}${']'.repeat(depth)}}`
}

function asForm({ id, title, contentType, write }: FormBody): Malformation {
  return malformation(`body.${id}`, `with its body ${title}`, { write }, { contentType })
}

/** A guard of signatures may let through what has no fields but those that are signed, and what has nothing in them. */
function signedFields(operation: Operation): Malformation[] {
  const named = Map.groupBy(requestFields(operation), ({ name }) => (isSignedField(operation, name) ? 'signed' : 'beside'))
  const alike = (all: readonly RequestField[] = [], write: (field: RequestField) => string | undefined): Changes => ({
    inputs: Object.fromEntries(all.map((field) => [field.name, write(field)])),
  })
  const lacking = alike(named.get('beside'), () => undefined)
  const less = alike(named.get('signed'), (field) => (isAmount(operation, field) ? '-1' : ''))
  return [
    ...(named.has('beside') ? [malformation('fields.alone', 'with nothing but the fields that are signed', lacking)] : []),
    ...(named.has('signed') ? [malformation('fields.nothing', 'with less than nothing in the fields that are signed', less)] : []),
  ]
}

/** All fields of a body are malformed at once: each by itself would tell little more. */
const fields = 'fields'
export const long = 10_000
const odd = `'"<>&%00;--\\ \u0000\u202e𝟘 ${'{{7*7}}'}`

function values(name: string, schema: Schema, place = name): Malformation[] {
  const sent = (id: string, title: string, value: unknown, beside = id) =>
    malformation(`${name}.${id}`, `${title} as ${name}`, { inputs: { [name]: value } }, { role: `${place}.${beside}` })
  if (isNumeric(schema)) {
    return [
      sent('negative', 'a negative number', -1, 'odd'),
      sent('huge', 'a number beyond every bound', 1e21, 'long'),
      sent('fraction', 'a fraction', 1.5),
    ]
  }
  if (!allowsTexts(schema)) return []
  return [sent('long', `${long} characters`, 'x'.repeat(long)), sent('odd', 'odd characters', odd)]
}

/** A text may be any where the document does not say which: whoever takes it answers as it answers others. */
function valuesOf(operation: Operation, { name, schema }: Parameter): Malformation[] {
  const isAnyText = isFreeText(schema) && !isSigned(operation) && !operation.movesMoney
  return values(name, schema).map((malformation) => (isAnyText ? { ...malformation, nature: 'allowed' as const } : malformation))
}

function wrongType({ name, schema }: RequestField): Malformation {
  const wrong = allowsTexts(schema) ? 15 : 'assay'
  return malformation(`${name}.wrong-type`, `a ${typeof wrong} as ${name}`, { inputs: { [name]: wrong } }, { role: `${fields}.wrong-type` })
}

/** Pages and sizes of zero, which are asked for to observe what comes of them. */
function zeros(operation: Operation): Malformation[] {
  const { pagination } = operation
  if (pagination?.page.first !== 1) return []
  const inputs = [
    [pagination.page.request, 'page.zero'],
    [pagination.size.request, 'size.zero'],
  ] as const
  return inputs
    .filter(([, role]) => behaviours(operation).some((behaviour) => behaviour.role === role))
    .map(([pointer, role]) => malformation(`${inputAt(pointer)}.zero`, `zero as ${inputAt(pointer)}`, {}, { role, isObserved: true }))
}

/** A value that is left out: observed anyway where it may be, else sent under the given role. */
function leftOut(operation: Operation, { name }: { readonly name: string }, otherwise?: Pick<Malformation, 'role'>): Malformation[] {
  const observed = behaviours(operation).find(({ role }) => role === `without.${name}`)
  const more = observed ? ({ role: observed.role, isObserved: true } as const) : otherwise
  return more ? [malformation(`${name}.missing`, `nothing as ${name}`, { inputs: { [name]: undefined } }, more)] : []
}
