import type { Operation } from '../../contracts/contract.ts'
import { credentialHeaders } from '../../contracts/operation-kinds.ts'
import type { Diagnosis } from '../../engine/diagnosis.ts'
import { classify } from '../../engine/evidence/classification.ts'
import type { Exchange } from '../../engine/exchange.ts'
import type { Control, Examined } from '../examined.ts'

/** That an operation reads the names of header fields in one case only: it refuses a right request, and accepts it in another case. */
export function headerCaseDiagnosis({ exchanges, isWrong }: Examined, { operation, exchange: refused }: Control): Diagnosis | undefined {
  const accepted = exchanges.filter(
    (each) => each.operation === operation.id && classify(operation, each) === 'accepted' && !isWrong?.(each),
  )
  const [spelt, ...others] = accepted.map((each) => otherSpelling(operation, refused, each))
  if (spelt === undefined || others.includes(undefined)) return undefined
  const { id: about } = operation
  const problem = `${about} refuses a right request with ${refused.response.status}, and accepts it where names of header fields are in another case (${spelt}).`
  return {
    id: 'refused',
    about,
    operations: [about],
    problem,
    remedy: 'Their case means nothing (RFC 9110, 5.1): look for them without regard to it.',
  }
}

/** How a request spells a header of the operation's own that another spells otherwise: `authorization instead of Authorization`. */
function otherSpelling(operation: Operation, refused: Exchange, accepted: Exchange): string | undefined {
  const own = credentialHeaders(operation)[0]?.toLowerCase()
  const [here, there] = [refused, accepted].map(({ request }) => request.headers.find(([name]) => name.toLowerCase() === own)?.[0])
  return here === undefined || there === undefined || here === there ? undefined : `${there} instead of ${here}`
}
