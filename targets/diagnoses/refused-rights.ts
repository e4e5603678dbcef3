import type { Operation } from '../../contracts/contract.ts'
import { isSigned } from '../../contracts/operation-kinds.ts'
import type { Diagnosis } from '../../engine/diagnosis.ts'
import { classify } from '../../engine/evidence/classification.ts'
import { clientRoles } from '../../engine/probes/roles.ts'
import { claimedOperations } from '../../engine/target.ts'
import type { Control, Examined } from '../examined.ts'
import { headerCaseDiagnosis } from './header-case.ts'
import { type Hindered, hinderedOf } from './hindered.ts'
import { malformedDiagnoses } from './malformed-settings.ts'
import { obstacleOf } from './obstacles.ts'
import { ownWords } from './own-words.ts'
import { settingVariable } from './setting-variables.ts'
import { swapDiagnoses } from './swapped-credentials.ts'

/** Why right requests were not accepted, banned ones aside, or with more than can be judged; one sentence for those that were refused alike. */
export function refusalDiagnoses(examined: Examined, controls: readonly Control[], banned: readonly Control[]): Diagnosis[] {
  const refused = controls.filter((control) => !control.accepted && !banned.includes(control))
  const cut = controls.filter(({ accepted, exchange }) => accepted && exchange.response.truncated)
  if (refused.length + cut.length === 0) return []
  const swaps = swapDiagnoses(examined, refused)
  const unexplained = refused.filter((control) => !swaps.explained.has(control))
  const explained = new Map(unexplained.map((control) => [control, explanationOfOne(examined, control)]))
  const accepted = controls.filter((control) => control.accepted)
  const causeOf = (control: Control) => {
    const { isOneCause, remedy, words } = obstacleOf(control)
    return isOneCause ? remedy(hinderedOf(examined, [control], accepted)) : words(control, examined, [control])
  }
  const groups = Map.groupBy([...unexplained, ...cut], (control) => explained.get(control)?.problem ?? causeOf(control))
  const diagnoses = [...groups.values()].map((alike) => explained.get(alike[0]) ?? refusal(hinderedOf(examined, alike, accepted)))
  return [...malformedDiagnoses(examined.contract, examined.target), ...swaps.diagnoses, ...diagnoses]
}

function refusal(hindered: Hindered): Diagnosis {
  const { examined, refused, operations } = hindered
  const [control, ...others] = refused
  const { operation } = control
  const obstacle = obstacleOf(control)
  const names = operations.map(({ id }) => id)
  const isEvery = names.length === claimedOperations(examined.contract, examined.target).length
  const subject = others.length === 0 ? operation.id : isEvery ? 'Every operation' : `Each of ${names.join(' and ')}`
  const problem = `${subject} ${obstacle.words(control, examined, refused)}${obstacle.isTold ? '' : wordsAmong(refused)}.`
  const about = others.length === 0 ? operation.id : examined.target.name
  return { id: 'refused', about, operations: names, problem, remedy: obstacle.remedy(hindered) }
}

/** What explains the refusal of one operation alone: what it accepts instead, or that it accepts the same at another time. */
function explanationOfOne(examined: Examined, control: Control): Diagnosis | undefined {
  const { operation, exchange } = control
  const { id: about } = operation
  const { status } = exchange.response
  const instead = examined.acceptedInstead?.(operation, examined.exchanges) ?? []
  if (instead.length > 0) {
    const [what, how] = isSigned(operation)
      ? ['signature', 'signs as its published vectors do (`assay vectors`)']
      : ['credential', 'presents it as the source says']
    const remedy = `Assay ${how}, so it is the target that has to be fixed${unless(examined, operation, instead)}.`
    const problem = `${about} refuses the right ${what} with ${status} and accepts a wrong one: ${listed(instead)}.`
    return { id: 'signature', about, operations: [about], problem, remedy }
  }
  if (isTakenAgain(examined, operation)) {
    const problem = `${about} refuses a right request with ${status}, and accepts the same one again: it is not the settings that are wrong.`
    return { id: 'unsteady', about, operations: [about], problem, remedy: inTurn }
  }
  return headerCaseDiagnosis(examined, control)
}

/** A setting that a wrong signature changes may itself be what is wrong. */
function unless({ contract, target }: Examined, operation: Operation, instead: readonly string[]): string {
  if (!isSigned(operation)) return ''
  const { key, signature } = operation.authentication
  const { parts } = signature.construction
  const changed = parts.find(({ name, setting }) => setting !== undefined && instead.some((text) => text.includes(name)))?.setting
  const named = [['secret', signature.construction.key] as const, ['its key', key.setting] as const]
  const name = changed ?? named.find(([words]) => instead.some((text) => text.includes(words)))?.[1]
  return name === undefined ? '' : `, unless ${settingVariable(contract, target, name)} is not written as the service gave it`
}

const inTurn = "Look at the target's own log, and run again with --concurrency 1: it may mix up requests that come at once."

function isTakenAgain({ exchanges }: Examined, operation: Operation): boolean {
  return exchanges.some((exchange) => {
    return exchange.operation === operation.id && exchange.role === clientRoles[0] && classify(operation, exchange) === 'accepted'
  })
}

/** What refusals that are alike say themselves: the first few texts that differ. */
function wordsAmong(group: readonly Control[]): string {
  const texts = [...new Set(group.map(({ exchange }) => ownWords(exchange.response)))].filter(Boolean)
  return texts.length > 0 ? `; it says ${texts.slice(0, 3).join(', ')}` : ''
}

function listed(texts: readonly string[]): string {
  const shown = texts.slice(0, 3).join('; ')
  return texts.length > 3 ? `${shown}; and ${texts.length - 3} more` : shown
}
