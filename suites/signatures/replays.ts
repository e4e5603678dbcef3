import type { SignedPart } from '../../contracts/construction.ts'
import type { Schema } from '../../contracts/contract.ts'
import { schemaAt } from '../../contracts/fields.ts'
import type { SignedOperation } from '../../contracts/operation-kinds.ts'
import { brokenBound, isFixed } from '../../contracts/schemas/violations.ts'
import { isAway } from '../../contracts/statuses.ts'
import type { Builder } from '../../engine/client/client.ts'
import { isAnswerLost } from '../../engine/client/pacing/losses.ts'
import { type Classification, classify } from '../../engine/evidence/classification.ts'
import { type Exchange, endOf, type Headers, headerValue, type SentRequest } from '../../engine/exchange.ts'
import { sameAs, withSignedValues } from '../../engine/money/distinction.ts'
import { keepsConfigured } from '../../engine/money/money.ts'
import {
  type Inputs,
  ordinaryInputs,
  type SignedValues,
  signedHeaderFields,
  signedRequest,
  timestampOf,
} from '../../engine/probes/request.ts'
import { controlRoles, nearlyRightRoles, openingRole, replayedRole, withdrawalRoles } from '../../engine/probes/roles.ts'
import type { Seed } from '../../engine/seed.ts'
import type { Target } from '../../engine/target.ts'
import { digitChanged, otherValue } from '../../engine/wrong-values/alteration.ts'
import { pointerSteps } from '../../text/json/pointer.ts'
import { rarelySigned } from './mistakes/rare.ts'
import type { WrongSignature } from './wrong-signature.ts'

/** The roles of the right requests that are sent to be replayed. */
const first = [withdrawalRoles.seen, withdrawalRoles.earlier]

/**
 * A replay as a request of the probe. Of the right requests that are sent for that and, unless their body is repeated, of those of later roles,
 * it reuses the one that was accepted last, as a target may remember no more; or else the first control, whatever came of it. One reuses that
 * first, as a target may remember what it accepted first alone. What may be registered is never sent twice: if nothing came back of a replay
 * that would be the same again, that of the other takes its place (unless there is no other).
 */
export function replayed(operation: SignedOperation, { build, isOfFirst, ...replay }: Replay, later: readonly string[]): WrongSignature {
  const roles = [...first, ...(replay.isToTheLetter ? [] : later)]
  const reusing = (instead: boolean): WrongSignature => ({
    ...replay,
    behind: [...first, controlRoles.before],
    build: ({ target, ownTime, seed, order }, sent) => {
      const isControl = (isOfFirst === true && order.insists === false) !== instead
      const last = isControl ? undefined : latestOf(operation, classifiedAs('accepted', operation, roles, sent), order.insists !== false)
      const earlier = last ?? sent.get(controlRoles.before)
      const values = sentValues(operation, earlier)
      return build(earlier ? withSignedValues(target, earlier.request) : target, { values, request: earlier?.request }, ownTime(), seed)
    },
  })
  return {
    ...reusing(false),
    onAnswer: (exchange, sent) => {
      // Where wrong signatures are answered, what is lost of them is lost by chance.
      const isAnswered = classifiedAs('refused', operation, [openingRole, ...nearlyRightRoles], sent).length > 0
      const isOther = classifiedAs('accepted', operation, roles, sent).length > 0
      return exchange.repeats === 0 && mayBeRegistered(exchange) && isAnswered && isOther
    },
    next: () => [reusing(true)],
  }
}

function classifiedAs(
  classification: Classification,
  operation: SignedOperation,
  roles: readonly string[],
  sent: ReadonlyMap<string, Exchange>,
): Exchange[] {
  return roles.flatMap((role) => sent.get(role) ?? []).filter((exchange) => classify(operation, exchange) === classification)
}

function mayBeRegistered(exchange: Exchange): boolean {
  return isAnswerLost(exchange) || isAway(exchange.response?.status)
}

/** The exchange that was answered last; of several at once, by their signed times, which rise if the target insists on it, and else fall. */
function latestOf(operation: SignedOperation, exchanges: readonly Exchange[], isRising: boolean): Exchange | undefined {
  const timeOf = (exchange: Exchange) => Number(sentValues(operation, exchange).timestamp) * (isRising ? 1 : -1)
  return exchanges.toSorted((one, other) => endOf(one) - endOf(other) || timeOf(one) - timeOf(other)).at(-1)
}

export function sentValues({ authentication }: SignedOperation, exchange: Exchange | undefined): SignedValues {
  const value = (name: string) => exchange && headerValue(exchange.request.headers, name)
  return {
    key: value(authentication.key.header),
    timestamp: value(authentication.timestamp.header),
    signature: value(authentication.signature.header),
  }
}

/** Requests that carry the signature of an accepted one with another value of a part. */
export function replays(operation: SignedOperation): Replay[] {
  return [withoutSignature(operation), ofBody(operation), ...ofParts(operation), ...again(operation)]
}

type Replay = Omit<WrongSignature, 'build'> & {
  /** The signed part whose value was changed after signing. */
  part?: string
  /** True if it has the signature of the first one that was accepted, unless times have to rise. */
  isOfFirst?: boolean
  /** True if the body is sent again unchanged, as it is if it was written plainly. */
  isToTheLetter?: true
  build: (target: Target, earlier: { values: SignedValues; request?: SentRequest | undefined }, time: number, seed: Seed) => SentRequest
}

