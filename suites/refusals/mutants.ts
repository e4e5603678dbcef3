import type { Field, Operation, RefusalForm } from '../../contracts/contract.ts'
import { formOf, isBroughtAbout, isNamedStatus } from '../../contracts/derivation/refusal-requirements.ts'
import { fieldName, isRequired, ownName } from '../../contracts/fields.ts'
import { edited } from '../../provider/edits.ts'
import { aboutCredentials, type Refusal } from '../../provider/judgement/refusals.ts'
import type { Mutant } from '../../provider/mutant.ts'
import type { Reply } from '../../provider/reply.ts'
import { faultsOf, type ValueMutation } from '../fields/value-faults.ts'
import { type MutantDraft, mutant } from '../mutant.ts'

/** Providers whose refusals are not what the document says of them: another status, another media type, fields left out or wrong. */
export function refusalMutants(operation: Operation): Mutant[] {
  const forms = operation.refusals.forms.filter((form) => isBroughtAbout(operation, form))
  return [
    ...statuses(operation),
    ...forms.flatMap((form) => [...mediaTypes(operation, form), ...fields(operation, form), ...bodies(operation, form)]),
    ...(operation.authentication.kind === 'none' ? [] : [breakingDown(operation)]),
  ]
}

const otherStatuses = [418, 400, 401, 403, 404, 410, 500, 302]

function statuses(operation: Operation): Mutant[] {
  const { refusals, bounds, authentication } = operation
  const made = (id: string, what: string, stated: readonly string[], concerns: (refusal: Refusal) => boolean): Mutant[] => {
    const status = otherStatuses.find((each) => !isNamedStatus(stated, each) && !formOf(refusals, each)?.mediaType)
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
  const named = { id: `${form.id}.as-html`, title: 'refusals as text/html', caughtBy: [`${form.id}.media-type`] }
  return [
    spoiling(operation, form, named, (reply) => ({
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
  const named = { id: `${form.id}.${id}.${name}`, title: `refusals with ${name} ${title}`, caughtBy: [ownName(operation, requirement)] }
  return spoiling(operation, form, named, (reply) => ({
    ...reply,
    body: Buffer.from(JSON.stringify(edited(JSON.parse(reply.body.toString('utf8')), path, spoil))),
  }))
}

function bodies(operation: Operation, form: RefusalForm): Mutant[] {
  const outermost = form.fields.filter(({ path }) => path.length <= 1).map(({ requirement }) => ownName(operation, requirement))
  if (outermost.length === 0) return []
  const named = { id: `${form.id}.empty`, title: 'refusals without a body', caughtBy: outermost }
  return [spoiling(operation, form, named, (reply) => ({ ...reply, body: Buffer.alloc(0) }))]
}

type Named = Pick<MutantDraft, 'id' | 'title' | 'caughtBy'>

function spoiling(operation: Operation, form: RefusalForm, named: Named, spoil: (reply: Reply) => Reply): Mutant {
  const hasForm = ({ status }: Reply) => formOf(operation.refusals, status)?.id === form.id
  return mutant(operation, {
    ...named,
    hooks: () => ({ reply: (reply, _request, refusal) => (refusal && hasForm(reply) ? spoil(reply) : reply) }),
  })
}

/** A provider that breaks down at random, so that it rather does so at wrong requests, of which there are more. */
function breakingDown(operation: Operation): Mutant {
  const { success, refusals } = operation
  return mutant(operation, {
    id: 'breaks-down-now-and-then',
    title: 'breaks down at one of 60 requests that it would refuse, and at the 60th that it would accept',
    caughtBy: ['accepted', ...(refusals.credentials.length > 0 ? ['refusal.status'] : [])],
    hooks: () => {
      const seen = { right: 0, wrong: 0 }
      return {
        reply: (reply, { headers }, refusal) => {
          if (headers['accept'] !== success.mediaType) return reply
          seen[refusal ? 'wrong' : 'right'] += 1
          const isBroken = refusal ? seen.wrong % 60 === 30 : seen.right === 60
          return isBroken ? { status: 500, headers: {}, body: Buffer.alloc(0) } : reply
        },
      }
    },
  })
}
