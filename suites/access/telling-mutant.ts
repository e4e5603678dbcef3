import type { Operation } from '../../contracts/contract.ts'
import { rightSignature } from '../../engine/client/disclosure.ts'
import { hasScheme } from '../../engine/request.ts'
import type { Mutant } from '../../provider/mutant.ts'
import { membersOf, type Received } from '../../provider/received.ts'
import { mutant } from '../mutant.ts'
import { strangerRoles } from './given-away.ts'
import type { WrongRequest } from './wrong-request.ts'

/** A provider whose refusals say what it wanted to see: the credential, or the signature. */
export function telling(operation: Operation, area: string, wrong: readonly WrongRequest[]): Mutant {
  const { authentication } = operation
  const wanted = (settings: Readonly<Record<string, string>>, { headers, body }: Received) =>
    hasScheme(operation)
      ? settings[operation.authentication.setting]
      : rightSignature(operation, settings, { headers: Object.entries(headers), body })
  return mutant(operation, {
    id: `${area}.told`,
    title: `says in its refusals which ${authentication.kind === 'signed' ? 'signature' : 'credential'} it wants`,
    caughtBy: wrong.flatMap(({ role }) => (strangerRoles.includes(role) ? [`${area}.${role}`] : [])),
    hooks: ({ settings }) => ({
      reply: (reply, request, refusal) => {
        if (!refusal || !['credential', 'signature', 'header'].includes(refusal.kind)) return reply
        return { ...reply, body: Buffer.from(JSON.stringify({ ...membersOf(reply.body), expected: wanted(settings, request) })) }
      },
    }),
  })
}
