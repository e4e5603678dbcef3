import { type Construction, fieldOfPart, isTextField } from '../../../contracts/construction.ts'
import type { RequestField } from '../../../contracts/contract.ts'
import { escapedObject, unusualObject } from '../../../contracts/escapes.ts'
import { catalogue, type Mistake, mistakes } from '../../../contracts/mistakes/mistakes.ts'
import type { SignedOperation } from '../../../contracts/operation-kinds.ts'
import { isFreeText } from '../../../contracts/schemas/schema-parts.ts'
import { partValue, sign } from '../../../contracts/signing.ts'
import { codesOf, wordsOf } from '../../../engine/evidence/refusal-form.ts'
import { bodyMembers, type Exchange, type SentRequest } from '../../../engine/exchange.ts'
import { isSignedField } from '../../../engine/money/distinction.ts'
import { type Changes, signingInput } from '../../../engine/probes/request.ts'
import { isLocal, type Target } from '../../../engine/target.ts'
import { withTrailingZero } from '../../../engine/wrong-values/alteration.ts'
import { memoized } from '../../../language/memoized.ts'

export interface LegalForm {
  readonly id: string
  readonly title: string
  readonly changes: (target: Target) => Changes
  /** True if it only writes the same values differently, so that no bound can forbid it. */
  readonly isSpelling?: true
  /** The ids of the mistakes that may explain a refusal; by default, those with which requests are signed. */
  readonly explainedBy?: readonly string[]
  /** The form on which a mistake is tried, if it is another one. */
  readonly shownBy?: (mistake: string) => LegalForm['changes'] | undefined
}

/** Forms that are tried in one request; each is tried on its own only if that is refused. */
export interface LegalForms {
  readonly atOnce: LegalForm
  readonly forms: readonly LegalForm[]
  /** A value that nobody accepts. If it is refused like a wrong signature, a refusal does not say why, and no form is tried on its own. */
  readonly hopeless?: LegalForm
  /** Why they are not sent to a target; undefined if they are. */
  readonly omitted?: (target: Target) => string | undefined
}

/** The time of a request that is signed but never sent. */
export const sampleTime = 1_700_000_000_000

/** The legal forms that show whether a target signs what was sent or what it made of it. */
export function legalForms(operation: SignedOperation): LegalForm[] {
  const { construction } = operation.authentication.signature
  const decimals = construction.parts.filter((part) => part.kind === 'decimal' && isTextField(part))
  const free = freeField(operation)
  const zeros = (target: Target): Changes => {
    const { values } = signingInput(operation, target, sampleTime)
    return { inputs: Object.fromEntries(decimals.map((part) => [fieldOfPart(part), withTrailingZero(partValue(values, part.name))])) }
  }
  return [
    ...(decimals.length > 0 ? [{ id: 'trailing-zeros', title: 'an amount with a zero at its end', changes: zeros }] : []),
    {
      id: 'spacing',
      title: 'white space in its JSON',
      isSpelling: true,
      changes: () => ({ write: (body) => `\n${JSON.stringify(body, null, '\t')} \r\n` }),
    },
    {
      id: 'key-order',
      title: 'the fields in another order',
      isSpelling: true,
      changes: () => ({ write: (body) => JSON.stringify(Object.fromEntries(Object.entries(body).reverse())) }),
    },
    { id: 'escapes', title: 'letters written as \\u escapes', isSpelling: true, changes: () => ({ write: escapedObject }) },
    ...(free
      ? [
          {
            id: 'non-ascii',
            title: `letters beyond ASCII, quotation marks and a line break in ${free.name}`,
            changes: () => ({ inputs: { [free.name]: 'Überweisung für "José\'s" Büro – 100% \\ 退款 برداشت\n₿ 🚀' } }),
          },
        ]
      : []),
  ]
}

/** More than 255 characters, the usual default for a database column. */
const longText = ' and all else that one may want to find again'.repeat(6)

/** All legal forms in one request, on this machine also with a long text. If it is refused, each is tried on its own, without that text. */
export function allForms(operation: SignedOperation): LegalForm {
  const merged = mergedInputs(legalForms(operation))
  const free = freeField(operation)
  const changes = (target: Target): Changes => {
    const { inputs } = merged(target)
    const long = free && isLocal(target, operation) ? { [free.name]: `${inputs?.[free.name]}${longText}` } : {}
    return { inputs: { ...inputs, ...long }, write: unusualObject }
  }
  return { id: 'at-once', title: 'all that is unusual at once', changes }
}

export function mergedInputs(forms: readonly LegalForm[]): (target: Target) => Pick<Changes, 'inputs'> {
  return (target) => ({ inputs: Object.assign({}, ...forms.map(({ changes }) => changes(target).inputs)) })
}

export function freeField(operation: SignedOperation): RequestField | undefined {
  return operation.body?.fields.find(({ name, schema }) => isFreeText(schema) && !isSignedField(operation, name))
}

/**
 * The mistakes that agree with the right signature on the ordinary request and not on the form that shows them: they explain why it is
 * refused. Of those that come to the same request the first is tried.
 */
export function explainingMistakes(operation: SignedOperation, target: Target, form: LegalForm): Mistake[] {
  const { construction } = operation.authentication.signature
  const ordinary = signingInput(operation, target, sampleTime)
  const plain = sign(construction, ordinary)
  const made = possibleMistakes(operation, form).flatMap((mistake) => {
    const unusual = signingInput(operation, target, sampleTime, shownAs(form, mistake, target))
    const signature = mistake.sign(unusual)
    if (mistake.sign(ordinary) !== plain || signature === undefined || signature === sign(construction, unusual)) return []
    return [[`${signature} ${unusual.body}`, mistake] as const]
  })
  return [...new Map(made.toReversed()).values()].toReversed()
}

/** The changes of the request that shows a mistake which may explain why a form is refused. */
export function shownAs({ shownBy, changes }: LegalForm, { id }: Mistake, target: Target): Changes {
  return (shownBy?.(id) ?? changes)(target)
}

export function possibleMistakes({ authentication }: SignedOperation, { explainedBy }: LegalForm): readonly Mistake[] {
  const { construction } = authentication.signature
  return explainedBy ? known(construction).filter(({ id }) => explainedBy.includes(id)) : mistakes(construction)
}

/**
 * True if an odd value may be refused for its signature: a target that has another status for those that differ from the right one in a letter,
 * or answers none of them, or has one code or sentence for them and another for this, refuses the value itself.
 */
export function mayBeExplained(
  { explainedBy }: LegalForm,
  { request, response }: Exchange,
  nearlyRight: readonly (Exchange | undefined)[],
): boolean {
  if (explainedBy === undefined || !response || nearlyRight.includes(undefined)) return true
  const [one, other] = nearlyRight.map((each) => each?.response)
  const isOther = (tell: typeof wordsOf) => one && other && tell(one) !== '' && tell(one) === tell(other) && tell(response) !== tell(one)
  const isTold = isOther(codesOf) || (isOther(wordsOf) && !mayBeOfSignature(request, wordsOf(response)))
  return (one ?? other)?.status === response.status && !isTold
}

/** True for a sentence that speaks of a signature, or that may repeat what was sent, and differ for that reason. */
function mayBeOfSignature(request: SentRequest, sentence: string): boolean {
  const pieces = Object.values(bodyMembers(request)).flatMap((value) => String(value).match(/[A-Za-z]{3,}/g) ?? [])
  return ['sign', 'hmac', 'hash', ...pieces].some((piece) => sentence.toLowerCase().includes(piece.toLowerCase()))
}

const known = memoized((construction: Construction) => catalogue(construction))
