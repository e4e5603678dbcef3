import type { Operation } from '../../contracts/contract.ts'
import { inputAt, listPointer, requestInputs } from '../../contracts/fields.ts'
import { settingsOf } from '../../contracts/needed-settings.ts'
import { isPaged, type PagedOperation } from '../../contracts/operation-kinds.ts'
import { type Diagnosis, diagnosisOf } from '../../engine/diagnosis.ts'
import { jsonOf } from '../../engine/evidence/body.ts'
import { classify } from '../../engine/evidence/classification.ts'
import { bodyMembers, type Exchange } from '../../engine/exchange.ts'
import { valueAtPointer } from '../../text/json/pointer.ts'
import { type Answered, type Control, type Examined, hasAnswer } from '../examined.ts'
import { variablesOf } from './setting-variables.ts'
import { askedIn } from './unguarded-inputs.ts'

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

/** Diagnoses lists whose pages begin one page too early: of every size, the last page that the total promises is empty. */
export function pagingDiagnoses({ contract, exchanges }: Examined): Diagnosis[] {
  return contract.operations.filter(isPaged).flatMap((operation) => {
    const { first, ...pagination } = { ...operation.pagination, ...operation.pagination.page }
    const own = exchanges.filter(hasAnswer).filter((each) => each.operation === operation.id && classify(operation, each) === 'accepted')
    const last = own.flatMap((each) => pageOf(operation, each) ?? []).filter(({ page, size, total }) => isLast(page - first, size, total))
    const whole = last.find(({ page }) => page === first)
    if (!whole || last.some(({ count }) => count > 0)) return []
    const { id } = operation
    const problem = `${id} counts pages from ${first - 1}: page ${first} of size ${whole.size} holds none of the ${whole.total} records that it tells.`
    const remedy = `Let page ${first} hold the first records (${pagination.clause}).`
    return [diagnosisOf(id, 'pages', problem, remedy)]
  })
}

function isLast(before: number, size: number, total: number): boolean {
  return before * size < total && (before + 1) * size >= total
}

/** Which page a request asks for, and what its answer tells and holds, where all of it is a number. */
function pageOf(operation: PagedOperation, exchange: Answered) {
  const { page, size, total, records } = operation.pagination
  const { value } = jsonOf(exchange.response)
  const held = valueAtPointer(value, records)
  const asked = [page, size].map(({ request }) => askedIn(operation, inputAt(request), exchange))
  const numbers = [...asked, valueAtPointer(value, total)].map(Number)
  const [number = 0, of = 0, all = 0] = numbers
  return Array.isArray(held) && numbers.every(Number.isSafeInteger) ? { page: number, size: of, total: all, count: held.length } : undefined
}
