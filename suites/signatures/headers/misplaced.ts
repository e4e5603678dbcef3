import type { Contract } from '../../../contracts/contract.ts'
import { credentialText } from '../../../contracts/credential-place.ts'
import { settingValue } from '../../../contracts/needed-settings.ts'
import type { SignedOperation } from '../../../contracts/operation-kinds.ts'
import { keepsConfigured } from '../../../engine/money/money.ts'
import { type Changes, type RightValues, rightCredential, signedHeaderFields } from '../../../engine/probes/request.ts'
import type { Target } from '../../../engine/target.ts'
import { cookieNamed, type Received, textNamed } from '../../../provider/received.ts'
import { cookieText } from '../../access/edited-request.ts'
import { claimMembers } from '../../access/forwarded-claims.ts'
import { isTelling, whereTold } from '../../access/refused-otherwise.ts'
import { signedBeside, signedWrongly, type WrongSignature } from '../wrong-signature.ts'
import { claimExtents, claimedAs, isUnsent, namesIn } from './claims.ts'
import { type ForeignCredential, foreignKeys } from './foreign-keys.ts'
import { looseHeaders, looseNames, type SignedName, signedNames } from './loose-names.ts'

/** Requests whose signed headers are all in the wrong place, or replaced by another operation's credential. */
export function misplaced(contract: Contract, operation: SignedOperation): WrongSignature[] {
  const foreign = foreignKeys(contract, operation)
  const beside = foreign.find(({ unsigned }) => unsigned)
  return [
    ...eachElsewhere(operation),
    ...allElsewhere(operation, beside),
    ...foreign.flatMap((each) => [...(each === beside ? [] : [each.wrong]), each.keyed, ...(each.unsigned ? [each.unsigned] : [])]),
  ]
}

/** A wrong place for signed headers, and what a provider finds that looks there. */
export interface WrongPlace {
  readonly id: string
  readonly title: string
  /** How a request holds the values of the signed headers there. */
  readonly changes: (values: Readonly<Record<string, string>>, target: Target) => Changes
  /** The title of the provider that reads them there, and how it reads one by its name. */
  readonly lax: { readonly title: string; readonly find: (request: Received, name: string) => string | undefined }
  readonly omitted?: WrongSignature['omitted']
  /** The request that holds them there in addition to another place. */
  readonly sentAs?: string
}

/** Other names for the header. One with underscores is none: to a server with a CGI (RFC 3875, 4.1.18) or WSGI inside it is the same. */
const otherNames: readonly ((header: string) => string)[] = [
  (header) => (/^x-/i.test(header) ? header.slice(2) : `x-${header}`),
  (header) => `x-forwarded-${header.replace(/^x-/i, '')}`,
]

/** Each signed header alone: the others are in their proper place, and it is in every wrong one at once. */
function eachElsewhere(operation: SignedOperation): WrongSignature[] {
  return signedNames.map((name) => ({ ...alone(operation, name), ...(name === 'signature' && { isLate: true as const }) }))
}

/**
 * For the signature, a body holds all three headers, since a server that looks there may look for all of them. Beside it stands what else the
 * service knows of the merchant, under its usual names: a server may take the key and that for enough.
 */
function alone(operation: SignedOperation, name: SignedName): WrongSignature {
  const { authentication } = operation
  const own = signedNames.map((each) => authentication[each].header.toLowerCase())
  const { header } = authentication[name]
  const title = `with ${header} in every other place and under other names instead`
  // Who reads the time elsewhere has been let in by its signature.
  const fewer = name === 'timestamp' ? [] : (['outside the body', 'in headers'] as const)
  const named = { role: `place.${name}-alone`, requirement: 'place', title, isExtended: true } as const
  return signedBeside(operation, named, claimExtents(operation, 'everywhere', ...fewer), (signer, extent) => {
    const right = signer.right()
    const value = right[name]
    const held = (fields: object) => (name === 'signature' ? withAll(operation, right, fields) : { ...values, ...fields })
    const others = [...new Set([header, ...looseNames[name]])]
    const known = name === 'signature' ? merchantBeside(operation, signer.target) : { headers: [], members: {} }
    const values = { ...Object.fromEntries(others.map((other) => [other, value])), ...known.members }
    const headers = [...new Set([...otherNames.map((other) => other(header)), `${header}-256`, ...looseHeaders[name]])].filter(
      (other) => !own.includes(other.toLowerCase()),
    )
    const changes: Changes = {
      query: extent === 'in headers' ? {} : values,
      headers: [
        ['cookie', cookieText(values)],
        ...headers.map((other) => [other, name === 'key' ? asBearer(other, value) : value] as const),
        ...known.headers,
      ],
      write: (fields) =>
        JSON.stringify(extent !== 'everywhere' || keepsConfigured(operation, signer.target) !== undefined ? fields : held(fields)),
    }
    return [{ ...right, [name]: undefined }, changes]
  })
}