/** All of an accepted request, including its time, with a signature that differs in the one character in its middle. */
function withoutSignature(operation: SignedOperation): Replay {
  return {
    role: replayedRole('signature'),
    requirement: 'whole',
    title: 'with all of an accepted request, and another signature',
    isExtended: true,
    isToTheLetter: true,
    build: (target, { values: { signature = '', ...values }, request }) =>
      renewed(operation, target, request, { ...values, signature: digitChanged(signature, signature.length >> 1) }),
  }
}

/** Headers by which a service may know a request again. */
const nameHeaders = ['idempotency-key', 'x-idempotency-key', 'x-request-id'] as const

/** A name for a right request, under which another is sent later. A later run with the same seed has other withdrawals, under other names. */
export function nameOf({ seed, amounts: { since = 0 } }: Pick<Builder, 'seed' | 'amounts'>, role: string): Headers {
  const hex = seed.bytes(`signature/name/${since}/${role}`, 16).toString('hex')
  const name = hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')
  return nameHeaders.map((header) => [header, name] as const)
}

/** All of an accepted request but its time and its signature: what remembers it may tell clients apart by any header. */
function ofBody(operation: SignedOperation): Replay {
  const role = replayedRole('body')
  return {
    role,
    requirement: 'whole',
    title: 'with the body, the name and the client of an accepted request, and another signature',
    isToTheLetter: true,
    build: (target, { request }, time, seed) => {
      const same = request ? sameAs(target, request) : target
      return renewed(operation, target, request, rarelySigned(operation, { target: same, seed }, { role, time, changes: {} }))
    },
  }
}

/** A request with other signed headers; an ordinary one where there is none. */
function renewed(operation: SignedOperation, target: Target, request: SentRequest | undefined, values: SignedValues): SentRequest {
  if (!request) return signedRequest(operation, target, values)
  const fields = new Map(signedHeaderFields(operation, values))
  return { ...request, headers: request.headers.map(([name, value]) => [name, fields.get(name) ?? value]) }
}

/** An exact copy of an accepted request, if the document says that it is refused. */
function again(operation: SignedOperation): Replay[] {
  if (operation.authentication.timestamp.replay === undefined) return []
  return [
    {
      role: 'replayed',
      requirement: 'replay' as WrongSignature['requirement'], // an overlay's own
      title: 'that was accepted before, to the letter',
      build: (target, { values, request }) => request ?? signedRequest(operation, target, values),
    },
  ]
}

function ofParts(operation: SignedOperation): Replay[] {
  const { construction } = operation.authentication.signature
  const changeable = construction.parts.filter((part) =>
    part.body === undefined ? part.unit !== undefined : !isFixed(schemaOf(operation, part.body)),
  )
  return changeable.map((part, at) => ({
    part: part.name,
    isOfFirst: at > 0 && at === changeable.length - 1,
    role: replayedRole(part.name),
    requirement: `covers.${part.name}` as const,
    title: `with the signature of an accepted request and another ${part.name}`,
    omitted: (target) => (part.body && part.kind !== 'decimal' ? keepsConfigured(operation, target) : undefined),
    build: (target, earlier, time) => {
      const { body: pointer } = part
      if (pointer !== undefined)
        return signedRequest(operation, target, earlier.values, { inputs: withOtherValue(operation, target, part, pointer) })
      // With the body to the letter: what remembers both may forget the time alone.
      return renewed(operation, target, earlier.request, { ...earlier.values, timestamp: otherTime(operation, earlier.values, time) })
    },
  }))
}

/** A time that differs from that of the earlier request: two requests may fall into the same second. */
function otherTime(operation: SignedOperation, earlier: SignedValues, time: number): string {
  const fresh = timestampOf(operation, time)
  return fresh === earlier.timestamp ? String(BigInt(fresh) - 7n) : fresh
}

/**
 * The input in which a part of the signature stands, with another value there, one that is allowed: it must be refused for the signature
 * alone. Whatever is replayed, it is made of the configured one, so that a guard is asked about one that is like it.
 */
function withOtherValue(operation: SignedOperation, target: Target, part: SignedPart, pointer: string): Inputs {
  const [name = '', ...inner] = pointerSteps(pointer)
  const schema = schemaOf(operation, pointer)
  const change = (value: unknown): unknown => {
    const isAmount = part.kind === 'decimal'
    const allowed = isAmount ? undefined : schema?.enum?.find((each) => each !== value)
    if (allowed !== undefined) return allowed
    if (typeof value === 'number' && isAmount) return value / 10
    if (typeof value === 'number') return [value + 1, value - 1].find((each) => !schema || !brokenBound(schema, each)) ?? value + 1
    if (typeof value === 'boolean') return !value
    return typeof value === 'string' ? otherValue(part, value) : null
  }
  const changed = (value: unknown, [step, ...rest]: readonly string[]): unknown =>
    step === undefined ? change(value) : { ...(value as Inputs), [step]: changed((value as Inputs)[step], rest) }
  const { distinct: _, ...configured } = target
  return { [name]: changed(ordinaryInputs(operation, part.kind === 'decimal' ? target : configured)[name], inner) }
}

function schemaOf({ body }: SignedOperation, pointer: string): Schema | undefined {
  return body && schemaAt(body.schema, pointer)
}
