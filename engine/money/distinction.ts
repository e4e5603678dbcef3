import { fieldOfPart } from '../../contracts/construction.ts'
import type { Operation, Schema } from '../../contracts/contract.ts'
import { requestFields } from '../../contracts/fields.ts'
import { isFreeText } from '../../contracts/schemas/schema-parts.ts'
import { memoized } from '../../language/memoized.ts'
import { bodyMembers, type SentRequest } from '../exchange.ts'
import type { Seed } from '../seed.ts'
import type { Distinction, Target } from '../target.ts'
import { decimalOf, decimalPlaces, isDecimal, unitsOf } from './decimal-arithmetic.ts'

/**
 * Whether withdrawals move less than the configured amount: a target may have a least amount, or take whole numbers only. Where it takes
 * no less, those on this machine may move more, so that a target that takes each withdrawal only once can be judged.
 */
export interface Amounts {
  smaller: boolean
  /** When the run began, in milliseconds since the Unix epoch: one with the same seed later asks for other amounts, and in other words. */
  readonly since?: number
  greater?: boolean
  /** True if the configured amount was refused and more was not: an earlier run may have asked for it, and for others a little above it. */
  isFarGreater?: boolean
  /** How they are described where five letters are refused: bounds of texts are open as well. */
  text?: Description
  /** True once a withdrawal with such a text was accepted. */
  isTextTaken?: boolean
}

type Description = 'capital' | 'digits' | 'words'

/** Asks for withdrawals in other ways, where they are refused as they are, until one is accepted; if none is, all stays as it was. */
export async function askOtherwise(amounts: Amounts, isAccepted: () => Promise<boolean>): Promise<boolean> {
  const before = { ...amounts }
  for (const way of otherWays(before)) {
    Object.assign(amounts, way)
    if (await isAccepted()) return true
    putBack(amounts, before)
  }
  return false
}

/** Builds a withdrawal in another way, which others follow only once it was accepted. */
export function builtOtherwise(amounts: Amounts, way: Partial<Amounts>, build: () => SentRequest): SentRequest {
  return builtAs(amounts, { ...amounts, ...way }, build)
}

/** Builds a withdrawal in this way alone, which no other follows. */
export function builtAs(amounts: Amounts, way: Amounts, build: () => SentRequest): SentRequest {
  const before = { ...amounts }
  putBack(amounts, way)
  const built = build()
  putBack(amounts, before)
  return built
}

export function putBack(amounts: Amounts, before: Amounts): void {
  for (const key of ['text', 'greater', 'isFarGreater'] as const) if (!(key in before)) delete amounts[key]
  Object.assign(amounts, before)
}

/** A text that was taken once is not what is refused, nor is an amount. */
function otherWays({ smaller, greater, text, isTextTaken }: Amounts): readonly Partial<Amounts>[] {
  const texts = text === undefined && !isTextTaken ? (['capital', 'digits', 'words'] as const) : []
  return [
    ...texts.map((other) => ({ text: other })),
    ...(smaller || greater ? [] : [{ smaller: true }, { greater: true, isFarGreater: true }]),
  ]
}

/**
 * How a run tells the withdrawal of a number from all others: by a text that may be any and is not signed, and by its amount, a
 * little less than the configured one where the target takes less. The text is as short as may be and has nothing but letters, since its
 * bounds and its letters are open as well.
 */
export function distinctionOf(seed: Seed, number: () => number, amounts: Amounts): Distinction {
  const since = amounts.since ?? 0
  const smaller = ofNumber(number, (own, configured) =>
    below(configured, own, (most) => seed.integer(`withdrawal/first/${since}`, 0, most)),
  )
  const letters = ofNumber(number, (own) => lettersOf(own, 2) + lettersOf(seed.integer(`withdrawal/${since}/${own}`, 0, 26 ** 3 - 1), 3))
  const amount = (configured: string) => {
    if (amounts.smaller) return smaller(configured)
    if (!amounts.greater) return configured
    return above(configured, number() + (amounts.isFarGreater ? seed.integer(`withdrawal/above/${since}`, numbersOfRun, farthest) : 0))
  }
  const text = (ordinary: string, { minLength }: Schema) => {
    const own = amounts.text === undefined ? letters('') : describedBy(amounts.text, letters(''), number())
    return (Number(minLength ?? 0) > own.length ? ordinary : '') + own
  }
  return (operation, ordinary) => {
    const changed = tellingFields(operation).flatMap(({ name, value, schema }) => {
      const given = ordinary[name]
      if (typeof given !== 'string') return []
      if ('setting' in value) return isDecimal(given) ? [[name, amount(given)] as const] : []
      return [[name, text(given, schema)] as const]
    })
    return Object.fromEntries(changed)
  }
}

