import { fieldOfPart, isTextField, isWholeField } from '../../../contracts/construction.ts'
import { requestFields } from '../../../contracts/fields.ts'
import { kebab } from '../../../contracts/mistakes/mistake.ts'
import { catalogue, type Mistake, mistakes } from '../../../contracts/mistakes/mistakes.ts'
import type { SignedOperation } from '../../../contracts/operation-kinds.ts'
import { allowsTexts } from '../../../contracts/schemas/schema-parts.ts'
import { isSignedField } from '../../../engine/money/distinction.ts'
import { keepsConfigured } from '../../../engine/money/money.ts'
import { type Changes, type Inputs, ordinaryInputs } from '../../../engine/probes/request.ts'
import type { Target } from '../../../engine/target.ts'
import { memoized } from '../../../language/memoized.ts'
import { words } from '../../../text/words.ts'
import { freeField } from '../legal-forms/legal-forms.ts'
import { hundredthsAndZero } from '../parts/misspellings.ts'
import { always, likeliestWays, likelyWays } from './rare-ways.ts'

/** Not sent for their own sake: some are the seed's choice, one shows in no ordinary request, and one signs a time that no server knows. */
const isNotSent: ReadonlySet<string> = new Set([
  ...Object.values(always),
  ...likeliestWays,
  ...likelyWays,
  'signs-raw-escapes',
  'signs-other-time',
])

/** The mistakes with which requests are signed: all common ones, and those of the rest that servers may accept. */
export const chosenMistakes: (operation: SignedOperation) => readonly Mistake[] = memoized(choose)

function choose(operation: SignedOperation): Mistake[] {
  const { construction } = operation.authentication.signature
  const fields = fieldsBeside(operation)
  const chosen = new Set([
    ...words(`
      signs-no-fields signs-sorted-values signs-all-in-lower-case signs-fields-alone signs-timestamp-and-body signs-timestamp-dot-body
      signs-sorted-body signs-sorted-body-as-query-string signs-sorted-query-string
    `),
    ...construction.parts.flatMap(({ name, kind }) =>
      kind === 'decimal' ? ['with-6-decimals', 'with-comma'].map((spelled) => `signs-${kebab(name)}-${spelled}`) : [],
    ),
    ...fields.map(includedId),
    ...(repeatedByFree(operation) ? ['signs-all-fields-in-place'] : []),
  ])
  const more = catalogue(construction, fields).filter(({ id, explains }) => explains && chosen.has(id))
  return [...mistakes(construction).filter(({ id }) => !isNotSent.has(id)), ...more]
}

/**
 * Forms that let one request cover several mistakes. For a mistake that signs one more field, the free text holds the value of another field,
 * so that signing either gives the same; for one that signs all fields, it repeats the signed ones behind it, so that signing it before or
 * behind them does. For one that sorts the fields, they are sent sorted. An address signed without its prefix consists of digits, and an amount
 * has two decimals and a zero.
 */
export function includedForm(operation: SignedOperation, target: Target, { id }: Mistake): Changes | undefined {
  if (inSomeOrder.has(id)) return { write: sortedByName }
  const amount = inHundredths(operation, target, id)
  if (amount !== undefined) return { inputs: amount }
  const address = keepsConfigured(operation, target) === undefined ? addressOf(operation, id) : undefined
  if (address !== undefined) return { inputs: { [address]: inDigits(String(ordinaryInputs(operation, target)[address])) } }
  const [free, other] = alike(operation)
  if (free === undefined) return undefined
  const ordinary = ordinaryInputs(operation, target)
  const repeated = withAllFields.has(id) ? repeatedByFree(operation) : undefined
  if (repeated) return { inputs: { [free]: repeated.map((name) => ordinary[name]).join('') } }
  if (other === undefined || ![free, other].map(includedId).includes(id)) return undefined
  return { inputs: { [free]: ordinary[other] } }
}

const withAllFields: ReadonlySet<string> = new Set(['signs-all-fields', 'signs-all-fields-in-place'])

/** An amount that all mistakes that count in hundredths spell alike, with few enough digits to be exact as a double. */
function inHundredths(operation: SignedOperation, target: Target, id: string): Inputs | undefined {
  const part = operation.authentication.signature.construction.parts.find(
    ({ name, kind }) => kind === 'decimal' && hundredthsSpelled.some((spelled) => id === `signs-${kebab(name)}-${spelled}`),
  )
  const field = part && isWholeField(part) ? fieldOfPart(part) : undefined
  const made = field === undefined ? undefined : hundredthsAndZero(String(ordinaryInputs(operation, target)[field]))
  return field === undefined || made === undefined ? undefined : { [field]: made }
}

const hundredthsSpelled = ['as-number', 'with-two-decimals', 'in-smallest-unit'] as const

/** The address field that a mistake signs without its prefix. Its digits have no case, so it also covers mistakes in case. */
function addressOf({ authentication }: SignedOperation, id: string): string | undefined {
  const { parts } = authentication.signature.construction
  const part = parts.find(({ name, kind }) => kind === 'address' && id === `signs-${kebab(name)}-without-prefix`)
  return part && isWholeField(part) ? fieldOfPart(part) : undefined
}

function inDigits(address: string): string {
  return address.replace(/[a-f]/gi, (letter) => String(letter.toLowerCase().charCodeAt(0) % 10))
}

const inSomeOrder: ReadonlySet<string> = new Set(['signs-sorted-body', 'signs-sorted-body-as-query-string'])

function sortedByName(body: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(Object.fromEntries(Object.entries(body).toSorted(([one], [other]) => (one < other ? -1 : 1))))
}

/** An unsigned field that may hold any text, and another text field. */
export const alike = memoized((operation: SignedOperation): [free: string | undefined, other: string | undefined] => {
  const beside = fieldsBeside(operation)
  const free = freeField(operation)?.name
  const other = operation.body?.fields.findLast(({ name, schema }) => beside.includes(name) && name !== free && allowsTexts(schema))
  return [free, other?.name]
})

/** The signed fields behind the free text; undefined unless the body's fields but for it begin with the signed ones, in their order. */
export const repeatedByFree: (operation: SignedOperation) => readonly string[] | undefined = memoized((operation) => {
  const { parts, separator } = operation.authentication.signature.construction
  const [free = ''] = alike(operation)
  const names = operation.body?.fields.map(({ name }) => name) ?? []
  const others = names.filter((name) => name !== free)
  const signed = parts.flatMap((part) => fieldOfPart(part) ?? [])
  const isInOrder = others.slice(0, signed.length).join() === signed.join() && parts.slice(-signed.length).every(isTextField)
  return separator === '' && isInOrder && others.length < names.length ? signed.slice(names.indexOf(free)) : undefined
})

export function includedId(field: string): string {
  return `includes-${field}`
}

function fieldsBeside(operation: SignedOperation): string[] {
  return requestFields(operation).flatMap(({ name }) => (isSignedField(operation, name) ? [] : [name]))
}
