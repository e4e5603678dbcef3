import type { SignedPart } from '../../contracts/construction.ts'
import type { RequestField, Schema } from '../../contracts/contract.ts'
import { escapedObject, unusualObject } from '../../contracts/escapes.ts'
import { type Mistake, mistakes } from '../../contracts/mistakes.ts'
import { partValue, sign } from '../../contracts/signing.ts'
import { withTrailingZero } from '../../engine/alteration.ts'
import { type Changes, signingInput } from '../../engine/request.ts'
import type { Target } from '../../engine/target.ts'
import type { SignedOperation } from './wrong-signature.ts'

/** An unusual but legal form of a right request. */
export interface LegalForm {
  readonly id: string
  readonly title: string
  readonly changes: (target: Target) => Changes
  /** True where the same values are written otherwise, so that no bound can forbid it. */
  readonly isSpelling?: true
}

/** When a request is signed that is never sent. */
export const sampleTime = 1_700_000_000_000

/** The legal forms that tell whether a target signs what was sent or what it made of it. */
export function legalForms(operation: SignedOperation): LegalForm[] {
  const { construction } = operation.authentication.signature
  const decimals = construction.parts.filter(({ kind, body, json }) => kind === 'decimal' && !json && body?.lastIndexOf('/') === 0)
  const free = freeField(operation)
  const zeros = (target: Target): Changes => ({
    inputs: Object.fromEntries(decimals.map((part) => [fieldOf(part), withTrailingZero(ordinaryValue(operation, target, part))])),
  })
  return [
    ...(decimals.length > 0 ? [{ id: 'trailing-zeros', title: 'an amount with a zero at its end', changes: zeros }] : []),
    {
      id: 'spacing',
      title: 'white space in its JSON',
      isSpelling: true,
      changes: () => ({ write: (body) => `\n${JSON.stringify(body, null, '\t')} \r\n` }),
    },
    {
      id: 'key-order',
      title: 'the fields in another order',
      isSpelling: true,
      changes: () => ({ write: (body) => JSON.stringify(Object.fromEntries(Object.entries(body).reverse())) }),
    },
    { id: 'escapes', title: 'letters written as \\u escapes', isSpelling: true, changes: () => ({ write: escapedObject }) },
    ...(free
      ? [
          {
            id: 'non-ascii',
            title: `letters beyond ASCII in ${free.name}`,
            changes: () => ({ inputs: { [free.name]: 'Überweisung für José – 退款 برداشت ₿ 🚀' } }),
          },
        ]
      : []),
  ]
}

/** All of them at once: only where that is refused is each tried by itself. */
export function allForms(operation: SignedOperation): LegalForm {
  const inputs = (target: Target) => Object.assign({}, ...legalForms(operation).map(({ changes }) => changes(target).inputs))
  return { id: 'at-once', title: 'all that is unusual at once', changes: (target) => ({ inputs: inputs(target), write: unusualObject }) }
}

/** A field of the body that may hold any text, and is not signed. */
export function freeField({ body, authentication }: SignedOperation): RequestField | undefined {
  const { parts } = authentication.signature.construction
  return body?.fields.find(({ name, schema }) => isFree(schema) && !parts.some((part) => part.body === `/${name}`))
}

/** True for a text that may be any. */
function isFree({ type, ...schema }: Schema): boolean {
  return type === 'string' && !['enum', 'const', 'format', 'pattern', 'maxLength'].some((keyword) => keyword in schema)
}

/** The mistakes that agree with the right signature on the ordinary request and not on this form: they explain its refusal. */
export function explaining(operation: SignedOperation, target: Target, changes: Changes): Mistake[] {
  const { construction } = operation.authentication.signature
  const ordinary = signingInput(operation, target, sampleTime)
  const unusual = signingInput(operation, target, sampleTime, changes)
  const right = sign(construction, unusual)
  return mistakes(construction).filter((mistake) => {
    const made = mistake.sign(unusual)
    return mistake.sign(ordinary) === sign(construction, ordinary) && made !== undefined && made !== right
  })
}

function fieldOf({ body }: SignedPart): string {
  return (body ?? '').slice(1)
}

function ordinaryValue(operation: SignedOperation, target: Target, part: SignedPart): string {
  return partValue(signingInput(operation, target, sampleTime).values, part.name)
}
