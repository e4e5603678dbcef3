import { isAmount } from '../../contracts/guarded.ts'
import { lastChanged } from '../../engine/alteration.ts'
import type { SentRequest } from '../../engine/exchange.ts'
import { type Inputs, ordinaryInputs, signedRequest, signedValues } from '../../engine/request.ts'
import type { Target } from '../../engine/target.ts'
import { freeField } from './legal-forms.ts'
import { rarelySigned } from './rare.ts'
import { never, onlyOwn, type SignedOperation, type WrongSignature } from './wrong-signature.ts'

/** Values that servers wave through by habit: a test, little money, much of it, nothing said of it; each sent as some clients send all. */
export const habits = {
  test: {
    title: 'for a test of little money',
    amount: '0.01',
    text: 'test',
    headers: { 'content-type': (type: string) => `${type}; charset=utf-8` },
  },
  large: { title: 'of much money, with nothing said of it', amount: '100000', text: '', headers: { accept: () => '*/*' } },
} as const

/** Requests with such values, or with a time that is none, and another signature. */
export function habitual(operation: SignedOperation): WrongSignature[] {
  return [
    ...Object.entries(habits).map(
      ([id, { title, headers, ...values }]): WrongSignature => ({
        id: `habit.${id}`,
        requirement: 'whole',
        title: `${title}, with another signature`,
        isExtended: true,
        omitted: onlyOwn(operation),
        build: (target, time, seed) => {
          const changes = { inputs: inputsOf(operation, target, values), write: indented }
          const signed = rarelySigned(operation, { target, seed }, { role: `habit.${id}`, time, changes })
          return rewritten(signedRequest(operation, target, signed, changes), headers)
        },
      }),
    ),
    {
      id: 'habit.time-zero',
      requirement: 'whole',
      title: 'with zero for its timestamp and its amount, and another signature',
      isExtended: true,
      omitted: never,
      build: (target, time) => {
        const inputs = Object.fromEntries(amountsOf(operation, target).map((name) => [name, '0']))
        const right = signedValues(operation, target, time, { inputs })
        return signedRequest(operation, target, { ...right, timestamp: '0', signature: lastChanged(right.signature) }, { inputs })
      },
    },
  ]
}

/** The fields that hold an amount as a text. */
function amountsOf(operation: SignedOperation, target: Target): string[] {
  const ordinary = ordinaryInputs(operation, target)
  const amounts = (operation.body?.fields ?? []).filter((field) => isAmount(operation, field))
  return amounts.flatMap(({ name }) => (typeof ordinary[name] === 'string' ? [name] : []))
}

function indented(body: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(body, null, 2)
}

/** A request of which some headers are written otherwise. */
function rewritten(request: SentRequest, headers: Readonly<Record<string, (value: string) => string>>): SentRequest {
  return { ...request, headers: request.headers.map(([name, value]) => [name, headers[name]?.(value) ?? value] as const) }
}

/** An amount and a text; where the text says something, the other values that are shown of what is not signed, too. */
function inputsOf(
  operation: SignedOperation,
  target: Target,
  { amount, text }: { readonly amount: string; readonly text: string },
): Inputs {
  const fields = operation.body?.fields ?? []
  const { parts } = operation.authentication.signature.construction
  const ordinary = ordinaryInputs(operation, target)
  const free = freeField(operation)?.name
  const shown = fields.flatMap(({ name, schema }) => {
    const other = schema.examples?.find((example) => example !== ordinary[name])
    return text === '' || name === free || other === undefined || parts.some(({ body }) => body === `/${name}`)
      ? []
      : [[name, other] as const]
  })
  return Object.fromEntries([
    ...amountsOf(operation, target).map((name) => [name, amount] as const),
    ...shown,
    ...(free === undefined ? [] : [[free, text] as const]),
  ])
}
