import type { Construction } from '../../../contracts/construction.ts'
import type { Mistake } from '../../../contracts/mistakes/mistake.ts'
import { rightProcedure, type SigningProcedure, signatureOf, signBy } from '../../../contracts/mistakes/signing-procedure.ts'
import { memoized } from '../../../language/memoized.ts'
import type { Explanation, Input, Signed } from '../given-signature.ts'
import { isBefore, isOfMessage, made, messagesIn, type Slip, type Suspect, singles, suspect } from '../suspects.ts'

/** A mistake that shows in a signature, and what it makes of it: mistakes of one stage that make the same are of one kind. */
interface Acting {
  readonly slip: Slip
  readonly kind: string
  /** The parts whose value it changes, if that is all it does. */
  readonly touched: string
}

/** Suspects that make a given signature, which no single mistake makes, by two mistakes at once, of which one is among some. */
export function pairs(construction: Construction, all: readonly Slip[], given: Signed, some: readonly Slip[] = all): Suspect[] {
  const active = actingIn(construction, all, given.input)
  const alone = singles(
    construction,
    active.map(({ slip }) => slip),
  ).filter(({ makes }) => makes(given))
  if (alone.length > 0) return alone
  const among = new Set(some)
  const sought = new Set(active.flatMap(({ slip, kind }) => (among.has(slip) ? [kind] : [])))
  const alike = Map.groupBy(active, ({ kind }) => kind)
  const first = [...alike.values()].flatMap(([each]) => each ?? [])
  const isMade = pairMaker(construction, active, given)
  // What is made of two parts does not depend on which of several ways each is written in.
  const isApart = (one: Acting, other: Acting) => one.slip.mistake.stage !== other.slip.mistake.stage || one.touched !== other.touched
  const isSought = ({ kind }: Acting) => sought.has(kind)
  const isPair = (one: Acting, other: Acting) => isMade(...inOrder(one.slip, other.slip))
  const ofOneStage = [...Map.groupBy(active, ({ slip }) => slip.mistake.stage)].flatMap(([stage, those]) => [
    ...couples(those, isSought, (one, other) => !isApart(one, other) && isPair(one, other)),
    // In capitals without padding is not without padding in capitals: another encoding, or text, replaces what came before it.
    ...(stage === 'encode' || stage === 'text' ? couples(those.toReversed(), isSought, isPair) : []),
  ])
  const ofTwo = couples(first, isSought, (one, other) => isApart(one, other) && isPair(one, other)).flatMap(([one, other]) =>
    (alike.get(one.kind) ?? []).flatMap((each) => (alike.get(other.kind) ?? []).map((next) => [each, next] as const)),
  )
  return [...ofOneStage, ...ofTwo].flatMap(([one, other]) => {
    if (!among.has(one.slip) && !among.has(other.slip)) return []
    const [before, then] = inOrder(one.slip, other.slip)
    return suspect(construction, both(before.mistake, then.mistake), (procedure) => then.change(before.change(procedure)))
  })
}

function actingIn(construction: Construction, all: readonly Slip[], input: Input): Acting[] {
  const usual = signBy(rightProcedure(construction), input)
  const { parts, value } = rightProcedure(construction)
  return all.flatMap((slip) => {
    const signatures = made(construction, slip.change, input)
    const { stage } = slip.mistake
    // A text may be encoded or trimmed because of what another mistake put into it.
    if (stage !== 'text' && signatures.every((signature) => signature === usual)) return []
    const changed = slip.change(rightProcedure(construction)).value
    const touched = parts.filter((part) => stage === 'value' && changed(part, input) !== value(part, input)).map(({ name }) => name)
    return [{ slip, kind: `${stage} ${signatures.join(' ')}`, touched: touched.join() }]
  })
}

/** Those two that are one, in their order; at least one of them is sought. */
function couples<Thing>(
  all: readonly Thing[],
  isSought: (thing: Thing) => boolean,
  isOne: (one: Thing, other: Thing) => boolean,
): (readonly [Thing, Thing])[] {
  return all.flatMap((sought, at) => {
    if (!isSought(sought)) return []
    return all.flatMap((other, index): (readonly [Thing, Thing])[] => {
      if (index === at || (index < at && isSought(other))) return []
      const couple = index < at ? ([other, sought] as const) : ([sought, other] as const)
      return isOne(...couple) ? [couple] : []
    })
  })
}

/** Tells whether two mistakes, in their order, make the signature together. */
function pairMaker(construction: Construction, active: readonly Acting[], { input, answer }: Signed) {
  const right = rightProcedure(construction)
  const isAsLong = signBy(right, input)?.length === answer.signature.length
  const messages = new Map(
    [undefined, ...active.map(({ slip }) => slip)].map((slip) => [slip, messagesIn(slip ? slip.change(right) : right, input)]),
  )
  const messagesBefore = (slip: Slip) => messages.get(isOfMessage(slip) ? slip : undefined) ?? []
  const digestsOf = memoized((slip: Slip) => digestsIn(slip.change(right), input, messagesBefore(slip)))
  // Many pairs make the same message of an input.
  const inVain = new Set<string>()
  return (first: Slip, then: Slip): boolean => {
    if (!canMeet(first.mistake, then.mistake)) return false
    const procedure = then.change(first.change(right))
    if (then.mistake.stage === 'encode')
      return digestsOf(first).some((digest) => procedure.encode(digest, procedure.hash) === answer.signature)
    // What is mistaken before the digest leaves a signature as long as it is.
    if (!isAsLong && isBefore(then, 'digest')) return false
    const isSigned = (message: Buffer) => signatureOf(procedure, input, message) === answer.signature
    if (!isOfMessage(then)) return messagesBefore(first).some(isSigned)
    return messagesIn(procedure, input).some((message) => {
      const text = message.toString('latin1')
      if (inVain.has(text)) return false
      const found = isSigned(message)
      if (!found) inVain.add(text)
      return found
    })
  }
}

function digestsIn(procedure: SigningProcedure, input: Input, messages: readonly Buffer[]): Buffer[] {
  const key = procedure.key(input)
  return key === undefined ? [] : messages.map((message) => procedure.digest(message, key, procedure.hash))
}

/** Orders two mistakes by their stages, so that each pair is tried in one order only. */
function inOrder(one: Slip, other: Slip): [first: Slip, then: Slip] {
  return isBefore(other, one.mistake.stage) ? [other, one] : [one, other]
}

function canMeet(one: Mistake, other: Mistake): boolean {
  return one.id !== other.id && (one.stage !== other.stage || ['value', 'text', 'key', 'digest', 'encode'].includes(one.stage))
}

function both(one: Mistake, other: Mistake): Explanation {
  const mistake = [one, other].map(({ id }) => id).join(' + ')
  return { mistake, title: `${one.title}, and ${other.title}` }
}
