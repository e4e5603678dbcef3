import { fieldOfPart, isWholeField, partInHeader } from '../../contracts/construction.ts'
import { requestFields } from '../../contracts/fields.ts'
import { mistakes } from '../../contracts/mistakes/mistakes.ts'
import type { SignedOperation } from '../../contracts/operation-kinds.ts'
import { withPart } from '../../contracts/signing.ts'
import type { Client } from '../../engine/client/client.ts'
import type { SentRequest } from '../../engine/exchange.ts'
import { isDecimal } from '../../engine/money/decimal-arithmetic.ts'
import { isSignedField } from '../../engine/money/distinction.ts'
import { ordinaryInputs, ordinaryRequest, signedRequest } from '../../engine/probes/request.ts'
import { mistaken } from '../signatures/variations.ts'
import { signedOver } from '../signatures/wrong-signature.ts'

export interface SignedBehaviour {
  readonly id: string
  readonly title: string
  /** Undefined if it cannot be asked of a target. */
  readonly build: (client: Client) => SentRequest | undefined
  /** True if the request is right: what is left open is whether a target takes it. */
  readonly isRight?: boolean
  /** What a target does that accepts this and refuses the right request. */
  readonly instead?: string
}

/** What can be asked of a signed operation, beside what it must do. Some of it may register what was asked for. */
export function signedBehaviours(operation: SignedOperation): SignedBehaviour[] {
  return [
    upperCase(operation),
    ...timestampForms(operation),
    ...otherExamples(operation),
    decimals(operation),
    ambiguous(operation),
  ].flatMap((behaviour) => behaviour ?? [])
}

function upperCase(operation: SignedOperation): SignedBehaviour | undefined {
  const open = mistakes(operation.authentication.signature.construction).find((mistake) => mistake.open)
  return (
    open && {
      id: open.id,
      title: `A signature ${open.title}`,
      instead: `it signs ${open.title}`,
      build: ({ target, reserveTime }) => mistaken(operation, target, { mistake: open, time: reserveTime() }),
    }
  )
}

function timestampForms(operation: SignedOperation): SignedBehaviour[] {
  const { timestamp, signature } = operation.authentication
  const part = partInHeader(signature.construction, timestamp.header)
  if (!part) return []
  const form = (id: string, title: string, write: (milliseconds: number) => string): SignedBehaviour => ({
    id: `timestamp.${id}`,
    title,
    instead: `it takes ${title.charAt(0).toLowerCase()}${title.slice(1)}`,
    build: ({ target, reserveTime }) => {
      const time = reserveTime()
      const text = write(time)
      const values = signedOver(operation, { target, time }, (input) => withPart(input, part.name, text))
      return signedRequest(operation, target, { ...values, timestamp: text })
    },
  })
  return [
    form('seconds', 'A timestamp in seconds, signed so', (time) => String(Math.floor(time / 1000))),
    form('leading-zero', 'A timestamp with a zero before it, signed so', (time) => `0${time}`),
    form('fraction', 'A timestamp with a fraction, signed so', (time) => `${time}.0`),
  ]
}

/** Fields that the signature does not cover, with another of the values that are shown. */
function otherExamples(operation: SignedOperation): SignedBehaviour[] {
  const fields = requestFields(operation).flatMap(({ name, schema: { examples = [] } }) =>
    !isSignedField(operation, name) && examples.length > 1 ? [{ name, examples }] : [],
  )
  return fields.map(({ name, examples }) => ({
    id: `other.${name}`,
    title: `Another ${name}, which the signature does not cover`,
    isRight: true,
    build: (client) => {
      const other = examples.find((example) => example !== ordinaryInputs(operation, client.target)[name])
      return other === undefined ? undefined : ordinaryRequest(operation, client, { inputs: { [name]: other } })
    },
  }))
}

const manyDecimals = 18

function decimals(operation: SignedOperation): SignedBehaviour | undefined {
  const part = operation.authentication.signature.construction.parts.find((each) => each.kind === 'decimal' && isWholeField(each))
  const name = part && fieldOfPart(part)
  if (name === undefined) return undefined
  return {
    id: 'decimals',
    title: `${name} with ${manyDecimals} decimals`,
    isRight: true,
    build: (client) => {
      const [whole = '', fraction = ''] = String(ordinaryInputs(operation, client.target)[name]).split('.')
      return ordinaryRequest(operation, client, { inputs: { [name]: `${whole}.${fraction.padEnd(manyDecimals, '0')}` } })
    },
  }
}

/** A digit moved over the boundary of two neighbouring fields: without separators both requests have one signature. */
function ambiguous(operation: SignedOperation): SignedBehaviour | undefined {
  const { parts, separator } = operation.authentication.signature.construction
  const fields = parts.map((part) => (isWholeField(part) ? fieldOfPart(part) : undefined))
  const index = fields.findIndex((field, at) => field !== undefined && fields[at + 1] !== undefined)
  const [left, right] = fields.slice(index, index + 2)
  if (separator !== '' || left === undefined || right === undefined) return undefined
  return {
    id: 'ambiguous',
    title: `The last digit of ${left} moved before ${right}: the same text is signed`,
    build: (client) => {
      const inputs = ordinaryInputs(operation, client.target)
      const [given, to] = [String(inputs[left]), String(inputs[right])]
      // A digit that follows the point leaves no number behind: a zero goes instead.
      const from = isDecimal(given) && !isDecimal(given.slice(0, -1)) ? `${given}0` : given
      if (from.length < 2) return undefined
      return ordinaryRequest(operation, client, { inputs: { [left]: from.slice(0, -1), [right]: from.slice(-1) + to } })
    },
  }
}
