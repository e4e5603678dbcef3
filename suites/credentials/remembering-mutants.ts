import type { SchemeOperation } from '../../contracts/operation-kinds.ts'
import type { Hooks, Mutant } from '../../provider/mutant.ts'
import type { Received } from '../../provider/received.ts'
import { accepting, onSuccess } from '../hooks.ts'
import { mutant } from '../mutant.ts'

/** Accepts everything once it accepted something. */
export function remembering(): Hooks {
  let open = false
  return {
    authenticate: (decision) => {
      if (!decision) open = true
      return open ? undefined : decision
    },
  }
}

export function openingSession(operation: SchemeOperation): Mutant {
  const isOpen = ({ headers }: Received) => headers['cookie']?.includes('session=open') === true
  return mutant(operation, {
    id: 'credential.opens-a-session',
    title: 'sets a cookie with each success, and takes it for a credential',
    caughtBy: ['credential.behind'],
    hooks: () => ({
      ...accepting(isOpen),
      ...onSuccess((reply) => ({ ...reply, headers: { ...reply.headers, 'set-cookie': 'session=open; Path=/; HttpOnly' } })),
    }),
  })
}

/** A provider that most often breaks down at requests which it would have refused. */
export function faulty(operation: SchemeOperation): Mutant {
  const { success, refusals } = operation
  const { mediaType } = success
  return mutant(operation, {
    id: 'breaks-down-now-and-then',
    title: 'breaks down at one ordinary request in 45, right or wrong',
    caughtBy: ['accepted', ...(refusals.credentials.length > 0 ? ['refusal.status'] : [])],
    hooks: () => {
      let ordinary = 0
      return {
        reply: (reply, { headers }) => {
          if (headers['accept'] === mediaType) ordinary += 1
          return headers['accept'] === mediaType && ordinary % 45 === 20 ? { status: 500, headers: {}, body: Buffer.alloc(0) } : reply
        },
      }
    },
  })
}

/** Accepts the first credential that it sees, and the right one, so that nothing else shows. */
export function trustingFirst({ authentication }: SchemeOperation): Hooks {
  let first: string | undefined
  return {
    authenticate: (decision, { headers }) => {
      const given = headers[authentication.header.toLowerCase()]
      first ??= given
      return given !== undefined && given === first ? undefined : decision
    },
  }
}
