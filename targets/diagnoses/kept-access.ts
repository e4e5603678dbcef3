import { areOneRequest } from '../../engine/client/user-agents.ts'
import { type Diagnosis, diagnosisOf } from '../../engine/diagnosis.ts'
import { classify } from '../../engine/evidence/classification.ts'
import { repeatedRoles } from '../../engine/probes/roles.ts'
import type { Examined } from '../examined.ts'

/** Diagnoses operations that refused a wrong request before any right one, and accepted the same one after. */
export function keptAccessDiagnoses({ contract, exchanges }: Examined): Diagnosis[] {
  return contract.operations.flatMap((operation) => {
    const own = exchanges.filter((exchange) => exchange.operation === operation.id)
    const byId = new Map(own.map((exchange) => [exchange.id, exchange]))
    const isLetIn = own.some((late) => {
      const early = byId.get(`${late.probe}/${repeatedRoles(late.role).early}`)
      if (!early || !areOneRequest(early.request, late.request)) return false
      return classify(operation, early) === 'refused' && classify(operation, late) === 'accepted'
    })
    const problem = `${operation.id} refused a wrong request before any right one, and accepted the same one after: ${causes}.`
    return isLetIn ? diagnosisOf(operation.id, 'unsteady', problem, remedy) : []
  })
}

const causes = 'it may remember whom it let in, or let in anyone when many ask at once'
const remedy =
  'Run again with --concurrency 1: if it fails as before, look at what it keeps (connections, addresses, answers), else at what it does under load.'
