import type { Operation } from '../../contracts/contract.ts'
import { MissingPartError, sign } from '../../contracts/signing.ts'
import type { Mutant, MutantContext } from '../../provider/mutant.ts'
import { membersOf, type Received } from '../../provider/received.ts'
import { signingInput } from '../../provider/signature.ts'
import { mutant } from '../mutant.ts'
import { strangerRoles } from './given-away.ts'
import type { WrongRequest } from './wrong-request.ts'

/** A provider whose refusals say what it wanted to see: the credential, or the signature. */
export function telling(operation: Operation, area: string, wrong: readonly WrongRequest[]): Mutant {
  return mutant(operation, {
    id: `${area}.told`,
    title: `says in its refusals which ${operation.authentication.kind === 'signed' ? 'signature' : 'credential'} it wants`,
    caughtBy: wrong.flatMap(({ role }) => (strangerRoles.includes(role) ? [`${area}.${role}`] : [])),
    hooks: ({ settings }) => ({
      reply: (reply, request, refusal) => {
        if (!refusal || !['credential', 'signature', 'header'].includes(refusal.kind)) return reply
        const told = { ...membersOf(reply.body), expected: wanted(operation, settings, request) }
        return { ...reply, body: Buffer.from(JSON.stringify(told)) }
      },
    }),
  })
}

/** As the provider itself signs, lest a fault of the client's signing hide that it looks for nothing. */
function wanted({ authentication }: Operation, settings: MutantContext['settings'], request: Received): string | undefined {
  if (authentication.kind === 'none') return undefined
  if (authentication.kind === 'scheme') return settings[authentication.setting]
  try {
    return sign(authentication.signature.construction, signingInput(authentication, settings, request))
  } catch (cause) {
    if (cause instanceof MissingPartError) return undefined
    throw cause
  }
}
