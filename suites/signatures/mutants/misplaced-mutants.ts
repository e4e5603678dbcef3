import type { Contract } from '../../../contracts/contract.ts'
import { credentialText } from '../../../contracts/credential-place.ts'
import { kebab } from '../../../contracts/mistakes/mistake.ts'
import { settingValue } from '../../../contracts/needed-settings.ts'
import type { SignedOperation } from '../../../contracts/operation-kinds.ts'
import { sign } from '../../../contracts/signing.ts'
import type { Mutant } from '../../../provider/mutant.ts'
import type { Received } from '../../../provider/received.ts'
import { accepting } from '../../hooks.ts'
import { type MakeMutant, withHeader } from '../../mutant.ts'
import { isUnsent, namesIn } from '../headers/claims.ts'
import { type ForeignCredential, foreignKeys } from '../headers/foreign-keys.ts'
import { looseHeaders, looseNames, type SignedName, signedNames } from '../headers/loose-names.ts'
import { misplacements, type WrongPlace } from '../headers/misplaced.ts'
import { alsoTaking, receivedHeader } from './header-mutants.ts'

/** Providers that identify the sender by something other than the signed headers. */
export function misplacedMutants(contract: Contract, operation: SignedOperation, make: MakeMutant): Mutant[] {
  const taking = (id: string, { title, find }: WrongPlace['lax']) =>
    make(`place-${id}`, title, () => ({ receive: (request) => taken(operation, request, find) }))
  return [
    ...misplacements(operation).map(({ id, lax }) => taking(id, lax)),
    make('waves-claims', 'looks at no signature where the body says that it is a test', () =>
      accepting(({ body }) => /"(?:test|sandbox|isAdmin)":true/.test(body.toString('utf8'))),
    ),
    make('signature-preferred-elsewhere', 'prefers a signature by a name that others have for it', () => ({
      receive: (request) => {
        const { find } = byLooseNames(operation, 'signature')
        const { header } = operation.authentication.signature
        const value = find(request, header)
        return value === undefined ? request : withHeader(request, header, value)
      },
    })),
    make('place-query-in-time', 'takes its key and signature from the query where it has a time', () => ({
      receive: (request) => {
        const { key, timestamp, signature } = operation.authentication
        if (receivedHeader(request, timestamp.header) === undefined) return request
        return taken(operation, request, ({ query }, name) =>
          [key.header, signature.header].includes(name) ? (query.get(name) ?? undefined) : undefined,
        )
      },
    })),
    ...signedNames.map((signed) => taking(`${signed}-by-loose-names`, byLooseNames(operation, signed))),
    taking('key-of-bearer', {
      title: 'takes the key as that of a bearer',
      find: ({ headers }, name) =>
        name === operation.authentication.key.header ? /^Bearer (.+)/.exec(headers['authorization'] ?? '')?.[1] : undefined,
    }),
    ...operation.authentication.signature.construction.parts
      .filter(isUnsent)
      .map((part) =>
        make(`${kebab(part.name)}-for-signature`, `asks for no signature where a header holds the ${part.name}`, ({ settings }) =>
          accepting(
            (request) =>
              receivedHeader(request, operation.authentication.signature.header) === undefined &&
              namesIn(operation, part).headers.some((name) => receivedHeader(request, name) === settingValue(settings, part.setting ?? '')),
          ),
        ),
      ),
    ...foreignKeys(contract, operation).flatMap((foreign) => [
      ...acceptingForeign(operation, foreign, make),
      keyedByForeign(operation, foreign, make),
      ...takingForKey(operation, foreign, make),
    ]),
  ]
}

function byLooseNames({ authentication }: SignedOperation, signed: SignedName): WrongPlace['lax'] {
  const { header } = authentication[signed]
  return {
    title: `takes ${header} by names that others have for it`,
    find: ({ headers, query }, name) => {
      if (name !== header) return undefined
      const found = [...looseHeaders[signed].map((other) => headers[other]), ...looseNames[signed].map((other) => query.get(other))]
      return found.find((value) => typeof value === 'string') ?? undefined
    },
  }
}

function acceptingForeign(
  { authentication }: SignedOperation,
  { owner, wrong, unsigned, theirs }: ForeignCredential,
  make: MakeMutant,
): Mutant[] {
  const holds = (request: Received, settings: Readonly<Record<string, string>>) =>
    receivedHeader(request, theirs.header) === credentialText(theirs.scheme, settingValue(settings, theirs.setting))
  const isTimely = (request: Received) => receivedHeader(request, authentication.timestamp.header) !== undefined
  const inTime = make(`own-${owner}-in-time`, `accepts a request that holds a time ${wrong.title}`, ({ settings }) =>
    accepting((request) => isTimely(request) && holds(request, settings)),
  )
  return [
    make(`own-${owner}`, `accepts a request ${wrong.title}`, ({ settings }) => accepting((request) => holds(request, settings))),
    ...(unsigned ? [inTime] : []),
  ]
}

function takingForKey({ authentication }: SignedOperation, { owner, unsigned, theirs }: ForeignCredential, make: MakeMutant): Mutant[] {
  if (!unsigned) return []
  return [
    make(`own-${owner}-as-key`, `accepts a request ${unsigned.title}`, ({ settings }) =>
      accepting((request) => receivedHeader(request, authentication.key.header) === settingValue(settings, theirs.setting)),
    ),
  ]
}

function keyedByForeign({ authentication }: SignedOperation, { owner, keyed, theirs }: ForeignCredential, make: MakeMutant): Mutant {
  const { construction } = authentication.signature
  return make(`keyed-${owner}`, `accepts a request ${keyed.title}`, (context) =>
    alsoTaking(authentication, (input) => [sign(construction, { ...input, secret: settingValue(context.settings, theirs.setting) })])(
      context,
    ),
  )
}

/** The request as read by a provider that looks elsewhere for a missing signed header. */
function taken({ authentication }: SignedOperation, request: Received, find: WrongPlace['lax']['find']): Received {
  return signedNames
    .map((signed) => authentication[signed].header)
    .reduce((read, name) => {
      const value = find(request, name)
      return value === undefined || receivedHeader(read, name) !== undefined ? read : withHeader(read, name, value)
    }, request)
}
