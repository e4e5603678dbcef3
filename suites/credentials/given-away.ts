import type { Check } from '../../engine/check.ts'
import type { Evidence } from '../../engine/evidence/evidence.ts'
import { type Exchange, headerValue, type ReceivedResponse } from '../../engine/exchange.ts'
import type { Finding } from '../../engine/outcome.ts'
import { credentialText, type SchemeOperation } from '../../engine/request.ts'
import { controlRoles, repeatedRoles } from '../../engine/roles.ts'
import { withoutRole } from '../access/access-roles.ts'

/** Requests that hold nothing of the right credential: an answer that names it has it from nobody but the target. */
export const strangerRoles: readonly string[] = [withoutRole, 'zeros', 'other-value']

/** A check of such a request that fails as well where its refusal tells the right credential: who reads it needs no other. */
export function unlessGivenAway(operation: SchemeOperation, check: Check, role: string): Check {
  return {
    ...check,
    judge: function* (evidence, beside) {
      const own = [role, ...Object.values(repeatedRoles(role))].flatMap((each) => evidence.exchanges.get(each) ?? [])
      const right = rightCredential(operation, evidence)
      if (right !== undefined) yield* own.flatMap((exchange) => given(exchange, right))
      yield* check.judge(evidence, beside)
    },
  }
}

/** What a right request carries behind the scheme, if nobody could name it by chance: in a report, a name for it. */
function rightCredential({ authentication: { header, scheme } }: SchemeOperation, { exchanges }: Evidence): string | undefined {
  const sent = headerValue(exchanges.get(controlRoles.before)?.request.headers ?? [], header)
  const value = sent?.slice(credentialText(scheme, '').length)
  return value !== undefined && (/^«[^»]+»$/.test(value) || isOddEnough(value)) ? value : undefined
}

/** Words such as `access_token` stand in refusals whatever the credential is. */
function isOddEnough(value: string): boolean {
  return value.length >= 12 && /\d/.test(value) && /[a-z]/i.test(value)
}

function given({ id, response }: Exchange, right: string): Finding[] {
  if (!response || !textsOf(response).some((text) => text.includes(right))) return []
  return [{ at: 'body', expected: 'a refusal', actual: 'a refusal that tells the right credential', exchange: id }]
}

function textsOf({ headers, body }: ReceivedResponse): string[] {
  return [body.toString('utf8'), ...headers.map(([, value]) => value)]
}
