import { isNoAnswer } from '../contracts/statuses.ts'
import type { Diagnosis } from '../engine/diagnosis.ts'
import { classify } from '../engine/evidence/classification.ts'
import { firstRoles } from '../engine/probes/roles.ts'
import { absenceDiagnoses, silenceDiagnoses } from './diagnoses/absence.ts'
import { emptyDiagnoses } from './diagnoses/empty-lists.ts'
import { keptAccessDiagnoses } from './diagnoses/kept-access.ts'
import { banDiagnoses, bannedAtFirst, limitDiagnoses, lockoutDiagnoses } from './diagnoses/lockout.ts'
import { pagingDiagnoses } from './diagnoses/paging.ts'
import { reachDiagnoses } from './diagnoses/reach.ts'
import { refusalDiagnoses } from './diagnoses/refused-rights.ts'
import { clockDiagnoses } from './diagnoses/skewed-clock.ts'
import { unguardedInputs } from './diagnoses/unguarded-inputs.ts'
import { type Control, type Examined, hasAnswer } from './examined.ts'

/** Explains from its exchanges alone why right requests were not answered, not accepted, or answered with nothing, and wrong ones let in. */
export function diagnose(examined: Examined): Diagnosis[] {
  const controls = controlsOf(examined)
  const banned = bannedAtFirst(examined, controls)
  const reach = reachDiagnoses(examined)
  const unreached = operationsOf(reach)
  const reached = controls.filter(({ operation }) => !unreached.has(operation.id))
  const refusals = refusalDiagnoses(examined, reached, banned)
  const others = withoutUnable(examined, reached, refusals)
  const paging = pagingDiagnoses(examined)
  const misplaced = operationsOf(paging)
  return [
    ...reach,
    ...silenceDiagnoses(examined),
    ...clockDiagnoses(examined, controls),
    ...refusals,
    // What refuses right requests says more than what is lost on the way.
    ...absenceDiagnoses(others),
    ...banDiagnoses(banned),
    ...lockoutDiagnoses(examined, controls),
    ...limitDiagnoses(others),
    ...keptAccessDiagnoses(examined),
    ...unguardedInputs(examined),
    ...paging,
    ...emptyDiagnoses(
      examined,
      controls.filter(({ operation }) => !misplaced.has(operation.id)),
    ),
  ]
}

/** Without the operations of which it is told already that they give no answer, but "later" or that somebody was tired of waiting. */
function withoutUnable(examined: Examined, controls: readonly Control[], told: readonly Diagnosis[]): Examined {
  const known = operationsOf(told)
  const unable = controls.flatMap(({ operation: { id }, accepted, exchange: { response } }) =>
    !accepted && isNoAnswer(response.status) && known.has(id) ? [id] : [],
  )
  return { ...examined, exchanges: examined.exchanges.filter(({ operation }) => !unable.includes(operation)) }
}

/**
 * One that was accepted counts before others, one that is whole before one that was cut. Where wrong requests move money, only the first is
 * right: what stands between them is signed wrongly too.
 */
function controlsOf({ contract, exchanges }: Examined): Control[] {
  return contract.operations.flatMap((operation) => {
    const sent = exchanges.filter(({ operation: id, role }) => id === operation.id && firstRoles.includes(role))
    const all = sent.filter(hasAnswer).filter((exchange) => classify(operation, exchange) === 'accepted')
    const accepted = all.find(({ response }) => !response.truncated) ?? all[0]
    const exchange = accepted ?? (operation.movesMoney ? sent.slice(0, 1) : sent).find(hasAnswer)
    return exchange ? [{ operation, exchange, accepted: accepted !== undefined }] : []
  })
}

function operationsOf(diagnoses: readonly Diagnosis[]): ReadonlySet<string> {
  return new Set(diagnoses.flatMap(({ operations }) => operations))
}
