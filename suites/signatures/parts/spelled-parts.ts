import { fieldOfPart, isTextField, type SignedPart } from '../../../contracts/construction.ts'
import type { SignedOperation } from '../../../contracts/operation-kinds.ts'
import { partValue, type SigningInput, withPart } from '../../../contracts/signing.ts'
import { keepsConfigured } from '../../../engine/money/money.ts'
import { type Changes, ordinaryInputs, signingInput } from '../../../engine/probes/request.ts'
import type { Target } from '../../../engine/target.ts'
import { claimExtents, claimedValue, claiming, type Extent, everyExtent } from '../headers/claims.ts'
import { sampleTime } from '../legal-forms/legal-forms.ts'
import { signedBeside, signedWrongly, type WrongSignature } from '../wrong-signature.ts'
import { type Misspelling, sentMisspellings, signedMisspellings } from './misspellings.ts'

/** A part in another spelling: sent so and signed plainly, or sent plainly and signed so. */
interface SpelledPart {
  readonly id: string
  readonly part: SignedPart
  readonly spelling: Misspelling
  /** What a provider that accepts it signs for the part. */
  readonly read: (sent: string, known: string) => string
  readonly isSent: boolean
}

/** Every part in each other spelling that is sent but not signed, or signed (as servers change a plain value) but not sent. */
export function spelledParts({ authentication: { signature } }: SignedOperation): SpelledPart[] {
  return signature.construction.parts.flatMap((part) => [
    ...sentMisspellings[kindOf(part)].map((spelling) => {
      return { id: `sends.${part.name}.${spelling.id}`, part, spelling, read: spelling.plain, isSent: true }
    }),
    ...signedMisspellings[kindOf(part)].map((spelling) => {
      return { id: `signs.${part.name}.${spelling.id}`, part, spelling, read: spelling.spell, isSent: false }
    }),
  ])
}

/** The wrong requests that follow from these: a pair for each part. */
export function misspelled(operation: SignedOperation): WrongSignature[] {
  return spelledParts(operation).map((spelled) =>
    spelled.isSent ? sentOtherwise(operation, spelled) : signedOtherwise(operation, spelled),
  )
}

function kindOf(part: SignedPart): keyof typeof sentMisspellings {
  if (isTextField(part)) return part.kind ?? 'text'
  return part.unit ? 'time' : 'other'
}

function sentOtherwise(operation: SignedOperation, { id, part, spelling }: SpelledPart): WrongSignature {
  const field = fieldOfPart(part)
  const ordinary = (target: Target) => (field === undefined ? '' : ordinaryOf(operation, target, field))
  const { spell, signed = (plain) => plain } = spelling
  const named: Omit<WrongSignature, 'build'> = {
    role: id,
    requirement: 'verbatim',
    title: `with ${part.name} ${spelling.title}, and signed without`,
    isExtended: true,
    omitted: (target) => {
      if (field === undefined) return undefined
      return spell(ordinary(target)) === signed(ordinary(target)) ? same(part, spelling) : keepsConfigured(operation, target)
    },
  }
  return claimed(operation, named, spelling, ({ target, time, right }, extent) => {
    if (field === undefined) return [{ ...right(), timestamp: spell(right().timestamp) }]
    const plain = ordinary(target)
    const changes = { inputs: { [field]: signed(plain) } }
    const input = signingInput(operation, target, time, changes)
    return [
      right(changes),
      { ...claiming(operation, target, claimedValue(operation, input, part), extent), inputs: { [field]: spell(plain) } },
    ]
  })
}

function signedOtherwise(operation: SignedOperation, { id, part, spelling }: SpelledPart): WrongSignature {
  const field = fieldOfPart(part)
  const inOtherSpelling = (input: SigningInput) => withPart(input, part.name, spelling.spell(partValue(input.values, part.name)))
  const sent = (target: Target): Changes =>
    field === undefined || !spelling.ordinary ? {} : { inputs: { [field]: spelling.ordinary(ordinaryOf(operation, target, field)) } }
  const named: Omit<WrongSignature, 'build'> = {
    role: id,
    requirement: 'verbatim',
    title: `with ${part.name} signed ${spelling.title}${field === undefined ? '' : ', and sent as it is'}`,
    isExtended: true,
    omitted: (target) => {
      const value = partValue(signingInput(operation, target, sampleTime, sent(target)).values, part.name)
      return spelling.spell(value) === value ? same(part, spelling) : undefined
    },
  }
  return claimed(operation, named, spelling, ({ target, time, over }, extent) => {
    const changes = sent(target)
    const spelled = inOtherSpelling(signingInput(operation, target, time, changes))
    const claims = claiming(operation, target, claimedValue(operation, spelled, part), extent)
    return [over(inOtherSpelling, changes), { ...changes, ...claims }]
  })
}

/** Where more is claimed than is sent and signed, and a server refuses that, the same follows without it. */
function claimed(
  operation: SignedOperation,
  named: Omit<WrongSignature, 'build'>,
  { isClaimed }: Misspelling,
  write: Parameters<typeof signedBeside<Extent>>[3],
): WrongSignature {
  if (!isClaimed) return signedWrongly(operation, named, (signer) => write(signer, 'nowhere'))
  const title = `${named.title}, with what was signed under other names and in other places of the request as well`
  return signedBeside(operation, { ...named, title, plainTitle: named.title, isLate: true }, claimExtents(operation, ...everyExtent), write)
}

function ordinaryOf(operation: SignedOperation, target: Target, field: string): string {
  return String(ordinaryInputs(operation, target)[field])
}

function same({ name }: SignedPart, { title }: Misspelling): string {
  return `${name} is the same ${title}: with these settings the wrong request would be the right one.`
}
