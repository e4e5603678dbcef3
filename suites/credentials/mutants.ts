import type { Contract, Operation } from '../../contracts/contract.ts'
import { settingValue } from '../../contracts/needed-settings.ts'
import { hasScheme, type SchemeOperation } from '../../contracts/operation-kinds.ts'
import type { Hooks, Mutant, MutantContext } from '../../provider/mutant.ts'
import type { Received } from '../../provider/received.ts'
import { formMutants, type MakeMutant } from '../access/form-mutants.ts'
import { refusedWithPayload } from '../access/payload-mutants.ts'
import { acceptedBy } from '../access/simulation.ts'
import { tellingMutant, tellingRecords, tellingSome } from '../access/telling-mutant.ts'
import { answering } from '../hooks.ts'
import { mutant, withHeader } from '../mutant.ts'
import { type Accepts, laxities } from './laxities.ts'
import { allWrongCredentials } from './probe.ts'
import { faulty, openingSession, remembering, trustingFirst } from './remembering-mutants.ts'
import { isCookie } from './wrong-credentials.ts'

/** Providers that are lax about the credential of a scheme. Each is caught by the checks that send what it accepts. */
export function credentialMutants(contract: Contract, operation: Operation): Mutant[] {
  if (!hasScheme(operation)) return []
  const wrong = allWrongCredentials(contract, operation)
  const caught = (made: () => Mutant) => () => acceptedBy(contract, operation, made(), wrong).map((role) => `credential.${role}`)
  const make: MakeMutant = (id, title, hooks) => {
    const made: Mutant = mutant(operation, { id: `credential.${id}`, title, caughtBy: caught(() => made), hooks })
    return made
  }
  return [
    ...laxities(contract, operation).map(([id, title, accepts]) =>
      make(id, `accepts ${title}`, (context) => lax(operation, context, accepts)),
    ),
    make('remembers-login', 'accepts everything once it accepted something', () => remembering()),
    make('trusts-first', 'takes the first credential that it sees for the right one', () => trustingFirst(operation)),
    ...formMutants(operation, make),
    ...unguardedWithoutBody(operation, make),
    ...refusedWithPayload(operation, (made) => caught(made)()),
    tellingMutant(operation, 'credential', wrong),
    ...tellingSome(operation, 'credential'),
    ...tellingRecords(operation, 'credential', wrong),
    // No answer is simulated, so that none sets a cookie there.
    ...(isCookie(operation) ? [] : [openingSession(operation)]),
    ...(operation.movesMoney ? [] : [faulty(operation)]),
  ]
}

function lax(operation: SchemeOperation, { settings }: MutantContext, accepts: Accepts): Hooks {
  const { header, scheme, setting } = operation.authentication
  const credential = settingValue(settings, setting)
  const prefix = scheme ? `${scheme} ` : ''
  return {
    receive: (request) => {
      const given = request.headers[header.toLowerCase()]
      const value = given?.startsWith(prefix) ? given.slice(prefix.length) : undefined
      return accepts({ header: given, value, credential, request, settings }) ? withHeader(request, header, prefix + credential) : request
    },
  }
}

/** A provider with its guard behind the reader of the body, which passes over what has none. */
function unguardedWithoutBody({ authentication, body, method }: SchemeOperation, make: MakeMutant): Mutant[] {
  if (!body) return []
  const isOpen = (request: Received) =>
    request.method === method && request.body.length === 0 && request.headers[authentication.header.toLowerCase()] === undefined
  return [make('unguarded.empty-body', 'needs no credential of a request with nothing in its body', () => answering(isOpen))]
}
