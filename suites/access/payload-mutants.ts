import type { Operation } from '../../contracts/contract.ts'
import type { RefusalKind } from '../../provider/judgement/refusals.ts'
import type { Mutant } from '../../provider/mutant.ts'
import type { Reply } from '../../provider/reply.ts'
import { mutant } from '../mutant.ts'

export function refusedWithPayload(operation: Operation, caughtBy: (made: () => Mutant) => readonly string[]): Mutant[] {
  const make = (id: string, title: string, spoil: (reply: Reply) => Reply): Mutant => {
    const made: Mutant = mutant(operation, {
      id: `credential.${id}`,
      title,
      caughtBy: () => caughtBy(() => made),
      hooks: () => ({ reply: (reply, _request, refusal, success) => (refusal && neverRight.has(refusal.kind) ? spoil(success()) : reply) }),
    })
    return made
  }
  const withText = (reply: Reply, change: (text: string) => string): Reply => ({
    ...reply,
    body: Buffer.from(change(reply.body.toString('utf8'))),
  })
  return [
    make('payload-with-401', 'answers wrong credentials with 401 and the payload', (reply) => ({ ...reply, status: 401 })),
    make('payload-with-403', 'answers wrong credentials with 403 and the payload as a page', (reply) => ({
      ...reply,
      status: 403,
      headers: { 'content-type': 'text/html' },
    })),
    make('malformed-payload', 'answers wrong credentials with the payload, malformed', (reply) =>
      withText(reply, (text) => text.slice(0, -1)),
    ),
    make('payload-beside-error', 'answers wrong credentials with an error and the payload', (reply) =>
      withText(reply, (text) => text.replace(/^\{/, '{"error":"unauthorized",')),
    ),
    make('payload-in-base64', 'answers wrong credentials with 401 and, beside an error, the payload in base64', (reply) =>
      withText({ ...reply, status: 401 }, (text) => JSON.stringify({ error: 'unauthorized', state: Buffer.from(text).toString('base64') })),
    ),
  ]
}

/** Refusals of what was never right: not of a time that is over, or of a request that comes again. */
const neverRight: ReadonlySet<RefusalKind> = new Set<RefusalKind>(['credential', 'header', 'key', 'signature'])
