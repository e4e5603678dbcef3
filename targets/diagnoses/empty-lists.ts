import type { Operation } from '../../contracts/contract.ts'
import { listPointer, requestInputs } from '../../contracts/fields.ts'
import { settingsOf } from '../../contracts/needed-settings.ts'
import { type Diagnosis, diagnosisOf } from '../../engine/diagnosis.ts'
import { jsonOf } from '../../engine/evidence/body.ts'
import { bodyMembers, type Exchange } from '../../engine/exchange.ts'
import { valueAtPointer } from '../../text/json/pointer.ts'
import type { Control, Examined } from '../examined.ts'
import { variablesOf } from './setting-variables.ts'

/** Diagnoses operations that accept right requests and list nothing, so that no record can be judged. */
export function emptyDiagnoses({ contract, target, exchanges }: Examined, controls: readonly Control[]): Diagnosis[] {
  return controls.flatMap(({ operation, exchange, accepted }) => {
    const list = listPointer(operation)
    if (!accepted || list === undefined) return []
    const recordsOf = ({ response }: Exchange) => response && valueAtPointer(jsonOf(response).value, list)
    const isFilled = (records: unknown) => Array.isArray(records) && records.length > 0
    if (!Array.isArray(recordsOf(exchange))) return []
    // A list that is empty only now and then was judged where it was not; another one, of a value near it, is not the one that was asked for.
    const isSame = (each: Exchange) => each.operation === operation.id && askedText(operation, each) === askedText(operation, exchange)
    if (exchanges.some((each) => isSame(each) && isFilled(recordsOf(each)))) return []
    const needed = settingsOf(operation)
    const asked = contract.settings.filter(({ name, secret }) => !secret && needed.includes(name) && target.settings[name])
    const shown = asked.map(({ name }) => `${name} ${JSON.stringify(target.settings[name])}`).join(' and ')
    const { asked: variables } = variablesOf(contract, target, [operation])
    const problem = `${operation.id} lists nothing${shown && ` for ${shown}`}, so what holds of its records cannot be judged in full.`
    const remedy = variables ? `Ask for one that has records (${variables}), or give the target some.` : 'Give the target records to list.'
    return [diagnosisOf(operation.id, 'empty', problem, remedy)]
  })
}

/** The values that a request holds for what the settings ask for, in one text. */
function askedText(operation: Operation, { request }: Exchange): string {
  const { searchParams } = new URL(request.url)
  const members = bodyMembers(request)
  const inputs = requestInputs(operation).filter(({ value }) => 'setting' in value)
  return JSON.stringify(inputs.map(({ name }) => [searchParams.getAll(name), members[name]]))
}
