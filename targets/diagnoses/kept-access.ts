import type { Diagnosis } from '../../engine/diagnosis.ts'
import { classify } from '../../engine/evidence/classification.ts'
import { type Exchange, headerValue } from '../../engine/exchange.ts'
import { repeatedRoles } from '../../engine/probes/roles.ts'
import type { Examined } from '../examined.ts'

/** Diagnoses operations that refused a wrong request before any right one, and accepted the same one after. */
export function keptAccessDiagnoses({ contract, exchanges }: Examined): Diagnosis[] {
  return contract.operations.flatMap((operation) => {
    const own = exchanges.filter((exchange) => exchange.operation === operation.id)
    const isLetIn = own.some((late) => {
      const early = own.find(({ probe, role }) => probe === late.probe && role === repeatedRoles(late.role).early)
      if (!early || !isSame(early, late)) return false
      return classify(operation, early) === 'refused' && classify(operation, late) === 'accepted'
    })
    const problem = `${operation.id} refused a wrong request before any right one, and accepted the same one after: ${causes}.`
    return isLetIn ? [{ id: 'unsteady', about: operation.id, problem, remedy }] : []
  })
}

const causes = 'it may remember whom it let in, or let in anyone when many ask at once'
const remedy =
  'Run again with --concurrency 1: if it fails as before, look at what it keeps (connections, addresses, answers), else at what it does under load.'

/** True but for what names the client, in which requests vary. */
function isSame({ request: one }: Exchange, { request: other }: Exchange): boolean {
  const isAlike = (name: string) => headerValue(one.headers, name) === headerValue(other.headers, name)
  const names = new Set([...one.headers, ...other.headers].map(([name]) => name.toLowerCase()))
  names.delete('user-agent')
  const [body, otherBody] = [one, other].map((request) => request.body?.toString('base64'))
  return one.method === other.method && one.url === other.url && body === otherBody && [...names].every(isAlike)
}
