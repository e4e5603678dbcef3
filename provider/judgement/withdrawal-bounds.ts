import type { Operation, RequestField } from '../../contracts/contract.ts'
import { isAmount, requestFields } from '../../contracts/fields.ts'
import { asText } from '../../text/json/as-text.ts'
import { type Refusal, refuse } from './refusals.ts'

/** What may be withdrawn, and how it may be described: the source leaves bounds open. */
export interface Bounds {
  /** Amounts below the configured one are refused. */
  readonly least?: 'configured'
  readonly decimals?: number
  readonly longest?: number
  /** What a text that may be any has to look like. */
  readonly text?: RegExp
  /** What every value other than texts and amounts has to look like. */
  readonly symbol?: RegExp
  /** Withdrawals that differ only in their texts are accepted once. */
  readonly alike?: 'once'
  /** How many are accepted at all; those after them are told 429, or as `overMost` says. */
  readonly most?: number
  readonly overMost?: 200 | 402 | 422
}

const unbounded = Number.POSITIVE_INFINITY

type Settings = Readonly<Record<string, string>>

/** Says why a right withdrawal is not accepted; `before` holds the accepted ones. */
export function boundProblem(
  operation: Operation,
  values: Readonly<Record<string, unknown>>,
  { settings, behaviour }: { readonly settings: Settings; readonly behaviour: { readonly bounds?: Bounds } },
  before: Set<string>,
): Refusal | undefined {
  if (!operation.movesMoney) return undefined
  const { alike, most = unbounded, overMost } = behaviour.bounds ?? {}
  const fields = requestFields(operation)
  for (const field of fields) {
    const problem = valueProblem(operation, field, asText(values[field.name]), { settings, ...behaviour.bounds })
    if (problem) return refuse('body', `${field.name}: it ${problem}.`)
  }
  if (before.size >= most) return { ...refuse('rate', 'No more withdrawals are taken today.'), status: overMost }
  const told = alike ? JSON.stringify(fields.filter(({ value }) => 'setting' in value).map(({ name }) => values[name])) : `${before.size}`
  if (before.has(told)) return refuse('replay', 'Such a withdrawal was taken before.')
  before.add(told)
  return undefined
}

/** What is wrong with a value: with a text that may be any, with a name such as that of a token, or with an amount. */
function valueProblem(
  operation: Operation,
  field: RequestField,
  given: string,
  { settings, longest = unbounded, text, symbol, least, decimals = unbounded }: Bounds & { readonly settings: Settings },
): string | undefined {
  if (!('setting' in field.value)) {
    if (given.length > longest) return 'is too long'
    return text?.test(given) === false ? 'has other letters' : undefined
  }
  if (!isAmount(operation, field)) return symbol?.test(given) === false ? 'is not known' : undefined
  if (least && Number(given) < Number(settings[field.value.setting])) return 'is too little'
  return (given.split('.')[1] ?? '').length > decimals ? 'has too many decimals' : undefined
}
