import type { Received } from '../../provider/received.ts'
import type { Refusal } from '../../provider/refusals.ts'
import { isObject } from '../../spec/pointer.ts'
import { habits } from './habits.ts'
import { headerOf, type Make } from './header-mutants.ts'
import { freeField } from './legal-forms.ts'
import type { SignedOperation } from './wrong-signature.ts'

/** Providers that look at no signature for a while, of what they know already, or of what they wave through by habit. */
export function stateMutants(operation: SignedOperation, make: Make) {
  const { authentication } = operation
  const names = authentication.signature.construction.parts.flatMap(({ body }) => body?.split('/')[1] ?? [])
  const signedOf = (body: Buffer) => JSON.stringify(names.map((name) => membersOf(body)[name]))
  const { timestamp } = authentication
  const free = freeField(operation)?.name
  const isSignature = (decision: Refusal | undefined): boolean => decision?.kind === 'signature' || decision?.kind === 'timestamp'
  const remembering = (id: string, title: string, nameOf: (request: Received) => string) =>
    make(`remembers.${id}`, `looks at no signature of ${title} of an accepted request`, () => {
      const seen = new Set<string>()
      return {
        authenticate: (decision, request) => {
          if (!decision) seen.add(nameOf(request))
          return decision?.kind === 'signature' && seen.has(nameOf(request)) ? undefined : decision
        },
      }
    })
  const waving = (id: string, title: string, isWaved: (request: Received) => boolean) =>
    make(`waves.${id}`, `looks at no signature ${title}`, () => ({
      authenticate: (decision, request) => (isSignature(decision) && isWaved(request) ? undefined : decision),
    }))
  return [
    ...carelessOfTime(operation, make),
    make('opens-late', 'looks at no signature until one was right', () => {
      let isOpen = false
      return {
        authenticate: (decision) => {
          isOpen ||= !decision
          return isSignature(decision) && !isOpen ? undefined : decision
        },
      }
    }),
    remembering('bodies', 'the body', ({ body }) => body.toString('utf8')),
    remembering('values', 'the values', ({ body }) => signedOf(body)),
    remembering('times', 'the timestamp', (request) => headerOf(request, timestamp.header) ?? ''),
    ...Object.entries(habits).flatMap(([id, { title, amount, text }]) => [
      ...(amount === undefined ? [] : [waving(`amount-${id}`, `${title}: by its amount`, ({ body }) => body.includes(`"${amount}"`))]),
      ...(text === undefined
        ? []
        : [waving(`text-${id}`, `${title}: by its text`, ({ body }) => Object.values(membersOf(body)).includes(text))]),
    ]),
    ...(free === undefined
      ? []
      : [
          waving('free-text-long', `of a long ${free}`, ({ body }) => String(membersOf(body)[free]).length > 100),
          waving('free-text-other', `of a ${free} in other letters`, ({ body }) =>
            /\p{Script=Arabic}/u.test(String(membersOf(body)[free])),
          ),
        ]),
    waving('no-answer', 'of a request that says not what it takes', ({ headers }) => headers['accept'] === undefined),
    waving('amount-zero', 'of an amount of zero', ({ body }) => Object.values(membersOf(body)).includes('0')),
    waving('charset', 'of a body that names its charset', ({ headers }) => /charset/.test(headers['content-type'] ?? '')),
    waving('any-answer', 'of a request that takes any answer', ({ headers }) => headers['accept'] === '*/*'),
    waving('time-zero', 'at the time zero', (request) => headerOf(request, timestamp.header) === '0'),
  ]
}

function membersOf(body: Buffer): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

/** Providers that bear what a document settles: requests of any age, or again and again. */
function carelessOfTime(operation: SignedOperation, make: Make) {
  const { authentication } = operation
  const { skew, replay, ...timestamp } = authentication.timestamp
  const settling = (settled: object) => ({
    operation: { ...operation, authentication: { ...authentication, timestamp: { ...timestamp, ...settled } } },
  })
  return [
    ...(skew === undefined ? [] : [make('bears-any-age', 'bears requests of any age', () => settling({ skew: 1e9, replay }))]),
    ...(replay === undefined ? [] : [make('takes-again', 'takes an accepted request again', () => settling({ skew }))]),
  ]
}
