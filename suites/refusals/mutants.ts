import type { Field, Operation, RefusalForm } from '../../contracts/contract.ts'
import { formOf, isAmong, isBroughtAbout } from '../../contracts/derivation/refusal-requirements.ts'
import { fieldName, isRequired, ownName } from '../../contracts/fields.ts'
import { edited } from '../../provider/edits.ts'
import { aboutCredentials, type Refusal } from '../../provider/judgement/refusals.ts'
import type { Mutant } from '../../provider/mutant.ts'
import type { Reply } from '../../provider/reply.ts'
import { faultsOf, type ValueMutation } from '../fields/value-faults.ts'
import { mutant } from '../mutant.ts'

/** Providers whose refusals are not what the document says of them: another status, another media type, fields left out or wrong. */
export function refusalMutants(operation: Operation): Mutant[] {
  const forms = operation.refusals.forms.filter((form) => isBroughtAbout(operation, form))
  return [
    ...statuses(operation),
    ...forms.flatMap((form) => [...mediaTypes(operation, form), ...fields(operation, form), ...bodies(operation, form)]),
  ]
}

const otherStatuses = [418, 400, 401, 403, 404, 410, 500, 302]

function statuses(operation: Operation): Mutant[] {
  const { refusals, bounds, authentication } = operation
  const made = (id: string, what: string, stated: readonly string[], concerns: (refusal: Refusal) => boolean): Mutant[] => {
    const status = otherStatuses.find((each) => !isAmong(stated, each) && !formOf(refusals, each)?.mediaType)
    if (stated.length === 0 || status === undefined) return []
    return [
      mutant(operation, {
        id: `${id}-${status}`,
        title: `refuses ${what} with ${status}`,
        caughtBy: [id],
        hooks: () => ({ reply: (reply, _request, refusal) => (refusal && concerns(refusal) ? { ...reply, status } : reply) }),
      }),
    ]
  }
  return [
    ...(authentication.kind === 'none'
      ? []
      : made('refusal.status', 'wrong credentials', refusals.credentials, ({ kind }) => aboutCredentials.has(kind))),
    ...(bounds.length === 0 ? [] : made('input.status', 'wrong inputs', refusals.inputs, ({ kind }) => kind === 'body')),
  ]
}

function mediaTypes(operation: Operation, form: RefusalForm): Mutant[] {
  if (form.mediaType === undefined) return []
  return [
    spoiling(operation, form, `${form.id}.as-html`, 'refusals as text/html', [`${form.id}.media-type`], (reply) => ({
      ...reply,
      headers: { ...reply.headers, 'content-type': 'text/html' },
    })),
  ]
}

function fields(operation: Operation, form: RefusalForm): Mutant[] {
  return form.fields
    .filter(({ path }) => path.length > 0)
    .flatMap((field) =>
      faultsOf(field.schema, isRequired(form.schema ?? {}, field.path)).map((fault) => spoiledField(operation, form, field, fault)),
    )
}

function spoiledField(operation: Operation, form: RefusalForm, { path, requirement }: Field, { id, title, spoil }: ValueMutation): Mutant {
  const name = fieldName(path)
  return spoiling(
    operation,
    form,
    `${form.id}.${id}.${name}`,
    `refusals with ${name} ${title}`,
    [ownName(operation, requirement)],
    (reply) => ({
      ...reply,
      body: Buffer.from(JSON.stringify(edited(JSON.parse(reply.body.toString('utf8')), path, spoil))),
    }),
  )
}

function bodies(operation: Operation, form: RefusalForm): Mutant[] {
  const outermost = form.fields.filter(({ path }) => path.length <= 1).map(({ requirement }) => ownName(operation, requirement))
  if (outermost.length === 0) return []
  return [
    spoiling(operation, form, `${form.id}.empty`, 'refusals without a body', outermost, (reply) => ({ ...reply, body: Buffer.alloc(0) })),
  ]
}

function spoiling(
  operation: Operation,
  form: RefusalForm,
  id: string,
  title: string,
  caughtBy: readonly string[],
  spoil: (reply: Reply) => Reply,
): Mutant {
  const hasForm = ({ status }: Reply) => formOf(operation.refusals, status)?.id === form.id
  return mutant(operation, {
    id,
    title,
    caughtBy,
    hooks: () => ({ reply: (reply, _request, refusal) => (refusal && hasForm(reply) ? spoil(reply) : reply) }),
  })
}
