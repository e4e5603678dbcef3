import { inputAt } from '../../contracts/fields.ts'
import { isPaged, type PagedOperation } from '../../contracts/operation-kinds.ts'
import { type Diagnosis, diagnosisOf } from '../../engine/diagnosis.ts'
import { jsonOf } from '../../engine/evidence/body.ts'
import { classify } from '../../engine/evidence/classification.ts'
import { valueAtPointer } from '../../text/json/pointer.ts'
import { type Answered, type Examined, hasAnswer } from '../examined.ts'
import { askedIn } from './unguarded-inputs.ts'

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
