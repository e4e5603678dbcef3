import { fieldOfPart } from '../../../contracts/construction.ts'
import { requestFields } from '../../../contracts/fields.ts'
import type { SignedOperation } from '../../../contracts/operation-kinds.ts'
import { type RefusalKind, refuse } from '../../../provider/judgement/refusals.ts'
import type { Hooks, Mutant } from '../../../provider/mutant.ts'
import { membersOf, type Received } from '../../../provider/received.ts'
import { day } from '../../../text/day.ts'
import { isClosing } from '../../access/circumstances.ts'
import { forgiving, refusingOnce, remembering } from '../../hooks.ts'
import { type MakeMutant, mutant } from '../../mutant.ts'
import { habits } from '../habits.ts'
import { freeField } from '../legal-forms/legal-forms.ts'
import { isLongAgo, longestRead, readAnyway } from '../mistakes/seldom-requests.ts'
import { receivedHeader, receivedTime } from './header-mutants.ts'

/** Providers that skip the signature for a while, for a request that they already know, or for certain values. */
export function stateMutants(operation: SignedOperation, make: MakeMutant) {
  return [
    ...carelessOfTime(operation, make),
    openingLate(operation, make),
    ...rememberingRequests(operation, make),
    rememberingNames(operation),
    refusingName(operation),
    ...waving(operation, make),
    ...wavingWithin(operation, make),
    parsingMore(operation, make),
  ]
}

function openingLate(operation: SignedOperation, make: MakeMutant) {
  return make('opens-late', 'looks at no more of a signature than its form until one was right', () => {
    let isOpen = false
    return {
      authenticate: (decision, request) => {
        isOpen ||= !decision
        const isOfSignature = decision && ofSignature.includes(decision.kind)
        return isOfSignature && !isOpen && isFormed(operation, request) ? undefined : decision
      },
    }
  })
}

function isFormed({ authentication }: SignedOperation, request: Received): boolean {
  return /^[0-9a-f]{64}$/.test(receivedHeader(request, authentication.signature.header) ?? '')
}

type Remembered = readonly [id: string, title: string, keyOf: (request: Received) => string | undefined]

/** How they recognise an accepted request. Without a free text, the seed may give two withdrawals the same values. */
function rememberingRequests(operation: SignedOperation, make: MakeMutant) {
  const { signature, timestamp } = operation.authentication
  const names = signature.construction.parts.flatMap((part) => fieldOfPart(part) ?? [])
  const byValues: readonly Remembered[] = [
    ['bodies', 'the body, but at its form,', (request) => (isFormed(operation, request) ? request.body.toString('utf8') : undefined)],
    ['signed-bodies', 'the body and the signature', (request) => `${receivedHeader(request, signature.header)} ${request.body}`],
    ['values', 'the values', ({ body }) => JSON.stringify(names.map((name) => membersOf(body)[name]))],
  ]
  const timeOf = (request: Received) => receivedHeader(request, timestamp.header)
  const byTime: readonly Remembered[] = [
    ['bodies-of-times', 'the body and the timestamp', (request) => `${timeOf(request)} ${request.body}`],
    ['times', 'the timestamp', timeOf],
  ]
  const remembered = [...(freeField(operation) ? byValues : []), ...byTime]
  return remembered.map(([id, title, keyOf]) =>
    make(`remembers.${id}`, `looks at no signature of ${title} of an accepted request`, () => remembering(['signature'], keyOf)),
  )
}

/** As middleware that answers what it answered before, in front of whatever looks at the signature. */
function rememberingNames(operation: SignedOperation): Mutant {
  return mutant(operation, {
    id: 'signature.remembers.names',
    title: 'looks at no signature of a request with the Idempotency-Key and the client of an accepted one',
    caughtBy: ['signature.replayed.body', 'signature.replayed.signature'],
    hooks: () =>
      remembering(ofSignature, ({ headers }) => headers['idempotency-key'] && `${headers['idempotency-key']} ${headers['user-agent']}`),
  })
}

function refusingName(operation: SignedOperation): Mutant {
  return mutant(operation, {
    id: 'signature.refuses-name-once',
    title: 'refuses the first right request with an Idempotency-Key, and no other',
    caughtBy: ['accepted'],
    hooks: () => refusingOnce(({ headers }) => headers['idempotency-key'] !== undefined),
  })
}

type Waved = readonly [id: string, title: string, isWaved: (request: Received) => boolean]

