import { isField, isTextField, type SignedPart } from '../../../contracts/construction.ts'
import { requestFields } from '../../../contracts/fields.ts'
import type { SignedOperation } from '../../../contracts/operation-kinds.ts'
import { type SigningInput, sign } from '../../../contracts/signing.ts'
import { signingInput } from '../../../engine/probes/request.ts'
import { sampleTime } from '../legal-forms/legal-forms.ts'
import { signedWrongly, type WrongSignature } from '../wrong-signature.ts'

/** Two fields swapped in the body but not in what is signed: accepted where fields are signed in the body's order, or these two swapped. */
export function byPosition(operation: SignedOperation): WrongSignature[] {
  const { construction } = operation.authentication.signature
  const fields = requestFields(operation).map(({ name }) => name)
  const parts = construction.parts.filter(isTextField)
  if (parts.length < 2) return []
  const write = (body: Readonly<Record<string, unknown>>) => JSON.stringify(exchanged(parts, body))
  const byPlace = (input: SigningInput) => ({ ...input, values: positioned(fields, parts, input) })
  const named: Omit<WrongSignature, 'build'> = {
    role: 'signs.by-position',
    requirement: 'verbatim',
    title: 'with its fields in another order, signed by position instead of name',
    isExtended: true,
    omitted: (target) => {
      const input = signingInput(operation, target, sampleTime, { write })
      return sign(construction, byPlace(input)) === sign(construction, input)
        ? 'Either order is right: with these settings the wrong request would be the right one.'
        : undefined
    },
  }
  return [signedWrongly(operation, named, ({ over }) => [over(byPlace, { write }), { write }])]
}

/** A body with the first two of the parts in each other's places. */
function exchanged([one, other]: readonly SignedPart[], body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entryOf = (part: SignedPart | undefined) => Object.entries(body).find(([name]) => part && isField(part, name))
  const [first, second] = [entryOf(one), entryOf(other)]
  const placed = Object.entries(body).map(([name, value]) => {
    if (name === first?.[0]) return second ?? first
    return name === second?.[0] ? (first ?? second) : ([name, value] as const)
  })
  return Object.fromEntries(placed)
}

export function positioned(
  fields: readonly string[],
  parts: readonly SignedPart[],
  { values, body = '{}' }: SigningInput,
): Record<string, string> {
  const given = Object.values(JSON.parse(body) as Readonly<Record<string, unknown>>).map(String)
  const taken = parts.map((part) => [part.name, given[fields.findIndex((name) => isField(part, name))] ?? ''] as const)
  return { ...values, ...Object.fromEntries(taken) }
}

export function inOrderOfBody(parts: readonly SignedPart[], { values, body = '{}' }: SigningInput): Record<string, string> {
  const given = Object.entries(JSON.parse(body) as Readonly<Record<string, unknown>>)
  const signed = given.flatMap(([name, value]) => (parts.some((part) => isField(part, name)) ? [String(value)] : []))
  return { ...values, ...Object.fromEntries(parts.map(({ name }, index) => [name, signed[index] ?? ''])) }
}
