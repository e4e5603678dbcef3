import type { Contract, Operation } from '../../contracts/contract.ts'
import { credentialText } from '../../contracts/credential-place.ts'
import { settingValue } from '../../contracts/needed-settings.ts'
import { hasScheme, isPaged, type SchemeOperation } from '../../contracts/operation-kinds.ts'
import { lateRole } from '../../engine/probes/roles.ts'
import { anybody } from '../../engine/wrong-values/stand-ins.ts'
import { refuse } from '../../provider/judgement/refusals.ts'
import type { Hooks, Mutant, MutantContext } from '../../provider/mutant.ts'
import { membersOf, type Received } from '../../provider/received.ts'
import { refusedWithPayload, tellingMutant, tellingRecords, tellingSome } from '../access/disclosing-mutants.ts'
import { formMutants } from '../access/form-mutants.ts'
import { acceptedBy } from '../access/simulation.ts'
import { accepting, answering, onceAskedByHead, onSuccess, remembering } from '../hooks.ts'
import { type MakeMutant, mutant, mutantsOfArea, withHeader } from '../mutant.ts'
import { pageInputs } from '../pages/choice.ts'
import { formedLaxities } from './formed-laxities.ts'
import { type Accepts, laxities } from './laxities.ts'
import { allWrongCredentials } from './probe.ts'
import { isCookie } from './wrong-credentials.ts'

/** Providers that are lax about the credential of a scheme. Each is caught by the checks that send what it accepts. */
export function credentialMutants(contract: Contract, operation: Operation): Mutant[] {
  if (!hasScheme(operation)) return []
  const wrong = allWrongCredentials(contract, operation)
  const caughtBy = (hooks: Mutant['hooks']) => acceptedBy(contract, operation, hooks, wrong).map((role) => `credential.${role}`)
  const make = mutantsOfArea(operation, 'credential', caughtBy)
  return [
    ...[...laxities(contract, operation), ...formedLaxities(operation)].map(([id, title, accepts]) =>
      make(id, `accepts ${title}`, (context) => lax(operation, context, accepts)),
    ),
    make('remembers-login', 'accepts everything once it accepted something', () => remembering(['credential'], () => 'any')),
    make('trusts-first', 'takes the first credential that it sees for the right one', () => trustingFirst(operation)),
    ...formMutants(operation, make),
    ...(operation.movesMoney ? [] : [takingWordsLate(operation)]),
    ...unguardedWithoutBody(operation, make),
    ...sizesFirst(operation),
    ...refusedWithPayload(operation, caughtBy),
    tellingMutant(operation, 'credential', wrong),
    ...tellingSome(operation, 'credential'),
    ...tellingRecords(operation, 'credential', wrong),
    // No answer is simulated, so that none sets a cookie there.
    ...(isCookie(operation) ? [] : [openingSession(operation)]),
  ]
}

function lax(operation: SchemeOperation, { settings }: MutantContext, accepts: Accepts): Hooks {
  const { header, scheme, setting } = operation.authentication
  const credential = settingValue(settings, setting)
  const prefix = credentialText(scheme, '')
  return {
    receive: (request) => {
      const given = request.headers[header.toLowerCase()]
      const value = given?.startsWith(prefix) ? given.slice(prefix.length) : undefined
      return accepts({ header: given, value, credential, request, settings }) ? withHeader(request, header, prefix + credential) : request
    },
  }
}

/** As lax as that, though only where all else was asked, as is known by what is sent to observe. */
function takingWordsLate(operation: SchemeOperation): Mutant {
  return mutant(operation, {
    id: 'credential.words-late',
    title: 'accepts a word that stands for anybody once somebody asked by HEAD',
    caughtBy: [`credential.${lateRole}`],
    isObserved: true,
    hooks: (context) => onceAskedByHead((isAsked) => lax(operation, context, ({ value = '' }) => isAsked() && anybody().includes(value))),
  })
}

/** A provider with its guard behind the reader of the body, which passes over what has none. */
function unguardedWithoutBody({ authentication, body, method }: SchemeOperation, make: MakeMutant): Mutant[] {
  if (!body) return []
  const isOpen = (request: Received) =>
    request.method === method && request.body.length === 0 && request.headers[authentication.header.toLowerCase()] === undefined
  return [make('unguarded.empty-body', 'needs no credential of a request with nothing in its body', () => answering(isOpen))]
}

/** A provider that refuses large pages before it looks at credentials, and takes a header with nothing in it for one. */
function sizesFirst(operation: SchemeOperation): Mutant[] {
  if (!isPaged(operation)) return []
  const { size } = pageInputs(operation)
  return [
    mutant(operation, {
      id: 'credential.sizes-first',
      title: `refuses pages of more than ${largest} first, and then accepts a header for the credential with nothing in it`,
      caughtBy: ['credential.none.far-page'],
      hooks: (context) => ({
        ...lax(operation, context, ({ header }) => header === ''),
        authenticate: (decision, { body }) =>
          Number(membersOf(body)[size]) > largest ? refuse('body', `${size}: it is too large.`) : decision,
      }),
    }),
  ]
}

const largest = 100

function openingSession(operation: SchemeOperation): Mutant {
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

/** Accepts the first credential that it sees, and the right one, so that nothing else shows. */
function trustingFirst({ authentication }: SchemeOperation): Hooks {
  let first: string | undefined
  return {
    authenticate: (decision, { headers }) => {
      const given = headers[authentication.header.toLowerCase()]
      first ??= given
      return given !== undefined && given === first ? undefined : decision
    },
  }
}