/** What the service knows of a merchant and no right request holds, under every name that lax servers know it by. */
function merchantBeside(operation: SignedOperation, { settings }: Target) {
  const unsent = operation.authentication.signature.construction.parts.filter(isUnsent)
  const claims = unsent.map((part) => claimedAs(namesIn(operation, part), settingValue(settings, part.setting ?? '')))
  return { headers: claims.flatMap(({ headers }) => headers), members: Object.assign({}, ...claims.map(({ members }) => members)) }
}

/** A key that stands for its owner is that of a bearer, where it stands in the header for such. */
function asBearer(header: string, key = ''): string {
  return header === 'authorization' ? credentialText('Bearer', key) : key
}

/** All signed headers at once in each of these places. */
export function misplacements(operation: SignedOperation): WrongPlace[] {
  return [
    {
      id: 'query',
      title: 'with its signed headers in the query instead',
      changes: (query) => ({ query }),
      lax: { title: 'takes signed headers from the query', find: ({ query }, name) => query.get(name) ?? undefined },
    },
    {
      id: 'cookie',
      title: 'with its signed headers in cookies instead',
      changes: (values) => ({ headers: [['cookie', cookieText(values)]] }),
      lax: { title: 'takes signed headers from cookies', find: cookieNamed },
    },
    {
      id: 'other-header',
      title: 'with its signed headers under other names',
      changes: (values) => ({
        headers: Object.entries(values).flatMap(([name, value]) => otherNames.map((other) => [other(name), value] as const)),
      }),
      lax: {
        title: 'takes signed headers by other names',
        find: ({ headers }, name) => otherNames.map((other) => headers[other(name).toLowerCase()]).find((value) => value !== undefined),
      },
    },
    {
      id: 'body',
      title: 'with its signature in the body instead, and the other signed headers there as well',
      changes: (values) => ({
        headers: Object.entries(values).filter(([name]) => name !== operation.authentication.signature.header),
        write: (fields) => JSON.stringify({ ...fields, ...values }),
      }),
      lax: { title: 'takes signed headers from the body', find: textNamed },
      omitted: (target) => keepsConfigured(operation, target),
      sentAs: 'place.signature-alone',
    },
  ]
}

/** Places that do not interfere share a request with the credential of another operation. Only if it is accepted, each is tried alone. */
function allElsewhere(operation: SignedOperation, beside: ForeignCredential | undefined): WrongSignature[] {
  const together = misplacements(operation).filter(({ sentAs }) => sentAs === undefined)
  const apart = misplacements(operation).filter(({ sentAs }) => sentAs !== undefined)
  const single = [...together.map((place) => elsewhere(operation, place)), ...(beside ? [beside.wrong] : [])]
  const atOnce = elsewhere(operation, {
    id: 'anywhere',
    title: 'with its signed headers in the query, in cookies and under other names instead',
    changes: (values, target) => {
      const theirs = beside && beside.wrong.omitted?.(target) === undefined ? [{ headers: rightCredential(beside.theirs, target) }] : []
      const all: Changes[] = [...together.map(({ changes }) => changes(values, target)), ...theirs]
      return { query: Object.assign({}, ...all.map(({ query }) => query)), headers: all.flatMap(({ headers = [] }) => headers) }
    },
  })
  return [...whereTold(atOnce, single, isTelling(operation)), ...apart.map((place) => elsewhere(operation, place))]
}

/** A body that also holds the signed headers, under each of their names. */
function withAll({ authentication }: SignedOperation, right: RightValues, fields: object): object {
  const all = signedNames.map((name) => [name, authentication[name].header, right[name]] as const)
  const named = all.flatMap(([name, , value]) => looseNames[name].map((other) => [other, value] as const))
  return {
    ...Object.fromEntries(named),
    ...claimMembers,
    ...fields,
    ...Object.fromEntries(all.map(([, header, value]) => [header, value] as const)),
  }
}

function elsewhere(operation: SignedOperation, { id, title, changes, sentAs, omitted }: Omit<WrongPlace, 'lax'>): WrongSignature {
  const named = { role: `place.${id}`, requirement: 'place', title, omitted, sentAs } as const
  return signedWrongly(operation, named, ({ target, right }) => {
    const values = right()
    // The time stands in its own place too: a target may look at it before anything else.
    return [{ timestamp: values.timestamp }, changes(Object.fromEntries(signedHeaderFields(operation, values)), target)]
  })
}
