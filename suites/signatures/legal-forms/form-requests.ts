import type { SignedOperation } from '../../../contracts/operation-kinds.ts'
import { isAnswerLost } from '../../../engine/client/pacing/losses.ts'
import { ownAgent } from '../../../engine/client/user-agents.ts'
import { isTurnedDown } from '../../../engine/evidence/classification.ts'
import { codesOf, isAlike, wordsOf } from '../../../engine/evidence/refusal-form.ts'
import type { ReceivedResponse } from '../../../engine/exchange.ts'
import type { ProbeRequest } from '../../../engine/probes/controlled-plan.ts'
import { signedRequest, signedValues } from '../../../engine/probes/request.ts'
import { nearlyRightRoles, openingRole } from '../../../engine/probes/roles.ts'
import type { Target } from '../../../engine/target.ts'
import { mistaken } from '../variations.ts'
import {
  allForms,
  explainingMistakes,
  type LegalForm,
  type LegalForms,
  legalForms,
  mayBeExplained,
  possibleMistakes,
  shownAs,
} from './legal-forms.ts'
import { oddValues } from './odd-values.ts'

export function formGroups(operation: SignedOperation): LegalForms[] {
  return [{ atOnce: allForms(operation), forms: legalForms(operation) }, ...oddValues(operation)]
}

/** All forms in one request. If it is refused or lost, and something may explain that, each form is tried on its own. */
export function formsAtOnce(operation: SignedOperation, { atOnce, forms, hopeless, omitted }: LegalForms): ProbeRequest {
  const alone = forms.map((form) => formRequest(operation, form))
  const next = hopeless ? [unlessHopeless(operation, hopeless, alone)] : alone
  const { onAnswer, ...request } = formRequest(operation, atOnce)
  const isTurnedAway: ProbeRequest['onAnswer'] = (exchange, sent, client) =>
    isAnswerLost(exchange) || onAnswer?.(exchange, sent, client) === true
  return { ...request, omitted, onAnswer: isTurnedAway, next: () => next }
}

/** Goes on to `alone` only if the target refuses a value that nobody accepts differently from a wrong signature. */
function unlessHopeless(operation: SignedOperation, hopeless: LegalForm, alone: readonly ProbeRequest[]): ProbeRequest {
  return {
    ...formRequest(operation, hopeless),
    onAnswer: ({ response }, sent) => {
      const wrong = [openingRole, ...nearlyRightRoles].flatMap((role) => sent.get(role)?.response ?? [])
      return (
        response !== undefined && !wrong.some((each, index) => isAlike(response, each) || isAlikeInWords(response, each, wrong[index - 1]))
      )
    },
    next: () => alone,
  }
}

/** True where only words tell: two wrong signatures are refused with other ids or times, and in the same words. */
function isAlikeInWords(response: ReceivedResponse, one: ReceivedResponse, other: ReceivedResponse | undefined): boolean {
  const isSame = (each: ReceivedResponse) => each.status === one.status && wordsOf(each) === wordsOf(one)
  return other !== undefined && !isAlike(one, other) && isSame(other) && isSame(response) && codesOf(response) === codesOf(one)
}

/** A refused form is followed by the mistakes that would explain it. */
function formRequest(operation: SignedOperation, form: LegalForm): ProbeRequest {
  return {
    nature: 'unusual',
    role: formRole(form.id),
    build: ({ target, reserveTime }) => {
      const changes = form.changes(target)
      // A refusal of the form must not look like a refusal of an ordinary client's user agent.
      const agent = form.explainedBy ? [['user-agent', ownAgent] as const] : []
      return signedRequest(operation, target, signedValues(operation, target, reserveTime(), changes), { ...changes, headers: agent })
    },
    onAnswer: (exchange, sent) =>
      isTurnedDown(operation, exchange) &&
      mayBeExplained(
        form,
        exchange,
        nearlyRightRoles.map((role) => sent.get(role)),
      ),
    next: (target) => explanations(operation, form, target),
  }
}

function explanations(operation: SignedOperation, form: LegalForm, target: Target): ProbeRequest[] {
  return explainingMistakes(operation, target, form).map((mistake) => ({
    role: explanationRole(form.id, mistake.id),
    build: (client) =>
      mistaken(operation, client.target, { mistake, time: client.ownTime(), changes: shownAs(form, mistake, client.target) }),
  }))
}

export function formRole(form: string): string {
  return `variety.${form}`
}

export function explanationRoles(operation: SignedOperation, form: LegalForm): string[] {
  return possibleMistakes(operation, form).map(({ id }) => explanationRole(form.id, id))
}

export function explanationRole(form: string, mistake: string): string {
  return `explains.${form}.${mistake}`
}
