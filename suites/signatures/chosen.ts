import { kebab } from '../../contracts/mistakes/mistake.ts'
import { catalogue, type Mistake, mistakes } from '../../contracts/mistakes.ts'
import { type Changes, ordinaryInputs } from '../../engine/request.ts'
import type { Target } from '../../engine/target.ts'
import { remembered } from '../../spec/remembered.ts'
import { freeField } from './legal-forms.ts'
import type { SignedOperation } from './wrong-signature.ts'

/** The mistakes that requests are signed with: those that are made often, and of those that only explain the likeliest of servers. */
export const chosenMistakes: (operation: SignedOperation) => readonly Mistake[] = remembered(choose)

function choose(operation: SignedOperation): Mistake[] {
  const { construction } = operation.authentication.signature
  const fields = fieldsBeside(operation)
  const chosen = new Set([
    'signs-no-fields',
    'signs-fields-alone',
    'omits-identity',
    'signs-twice-in-hexadecimal',
    'signs-sent-headers',
    'signs-timestamp-and-body',
    ...construction.parts.filter(({ kind }) => kind === 'address').map(({ name }) => `signs-${kebab(name)}-as-undefined`),
    ...fields.map(includedId),
  ])
  const more = catalogue(construction, fields).filter(({ id, explains }) => explains && chosen.has(id))
  return [...mistakes(construction), ...more]
}

/**
 * The form of a request for a mistake that signs one more field: the field that may hold any text holds what another one holds, and
 * either is signed by the same then.
 */
export function includedForm(operation: SignedOperation, target: Target, { id }: Mistake): Changes | undefined {
  const [free, other] = alike(operation)
  if (free === undefined || other === undefined || ![free, other].map(includedId).includes(id)) return undefined
  return { inputs: { [free]: ordinaryInputs(operation, target)[other] } }
}

/** A field beside the parts that may hold any text, and another one that is a text. */
export function alike(operation: SignedOperation): [free: string | undefined, other: string | undefined] {
  const beside = fieldsBeside(operation)
  const free = freeField(operation)?.name
  const other = operation.body?.fields.findLast(({ name, schema }) => beside.includes(name) && name !== free && schema.type === 'string')
  return [free, other?.name]
}

/** The id of the mistake that signs a field that is no part, behind the parts. */
export function includedId(field: string): string {
  return `includes-${field}`
}

/** The fields of the body that are no part of the signature. */
function fieldsBeside({ body, authentication }: SignedOperation): string[] {
  const signed = new Set(authentication.signature.construction.parts.flatMap((part) => part.body ?? []))
  return (body?.fields ?? []).filter(({ name }) => ![...signed].some((pointer) => pointer.split('/')[1] === name)).map(({ name }) => name)
}
