import type { Mistake } from '../../../contracts/mistakes/mistakes.ts'
import type { SignedOperation } from '../../../contracts/operation-kinds.ts'
import { type SigningInput, sign } from '../../../contracts/signing.ts'
import { type Changes, ordinaryInputs, signingInput } from '../../../engine/probes/request.ts'
import type { Target } from '../../../engine/target.ts'
import { getOrInsert } from '../../../language/get-or-insert.ts'
import { memoized } from '../../../language/memoized.ts'
import { legalForms, sampleTime } from '../legal-forms/legal-forms.ts'
import { includedForm } from './chosen.ts'

export interface SignedForm {
  readonly changes: Changes
  readonly input: SigningInput
  readonly right: string
}

/** The values of the next request to a target, with its forms and the forms on which each mistake shows. */
interface Shown {
  readonly inputs: string
  readonly ordinary: SignedForm
  readonly others: () => readonly SignedForm[]
  readonly byMistake: Map<Mistake, { readonly form: Changes | undefined }>
}

/** A form of the request on which the mistake shows: the ordinary one if it does. */
export function formFor(operation: SignedOperation, target: Target, mistake: Mistake): Changes | undefined {
  const shown = shownOf(operation, target)
  return getOrInsert(shown.byMistake, mistake, () => ({ form: firstShowing(operation, target, mistake, shown) })).form
}

function firstShowing(operation: SignedOperation, target: Target, mistake: Mistake, { ordinary, others }: Shown): Changes | undefined {
  const included = includedForm(operation, target, mistake)
  const first = included === undefined ? ordinary : signedForm(operation, target, included)
  return (shows(mistake, first) ? first : others().find((form) => shows(mistake, form)))?.changes
}

function shows(mistake: Mistake, { input, right }: SignedForm): boolean {
  const made = mistake.sign(input)
  return made !== undefined && made !== '' && made !== right
}

export function signedForm(operation: SignedOperation, target: Target, changes: Changes): SignedForm {
  const input = signingInput(operation, target, sampleTime, changes)
  return { changes, input, right: sign(operation.authentication.signature.construction, input) }
}

const lastOf = memoized((_: SignedOperation) => new WeakMap<Target, Shown>())

/** Kept until the values change: many mistakes are looked up between two requests. */
function shownOf(operation: SignedOperation, target: Target): Shown {
  const inputs = JSON.stringify(ordinaryInputs(operation, target))
  const last = lastOf(operation).get(target)
  if (last?.inputs === inputs) return last
  let others: SignedForm[] | undefined
  const shown: Shown = {
    inputs,
    ordinary: signedForm(operation, target, {}),
    others: () => {
      others ??= legalForms(operation).map(({ changes }) => signedForm(operation, target, changes(target)))
      return others
    },
    byMistake: new Map(),
  }
  lastOf(operation).set(target, shown)
  return shown
}
