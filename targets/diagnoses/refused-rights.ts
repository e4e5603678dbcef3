import type { Operation } from '../../contracts/contract.ts'
import { credentialHeaders, hasScheme, isSigned } from '../../contracts/operation-kinds.ts'
import { type Diagnosis, diagnosisOf } from '../../engine/diagnosis.ts'
import { classify } from '../../engine/evidence/classification.ts'
import type { Exchange } from '../../engine/exchange.ts'
import { againRoles } from '../../engine/probes/roles.ts'
import { claimedOperations } from '../../engine/target.ts'
import { acceptedOther } from '../../engine/wrong-values/other-credentials.ts'
import type { Control, Examined } from '../examined.ts'
import { type Hindered, hinderedOf } from './hindered.ts'
import { malformedDiagnoses } from './malformed-settings.ts'
import { obstacleOf } from './obstacles.ts'
import { ownWords } from './own-words.ts'
import { settingVariable } from './setting-variables.ts'

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
    const hindered = hinderedOf(examined, [control], accepted)
    const { isOneCause, remedy, words } = obstacleOf(hindered)
    return isOneCause ? remedy(hindered) : words(control, examined, [control])
  }
  const groups = Map.groupBy([...unexplained, ...cut], (control) => explained.get(control)?.problem ?? causeOf(control))
  const diagnoses = [...groups.values()].map((alike) => explained.get(alike[0]) ?? refusal(hinderedOf(examined, alike, accepted)))
  return [...malformedDiagnoses(examined.contract, examined.target), ...swaps.diagnoses, ...diagnoses]
}

function refusal(hindered: Hindered): Diagnosis {
  const { examined, refused, operations } = hindered
  const [control, ...others] = refused
  const { operation } = control
  const obstacle = obstacleOf(hindered)
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
    return diagnosisOf(about, 'signature', problem, remedy)
  }
  if (isTakenAgain(examined, operation)) {
    const problem = `${about} refuses a right request with ${status}, and accepts the same one again: it is not the settings that are wrong.`
    return diagnosisOf(about, 'unsteady', problem, inTurn)
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
    return exchange.operation === operation.id && againRoles.includes(exchange.role) && classify(operation, exchange) === 'accepted'
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

/** Explains refusals by credentials that stand in each other's place, and says which refusals that explains. */
function swapDiagnoses(examined: Examined, refused: readonly Control[]): { diagnoses: Diagnosis[]; explained: Set<Control> } {
  const misled = refused.flatMap((control) => misledBy(examined, control))
  const named = (setting: string) => settingVariable(examined.contract, examined.target, setting)
  const diagnoses = misled.flatMap((one, index): Diagnosis[] => {
    const partner = misled.find(({ own, taken }) => own === one.taken && taken === one.own)
    if (partner && misled.indexOf(partner) < index) return []
    const { id: about } = one.control.operation
    const [own, taken] = [named(one.own), named(one.taken)]
    const found = `${about} refuses what ${own} holds with ${one.control.exchange.response.status}, and accepts what ${taken} holds`
    const [problem, remedy] = partner
      ? [
          `${own} and ${taken} are swapped, or the target swaps them: ${found}; ${partner.control.operation.id} does the reverse.`,
          `Swap ${own} and ${taken}.`,
        ]
      : [
          `${found}: ${own} may be wrong, or the target looks at the wrong credential.`,
          `Check ${own}, and whether the two values are swapped.`,
        ]
    return [{ id: 'refused', about, operations: [about, ...(partner ? [partner.control.operation.id] : [])], problem, remedy }]
  })
  return { diagnoses, explained: new Set(misled.map(({ control }) => control)) }
}

/** An operation whose own credential is refused, and the setting that it takes instead. */
function misledBy({ contract, exchanges }: Examined, control: Control) {
  const { operation } = control
  if (!hasScheme(operation)) return []
  const taken = acceptedOther(contract, operation, exchanges)
  return taken ? [{ control, own: operation.authentication.setting, taken: taken.setting }] : []
}

/** That an operation reads the names of header fields in one case only: it refuses a right request, and accepts it in another case. */
function headerCaseDiagnosis({ exchanges, isWrong }: Examined, { operation, exchange: refused }: Control): Diagnosis | undefined {
  const accepted = exchanges.filter(
    (each) => each.operation === operation.id && classify(operation, each) === 'accepted' && !isWrong?.(each),
  )
  const [spelt, ...others] = accepted.map((each) => otherSpelling(operation, refused, each))
  if (spelt === undefined || others.includes(undefined)) return undefined
  const { id: about } = operation
  const problem = `${about} refuses a right request with ${refused.response.status}, and accepts it where names of header fields are in another case (${spelt}).`
  const remedy = 'Their case means nothing (RFC 9110, 5.1): look for them without regard to it.'
  return diagnosisOf(about, 'refused', problem, remedy)
}

/** How a request spells a header of the operation's own that another spells otherwise: `authorization instead of Authorization`. */
function otherSpelling(operation: Operation, refused: Exchange, accepted: Exchange): string | undefined {
  const own = credentialHeaders(operation)[0]?.toLowerCase()
  const [here, there] = [refused, accepted].map(({ request }) => request.headers.find(([name]) => name.toLowerCase() === own)?.[0])
  return here === undefined || there === undefined || here === there ? undefined : `${there} instead of ${here}`
}
