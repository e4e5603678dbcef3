import { partInHeader } from '../../contracts/construction.ts'
import type { Mistake } from '../../contracts/mistakes/mistakes.ts'
import type { SignedOperation } from '../../contracts/operation-kinds.ts'
import { partValue, type SigningInput, withPart } from '../../contracts/signing.ts'
import type { SentRequest } from '../../engine/exchange.ts'
import { type Changes, type SignedValues, signedRequest, signedValues, signingInput } from '../../engine/probes/request.ts'
import type { Target } from '../../engine/target.ts'
import { digitChanged, otherValue } from '../../engine/wrong-values/alteration.ts'
import { memoized } from '../../language/memoized.ts'
import { habitual } from './habits.ts'
import { altered, alteredWholes } from './headers/altered-signatures.ts'
import {
  claimExtents,
  claimedAs,
  claiming,
  type Extent,
  everyExtent,
  isNamingSecret,
  namesOfHeader,
  namingAlgorithm,
  namingSecret,
} from './headers/claims.ts'
import { keyIds } from './headers/key-ids.ts'
import { signedOverNothing } from './headers/missing-values.ts'
import { chosenMistakes } from './mistakes/chosen.ts'
import { seldomSigned } from './mistakes/rare.ts'
import { sharing } from './mistakes/sharing.ts'
import { formFor } from './mistakes/shown-forms.ts'
import { byPosition } from './parts/positions.ts'
import { signedByLine } from './parts/request-line.ts'
import { spaced } from './parts/spaced-parts.ts'
import { misspelled } from './parts/spelled-parts.ts'
import { signedBeside, signedWrongly, type WrongSignature } from './wrong-signature.ts'

export const wrongSignatures: (operation: SignedOperation) => readonly WrongSignature[] = memoized(everyWrong)

function everyWrong(operation: SignedOperation): WrongSignature[] {
  return sharing(operation, [
    ...keyIds(operation),
    ...timestamps(operation),
    ...outdated(operation),
    ...wholes(operation),
    ...tampered(operation),
    ...catalogued(operation),
    ...alteredWholes(operation),
    ...misspelled(operation),
    ...spaced(operation),
    ...byPosition(operation),
    ...signedByLine(operation),
    ...signedOverNothing(operation),
    ...habitual(operation),
    ...seldomSigned(operation),
  ])
}

/** What a signer signs that makes a mistake. */
interface Mistaken {
  readonly mistake: Mistake
  readonly time: number
  readonly changes?: Changes | undefined
}

export function mistaken(operation: SignedOperation, target: Target, given: Mistaken): SentRequest {
  return signedRequest(operation, target, mistakenValues(operation, target, given), given.changes)
}

function mistakenValues(operation: SignedOperation, target: Target, { mistake, time, changes = {} }: Mistaken): SignedValues {
  const signature = mistake.sign(signingInput(operation, target, time, changes))
  return { ...signedValues(operation, target, time, changes), signature }
}

function catalogued(operation: SignedOperation): WrongSignature[] {
  return chosenMistakes(operation)
    .filter(({ open }) => !open)
    .map((mistake, index, all) => {
      const named: Omit<WrongSignature, 'build'> = {
        isExtended: all.findIndex((other) => other.requirement === mistake.requirement) < index,
        role: mistake.id,
        requirement: mistake.requirement as WrongSignature['requirement'],
        title: `by a signer that signs ${mistake.title}`,
        omitted: (target) =>
          formFor(operation, target, mistake)
            ? undefined
            : `A signer that signs ${mistake.title} signs rightly or not at all: with these settings the wrong request would be the right one.`,
      }
      const write: Parameters<typeof signedBeside<Extent>>[3] = ({ target, time }, extent) => {
        const claims = namingSecret(operation, target, mistake.id, extent)
        const changes = { ...claims, ...namingAlgorithm(operation, mistake.id, formFor(operation, target, mistake)) }
        return [mistakenValues(operation, target, { mistake, time, changes }), changes]
      }
      return isNamingSecret(operation, mistake.id)
        ? signedBeside(operation, named, claimExtents(operation, 'everywhere', 'outside the body', 'nowhere'), write)
        : signedWrongly(operation, named, (signer) => write(signer, 'nowhere'))
    })
}

function timestamps(operation: SignedOperation): WrongSignature[] {
  const { timestamp, signature } = operation.authentication
  const part = partInHeader(signature.construction, timestamp.header)
  const named = { role: 'timestamp.none', requirement: 'timestamp', title: `without ${timestamp.header}, and signed so` } as const
  const without = (input: SigningInput) => (part ? withPart(input, part.name, '') : input)
  return [signedWrongly(operation, named, ({ over }) => [{ ...over(without), timestamp: undefined }])]
}

function wholes(operation: SignedOperation): WrongSignature[] {
  const { header } = operation.authentication.signature
  const whole = (
    id: string,
    title: string,
    alter: (signature: string) => string | undefined,
    requirement: WrongSignature['requirement'] = 'whole',
  ): WrongSignature => altered(operation, id, { role: `whole.${id}`, requirement, title }, alter)
  const cut = 'with the first character of its signature cut off'
  const claimed = `${cut}, and all of it under every other name`
  return [
    whole('none', `without ${header}`, () => undefined, 'required'),
    whole('empty', `with nothing in ${header}`, () => '', 'required'),
    whole('truncated', 'with the last character of its signature cut off', (text) => text.slice(0, -1)),
    signedBeside(
      operation,
      { role: 'whole.cut-first', requirement: 'whole', title: claimed, plainTitle: cut, isLate: true, isExtended: true },
      claimExtents(operation, ...everyExtent),
      ({ target, right }, extent) => {
        const { signature, ...values } = right()
        const claims = claimedAs(namesOfHeader('signature', header), signature)
        return [{ ...values, signature: signature.slice(1) }, claiming(operation, target, claims, extent)]
      },
    ),
    whole('half', 'with the first half of its signature', (text) => text.slice(0, text.length / 2)),
    whole('extended', 'with more behind its signature', (text) => `${text}00`),
    whole('first-changed', 'with the first character of its signature changed', (text) => digitChanged(text, 0)),
    whole('last-changed', 'with the last character of its signature changed', (text) => digitChanged(text, text.length - 1)),
  ]
}

/** The body and headers are the configured ones; what is tampered with is what the signature was made over. */
function tampered(operation: SignedOperation): WrongSignature[] {
  const { construction } = operation.authentication.signature
  return construction.parts.map((part) => {
    const { name } = part
    const named = { role: `tampered.${name}`, requirement: `covers.${name}`, title: `with another ${name} than was signed` } as const
    const other = (input: SigningInput) => withPart(input, name, otherValue(part, partValue(input.values, name)))
    return signedWrongly(operation, named, ({ over }) => [over(other)])
  })
}

/** Clocks differ by some seconds, and a request takes its time. */
const margin = 60

/** A request that is right except for its age, if the document limits that. */
function outdated(operation: SignedOperation): WrongSignature[] {
  const { skew } = operation.authentication.timestamp
  if (skew === undefined) return []
  const age = skew + margin
  return [
    {
      role: 'too-old',
      requirement: 'skew' as WrongSignature['requirement'], // an overlay's own
      title: `signed rightly for a time ${age} seconds ago`,
      build: ({ target, ownTime }) => signedRequest(operation, target, signedValues(operation, target, ownTime() - age * 1000)),
    },
  ]
}
