import { settingValue } from '../../contracts/needed-settings.ts'
import type { SchemeOperation } from '../../engine/request.ts'
import type { Mutant } from '../../provider/mutant.ts'
import { membersOf } from '../../provider/received.ts'
import { mutant } from '../mutant.ts'
import { strangerRoles } from './given-away.ts'
import type { WrongCredential } from './wrong-credential.ts'

/** A provider whose refusal says which credential it wanted. */
export function tellingCredential(operation: SchemeOperation, wrong: readonly WrongCredential[]): Mutant {
  const { setting } = operation.authentication
  return mutant(operation, {
    id: 'credential.told',
    title: 'says in its refusals which credential it wants',
    caughtBy: wrong.flatMap(({ role }) => (strangerRoles.includes(role) ? [`credential.${role}`] : [])),
    hooks: ({ settings }) => ({
      reply: (reply, _request, refusal) => {
        if (refusal?.kind !== 'credential') return reply
        const told = { ...membersOf(reply.body), expected: settingValue(settings, setting) }
        return { ...reply, body: Buffer.from(JSON.stringify(told)) }
      },
    }),
  })
}
