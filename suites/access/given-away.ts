import type { Evidence } from '../../engine/evidence/evidence.ts'
import type { Finding } from '../../engine/outcome.ts'
import type { Roles } from '../../engine/refusal-judge.ts'
import { withoutRole } from './access-roles.ts'

/** Requests that hold nothing of what is right: an answer that tells it has it from nobody but the target. */
export const strangerRoles: readonly string[] = [withoutRole, 'zeros', 'other-value', 'whole.none', 'whole.zeros']

/** Where the answer to a stranger tells what a right request takes: who reads it needs nothing else. */
export function* givenAway({ exchanges }: Evidence, roles: Roles): Generator<Finding> {
  for (const { id, disclosed = [] } of roles.flatMap((role) => exchanges.get(role) ?? [])) {
    const names = disclosed.map((name) => (name === 'signature' ? 'the right signature' : `the secret ${name}`))
    if (names.length > 0) yield { at: 'body', expected: 'a refusal', actual: `a refusal that tells ${names.join(' and ')}`, exchange: id }
  }
}
