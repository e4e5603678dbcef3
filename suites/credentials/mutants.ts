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
import { settingParts } from '../signatures/headers/key-ids.ts'
import { laxAboutPlaces } from './lax-places.ts'
import { aboutValue } from './lax-values.ts'
import type { Accepts, Laxity } from './laxity.ts'
import { allWrongCredentials } from './probe.ts'
import { faulty, openingSession, remembering, trustingFirst } from './remembering-mutants.ts'
import { isCookie } from './wrong-credentials.ts'
import { colons, otherSchemes, rareSchemes } from './wrong-schemes.ts'

/** Providers that are lax about the credential of a scheme. Each is caught by the checks that send what it accepts. */
export function credentialMutants(contract: Contract, operation: Operation): Mutant[] {
  if (!hasScheme(operation)) return []
  const wrong = allWrongCredentials(contract, operation)
  const caught = (made: () => Mutant) => () => acceptedBy(contract, operation, made(), wrong).map((role) => `credential.${role}`)
  const make: MakeMutant = (id, title, hooks) => {
    const made: Mutant = mutant(operation, { id: `credential.${id}`, title, caughtBy: caught(() => made), hooks })
    return made
  }
  const laxities = [
    ...aboutPresence(),
    ...aboutValue(),
    ...aboutScheme(contract, operation),
    ...laxAboutPlaces(operation),
    ...aboutOwner(contract, operation),
  ]
  return [
    ...laxities.map(([id, title, accepts]) => make(id, `accepts ${title}`, (context) => lax(operation, context, accepts))),
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

function aboutPresence(): Laxity[] {
  return [
    ['none', 'a request without a credential where it belongs', ({ header }) => header === undefined],
    [
      'empty',
      'an empty credential',
      ({ header, value }) => value === '' || (header !== undefined && !/\s./.test(header) && header.length < 8),
    ],
    ['nothing', 'a header for the credential with nothing in it', ({ header }) => header === ''],
    ['anything', 'every request, whatever its credential', () => true],
  ]
}

function aboutScheme(contract: Contract, { authentication: { scheme } }: SchemeOperation): Laxity[] {
  const basic = (id: string, title: string, accepts: (text: string, credential: string) => boolean): Laxity => [
    id,
    title,
    ({ header = '', credential }) => header.startsWith('Basic ') && accepts(Buffer.from(header.slice(6), 'base64').toString(), credential),
  ]
  return [
    ...otherSchemes(contract, scheme).map(
      (name): Laxity => [
        `scheme-${name.toLowerCase()}`,
        `the credential under the scheme ${name}`,
        ({ header, credential }) => header === `${name} ${credential}`,
      ],
    ),
    [
      'scheme-rare',
      'the credential under the scheme of another service',
      ({ header = '', credential }) => rareSchemes.some((name) => header === `${name} ${credential}`),
    ],
    [
      'any-scheme',
      'the credential under any scheme',
      ({ header = '', credential }) => header.replace(/^[\w-]+ /, '') === credential && header !== credential,
    ],
    basic('basic-user', 'the credential as the user of Basic', (text, credential) => text.split(':')[0] === credential),
    basic('basic-alone', 'the credential as all of Basic, or as its user without a password', (text, credential) =>
      [credential, `${credential}:`].includes(text),
    ),
    basic('basic-password', 'the credential as the password of Basic', (text, credential) => text.split(':')[1] === credential),
    [
      'listed',
      'the credential in a list',
      ({ header = '', credential }) => header.split(', ').some((each) => each.split(' ').at(-1) === credential && header !== each),
    ],
    ...(scheme ? bareLaxities(scheme) : []),
  ]
}

function bareLaxities(scheme: string): Laxity[] {
  return [
    ['bare', 'the credential without its scheme', ({ header, credential }) => header === credential],
    ['no-space', 'the credential with no space before it', ({ header, credential }) => header === scheme + credential],
    [
      'colon',
      'the credential with a colon or an equals sign before it',
      ({ header, credential }) => colons.some((colon) => header === `${scheme}${colon}${credential}`),
    ],
    [
      'recased',
      'anything behind its scheme in another case',
      ({ header = '', credential }) => {
        const [name = ''] = header.split(' ')
        return name !== scheme && name.toLowerCase() === scheme.toLowerCase() && !header.endsWith(credential)
      },
    ],
    [
      'behind-another',
      'the credential behind its scheme anywhere in its header',
      ({ header = '', credential }) => !header.startsWith(`${scheme} `) && header.endsWith(` ${scheme} ${credential}`),
    ],
    ['anywhere-in-header', 'the credential anywhere in its header', ({ header, credential }) => header?.includes(credential) === true],
  ]
}

function aboutOwner({ operations }: Contract, { authentication }: SchemeOperation): Laxity[] {
  return operations.flatMap((other): Laxity[] => {
    const theirs = other.authentication
    const held = (name: string, title: string, setting: string): Laxity => [
      `own-${other.id}${name}`,
      `${title} of ${other.id}`,
      ({ value, settings }) => value !== undefined && value === settings[setting],
    ]
    const whole = (title: string, accepts: Accepts): Laxity => [`whole-${other.id}`, title, accepts]
    if (theirs.kind === 'scheme' && theirs.setting !== authentication.setting)
      return [
        held('', 'the credential', theirs.setting),
        whole(`what ${other.id} presents`, ({ header, settings }) => header === `${theirs.scheme} ${settings[theirs.setting]}`),
      ]
    if (theirs.kind !== 'signed') return []
    const { key, signature } = theirs
    return [
      whole(`the signed headers of ${other.id}`, ({ request }) => request.headers[signature.header.toLowerCase()] !== undefined),
      held('-key', 'the key', key.setting),
      ...settingParts(theirs).map(({ setting }) => held(`-${setting}`, `the ${setting}`, setting)),
    ]
  })
}