/** The fields by which one withdrawal may differ from another: configured numbers, and free texts that are not signed. */
const tellingFields = memoized((operation: Operation) =>
  requestFields(operation).filter(({ name, value, schema }) =>
    'setting' in value ? schema.format === 'decimal' : isFreeText(schema) && !isSignedField(operation, name),
  ),
)

/** What is made of a number and a text, kept until either is another: a request is built from its values many times over. */
function ofNumber(number: () => number, make: (number: number, text: string) => string): (text: string) => string {
  let last = { number: Number.NaN, text: '', made: '' }
  return (text) => {
    const own = number()
    if (last.number !== own || last.text !== text) last = { number: own, text, made: make(own, text) }
    return last.made
  }
}

function describedBy(text: Description, letters: string, number: number): string {
  if (text === 'capital') return String.fromCharCode(65 + (number % 26))
  if (text === 'digits') return String(100_000 + number)
  return `Payment of order ${letters}`
}

/** The last digits of a number, as letters. */
function lettersOf(number: number, count: number): string {
  const digits = Array.from({ length: count }, (_, place) => Math.floor(number / 26 ** place) % 26)
  return digits.map((digit) => String.fromCharCode(97 + digit)).join('')
}

/** The target with a sent withdrawal as its ordinary one: each further request for it asks for the same. */
export function sameAs(target: Target, request: SentRequest): Target {
  const sent = bodyMembers(request)
  return { ...target, distinct: (_, ordinary) => ({ ...ordinary, ...sent }) }
}

/** The signed values of a sent withdrawal, in one text: those that are alike in these may be one and the same to a target. */
export function signedText(operation: Operation, request: SentRequest): string {
  return JSON.stringify(Object.entries(bodyMembers(request)).filter(([name]) => isSignedField(operation, name)))
}

/** The target with the signed values of a sent withdrawal as its ordinary ones: further ones differ in what is not signed. */
export function withSignedValues(target: Target, request: SentRequest): Target {
  const sent = Object.entries(bodyMembers(request))
  const distinct: Distinction = (operation, ordinary) => {
    const signed = sent.filter(([name]) => isSignedField(operation, name))
    return { ...target.distinct?.(operation, ordinary), ...Object.fromEntries(signed) }
  }
  return { ...target, distinct }
}

/** As many decimals as tokens have at least, less one: an amount printed with all of them differs from what was signed. */
const decimals = 5
const leastUnits = 1000n
/** In these units: amounts stay just below a great one. */
const mostRoom = 50_000n

/**
 * Less by up to a third, and rising with the numbers: if the first is not too little, no later one is. Each run has a range of its own, as a
 * target may take each withdrawal once. None ends in a zero: a target that drops zeros would see another number than was signed.
 */
function below(configured: string, number: number, first: (most: number) => number): string {
  const places = Math.max(decimals, decimalPlaces(configured))
  const most = unitsOf(configured, places)
  if (most < leastUnits) return configured
  const room = most / 3n > mostRoom ? mostRoom : most / 3n
  const all = (room / 10n) * 9n
  const index = BigInt(first(Number((all * 8n) / 9n)) + number) % all
  return decimalOf(((most - room) / 10n + index / 9n) * 10n + (index % 9n) + 1n, places)
}

/** More than the numbers of withdrawals that a run builds, and how far apart later runs may lie. */
const numbersOfRun = 250
const farthest = 10_000

/** More with each number, with no more decimals than are configured, and never with a zero at the end. */
function above(configured: string, number: number): string {
  const places = decimalPlaces(configured)
  const next = unitsOf(configured, places) / 10n + 1n
  const index = BigInt(number)
  return decimalOf((next + index / 9n) * 10n + (index % 9n) + 1n, places)
}

/** True for a field of the body that is a part of the signature, or holds one. */
export function isSignedField({ authentication }: Operation, name: string): boolean {
  return authentication.kind === 'signed' && authentication.signature.construction.parts.some((part) => fieldOfPart(part) === name)
}
