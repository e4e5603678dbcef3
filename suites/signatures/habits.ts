import type { RequestField } from '../../contracts/contract.ts'
import { isAmount, requestFields } from '../../contracts/fields.ts'
import type { SignedOperation } from '../../contracts/operation-kinds.ts'
import type { SentRequest } from '../../engine/exchange.ts'
import { isSignedField } from '../../engine/money/distinction.ts'
import { keepsConfigured } from '../../engine/money/money.ts'
import { type Inputs, ordinaryInputs } from '../../engine/probes/request.ts'
import { likely } from '../../engine/seed.ts'
import type { Target } from '../../engine/target.ts'
import { lastChanged } from '../../engine/wrong-values/alteration.ts'
import { asItIs, withAccept, withContentType } from '../access/edited-request.ts'
import { orPlain } from '../access/refused-otherwise.ts'
import { freeField } from './legal-forms/legal-forms.ts'
import { rarelySigned, rarelySignedRequest } from './mistakes/rare.ts'
import { hundredthsAndZero } from './parts/misspellings.ts'
import { signedWrongly, type WrongSignature } from './wrong-signature.ts'

/** Values that a server may accept unchecked, each in the style of some client: a test, a small amount, a large one, no description. */
export const habits: Readonly<Record<string, Habit>> = {
  test: {
    title: 'for a test of little money',
    // Of as many decimals as tokens have at most.
    amount: '0.000100000000000001',
    text: 'test',
    others: 'shown',
    reform: (request) => withContentType(request, (type) => `${type}; charset=utf-8`),
  },
  large: { title: 'of much money, with nothing said of it', amount: '100000', text: '', reform: (request) => withAccept(request, '*/*') },
  'command-line': {
    title: 'by a client of the command line, for an amount of two decimals, with values that are not shown where they may be sent',
    isOfHundredths: true,
    text: 'Order 1001: "tea" \\ <b>',
    others: 'unknown',
    reform: (request) => {
      const { headers, ...rest } = withAccept(
        withContentType(request, (type) => `${type};charset=UTF-8`),
        undefined,
      )
      return { ...rest, headers: [...headers, ['user-agent', 'curl/8.5.0']] }
    },
  },
}

interface Habit {
  readonly title: string
  readonly amount?: string
  /** Its amount is no greater than the configured one, and has the decimals of most prices, which no other has. */
  readonly isOfHundredths?: true
  readonly text?: string
  /** What the other unsigned fields hold: another value that the source shows, or one that it does not. */
  readonly others?: 'shown' | 'unknown'
  readonly reform?: (request: SentRequest) => SentRequest
}

/**
 * Requests with such values, or with a time that is not a time, and another signature. Values may be refused for themselves, by a target that
 * looks at no signature for what else is unusual: then that follows without them.
 */
export function habitual(operation: SignedOperation): WrongSignature[] {
  const habitsOf = Object.entries(habits).map(([id, { title, reform = asItIs, ...values }]) => {
    const role = `habit.${id}`
    const signed = (asked: typeof values): WrongSignature => ({
      role,
      requirement: 'whole',
      title: `${title}, with another signature`,
      isExtended: true,
      ...(values.amount === undefined ? {} : { omitted: (target) => keepsConfigured(operation, target) }),
      build: (client) =>
        reform(rarelySignedRequest(operation, client, role, { inputs: inputsOf(operation, client.target, asked), write: backwards })),
    })
    const { amount, ...others } = values
    const { text, ...untold } = values
    return orPlain(operation, signed(values), signed(amount === undefined ? untold : others), signed({}))
  })
  return [...habitsOf, orPlain(operation, atTimeZero(operation, '0'), atTimeZero(operation))]
}

/** Over several lines and with the last field first, in which a guard may not find its fields. */
function backwards(body: object): string {
  return JSON.stringify(Object.fromEntries(Object.entries(body).toReversed()), null, 2)
}

function atTimeZero(operation: SignedOperation, amount?: string): WrongSignature {
  const role = 'habit.time-zero'
  const title = 'with zero for its amount and zero, less or a fraction for its timestamp, and another signature'
  return signedWrongly(operation, { role, requirement: 'whole', title, isExtended: true }, ({ target, seed }) => {
    const changes = { inputs: withAmounts(operation, target, () => amount) }
    return [rarelySigned(operation, { target, seed }, { role, time: seed.pick('signature/habit/time', noTimes), changes }), changes]
  })
}

/** No numbers of milliseconds since the Unix epoch at which anybody asked; the likeliest more often. */
const noTimes = [...likely(3, 0), -1, 0.5]

/** The amounts that are texts, each made of the configured one where one can be. */
function withAmounts(operation: SignedOperation, target: Target, made: (configured: string) => string | undefined): Inputs {
  const ordinary = ordinaryInputs(operation, target)
  const amounts = requestFields(operation).filter((field) => isAmount(operation, field))
  return Object.fromEntries(
    amounts.flatMap(({ name }) => {
      const configured = ordinary[name]
      const amount = typeof configured === 'string' ? made(configured) : undefined
      return amount === undefined ? [] : [[name, amount]]
    }),
  )
}

function inputsOf(operation: SignedOperation, target: Target, { amount, isOfHundredths, text, others }: Omit<Habit, 'title'>): Inputs {
  const ordinary = ordinaryInputs(operation, target)
  const free = freeField(operation)?.name
  const beside = requestFields(operation).filter(({ name }) => !isSignedField(operation, name))
  const otherOf = ({ name, schema }: RequestField): readonly (readonly [name: string, value: unknown])[] => {
    const value = ordinary[name]
    if (others === undefined || name === free || typeof value !== 'string' || keepsConfigured(operation, target) !== undefined) return []
    const other = others === 'shown' ? schema.examples?.find((example) => example !== value) : lastChanged(value)
    return other === undefined ? [] : [[name, other]]
  }
  return Object.fromEntries([
    ...Object.entries(withAmounts(operation, target, (own) => (isOfHundredths ? hundredthsAndZero(own)?.slice(0, -1) : amount))),
    ...beside.flatMap(otherOf),
    ...(free === undefined || text === undefined ? [] : [[free, text] as const]),
  ])
}
