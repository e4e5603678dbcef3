import { isField, isTextField, type SignedPart } from '../../contracts/construction.ts'
import { requestFields } from '../../contracts/fields.ts'
import { type SigningInput, sign } from '../../contracts/signing.ts'
import { signedRequest, signedValues, signingInput } from '../../engine/request.ts'
import type { SignedOperation, WrongSignature } from './wrong-signature.ts'

/** The fields in another order, signed by where they ordinarily stand. */
export function byPosition(operation: SignedOperation): WrongSignature[] {
  const { construction } = operation.authentication.signature
  const fields = requestFields(operation).map(({ name }) => name)
  const parts = construction.parts.filter(isTextField)
  if (parts.length < 2) return []
  const write = (body: Readonly<Record<string, unknown>>) => JSON.stringify(Object.fromEntries(Object.entries(body).reverse()))
  return [
    {
      id: 'signs.by-position',
      requirement: 'verbatim',
      title: 'with its fields in another order, signed by position instead of name',
      isExtended: true,
      omitted: () => undefined,
      build: (target, time) => {
        const input = signingInput(operation, target, time, { write })
        const values = positioned(fields, parts, input)
        return signedRequest(
          operation,
          target,
          { ...signedValues(operation, target, time), signature: sign(construction, { ...input, values }) },
          { write },
        )
      },
    },
  ]
}

/** The values of a signature whose fields are taken by where they stand in the body. */
export function positioned(
  fields: readonly string[],
  parts: readonly SignedPart[],
  { values, body = '{}' }: SigningInput,
): Record<string, string> {
  const given = Object.values(JSON.parse(body) as Readonly<Record<string, unknown>>).map(String)
  const taken = parts.map((part) => [part.name, given[fields.findIndex((name) => isField(part, name))] ?? ''] as const)
  return { ...values, ...Object.fromEntries(taken) }
}