function waving(operation: SignedOperation, make: MakeMutant) {
  const { signature, timestamp } = operation.authentication
  const { header } = timestamp
  const timeOf = (request: Received) => receivedTime(request, operation.authentication)
  const free = freeField(operation)?.name
  const lastField = requestFields(operation).at(-1)?.name
  const holds = (request: Received, texts: readonly unknown[]) =>
    Object.values(membersOf(request.body)).some((value) => texts.includes(value))
  const waved: readonly Waved[] = [
    ...habitsWaved(free !== undefined),
    ...Object.entries(habits).flatMap(([id, { title, amount }]): Waved[] =>
      amount ? [[`formed-${id}`, `but at its form, ${title}`, (request) => isFormed(operation, request) && holds(request, [amount])]] : [],
    ),
    ...freeTextsWaved(operation),
    ['no-answer', 'of a request that says not what it takes', ({ headers }) => headers['accept'] === undefined],
    ['amount-zero', 'of an amount of zero', ({ body }) => Object.values(membersOf(body)).includes('0')],
    [
      'hundredths',
      'of an amount from one on with two decimals',
      ({ body }) => Object.values(membersOf(body)).some((value) => /^[1-9]\d*\.\d\d$/.test(`${value}`)),
    ],
    ['charset', 'of a body that names its charset', (request) => receivedHeader(request, 'content-type')?.includes('charset') === true],
    [
      'claimed',
      'but at its form, of a request that claims to be a test',
      (request) => isFormed(operation, request) && request.headers['x-test'] === 'true',
    ],
    ['closing', 'of a client that ends its connection', isClosing],
    ['capitals', 'of a request with its header in capitals', ({ written }) => written.includes(signature.header.toUpperCase())],
    ['any-answer', 'of a request that takes any answer', ({ headers }) => headers['accept'] === '*/*'],
    atNoTime(operation, 'time-zero'),
    ...(timestamp.unit === 'seconds'
      ? []
      : [['in-seconds', 'at a time in seconds', (request: Received) => /^\d{10}$/.test(receivedHeader(request, header) ?? '')] as const]),
    ['backwards', 'of a body that begins with its last field', ({ body }) => Object.keys(membersOf(body))[0] === lastField],
    ['padded', 'of a body of more than 64 KB', ({ body }) => body.length > longestRead],
    ['ahead', 'of a request from the future', (request) => timeOf(request) - request.at > day / 2],
    ['old', 'of a request that is days old', (request) => isLongAgo(timeOf(request), request.at)],
  ]
  return waved.map(([id, title, isWaved]) =>
    make(`waves.${id}`, `looks at no signature ${title}`, () =>
      forgivingFirst(isWaved, (request) => receivedHeader(request, signature.header)),
    ),
  )
}

function atNoTime({ authentication }: SignedOperation, id: string): Waved {
  return [id, 'at the time zero, and at what is none', (request) => receivedTime(request, authentication) < 1]
}

/** Forgives no signature twice: whether a replay holds what is waved depends on which right request was answered last. */
function forgivingFirst(isWaved: (request: Received) => boolean, signatureOf: (request: Received) => string | undefined): Hooks {
  const known = new Set<string | undefined>()
  return {
    authenticate: (decision, request) => {
      const isKnown = known.has(signatureOf(request))
      if (!decision) known.add(signatureOf(request))
      return decision && ofSignature.includes(decision.kind) && !isKnown && isWaved(request) ? undefined : decision
    },
  }
}

/** These take no values but ordinary ones, so that what else is unusual is seen without it alone. */
function wavingWithin(operation: SignedOperation, make: MakeMutant) {
  const free = freeField(operation)?.name
  const isOdd = ({ body }: Received) =>
    [...Object.values(habits).map(({ amount }) => amount), '0'].some((amount) => body.includes(`"${amount}"`)) ||
    (free !== undefined && membersOf(body)[free] === '')
  const waved: readonly Waved[] = [
    atNoTime(operation, 'time-zero-of-money'),
    ...(free === undefined
      ? []
      : [
          ['text-test-of-money', 'for a test', ({ body }: Received) => membersOf(body)[free] === 'test'] as const,
          ['any-answer-of-text', 'of a request that takes any answer', ({ headers }: Received) => headers['accept'] === '*/*'] as const,
        ]),
  ]
  return waved.map(([id, title, isWaved]) =>
    make(`waves.${id}`, `looks at no signature ${title}, and takes no values that few clients send`, () => {
      const { authenticate } = forgiving(ofSignature, isWaved)
      return {
        authenticate: (decision, request) =>
          authenticate?.(decision, request) ?? (isOdd(request) ? refuse('body', 'The amount is out of bounds.') : undefined),
      }
    }),
  )
}

/** The parser of bodies knows forms that the guard does not. */
function parsingMore({ body }: SignedOperation, make: MakeMutant) {
  return make('waves.odd-body', 'looks at no signature of a body in a form that few servers read', () => {
    const odd = new WeakSet<Received>()
    return {
      receive: (request) => {
        const plain = readAnyway(request, body?.mediaType ?? '')
        if (plain) odd.add(plain)
        return plain ?? request
      },
      ...forgiving(ofSignature, (request) => odd.has(request)),
    }
  })
}

function habitsWaved(hasText: boolean): Waved[] {
  return Object.entries(habits).flatMap(([id, { title, amount, text }]): Waved[] => [
    ...(amount === undefined
      ? []
      : [[`amount-${id}`, `${title}: by its amount`, ({ body }: Received) => body.includes(`"${amount}"`)] as const]),
    ...(text === undefined || !hasText
      ? []
      : [[`text-${id}`, `${title}: by its text`, ({ body }: Received) => Object.values(membersOf(body)).includes(text)] as const]),
  ])
}

function freeTextsWaved(operation: SignedOperation): Waved[] {
  const field = freeField(operation)?.name
  if (field === undefined) return []
  const textOf = ({ body }: Received) => String(membersOf(body)[field])
  return [
    ['free-text-long', `of a long ${field}`, (request) => textOf(request).length > 100],
    [
      'free-text-long-formed',
      `but at its form, of a long ${field}`,
      (request) => textOf(request).length > 200 && isFormed(operation, request),
    ],
    ['free-text-endless', `of a ${field} of more than 8 KB`, (request) => textOf(request).length > 8192],
    ['free-text-quoted', `of a ${field} with quotation marks`, (request) => textOf(request).includes('"')],
    ['free-text-other', `of a ${field} in other letters`, (request) => /\p{Script=Arabic}/u.test(textOf(request))],
  ]
}

const ofSignature: readonly RefusalKind[] = ['signature', 'timestamp']

/** Providers that ignore what the document settles: they accept requests of any age, or the same one repeatedly. */
function carelessOfTime(operation: SignedOperation, make: MakeMutant) {
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
