import { fieldOfPart, isWholeField, type SignedPart } from '../../../contracts/construction.ts'
import { kebab } from '../../../contracts/mistakes/mistake.ts'
import { settingValue } from '../../../contracts/needed-settings.ts'
import type { SignedOperation } from '../../../contracts/operation-kinds.ts'
import { partValue, type SigningInput } from '../../../contracts/signing.ts'
import type { Exchange, Headers } from '../../../engine/exchange.ts'
import { keepsConfigured } from '../../../engine/money/money.ts'
import type { Changes } from '../../../engine/probes/request.ts'
import { repeatedRoles } from '../../../engine/probes/roles.ts'
import type { Target } from '../../../engine/target.ts'
import { isHeaderValue } from '../../../text/header-field.ts'
import { words } from '../../../text/words.ts'
import { algorithmHeaders } from '../../access/forwarded-claims.ts'
import { isTelling } from '../../access/refused-otherwise.ts'
import type { Beside } from '../wrong-signature.ts'
import { looseHeaders, looseNames, type SignedName, signedNames } from './loose-names.ts'

export function namesOfAlgorithm(signature: string): string[] {
  return [`${signature}-algorithm`, `${signature}-method`, `${signature}-version`, ...algorithmHeaders]
}

export function namingAlgorithm({ authentication }: SignedOperation, mistake: string, changes: Changes = {}): Changes {
  const hash = /^uses-(md5|sha\d+)$/.exec(mistake)?.[1]
  if (hash === undefined) return changes
  const names = namesOfAlgorithm(authentication.signature.header)
  return { ...changes, headers: [...(changes.headers ?? []), ...names.map((name) => [name, hash] as const)] }
}

/** Where servers look that let a client say its secret: a request signed with what it holds anyway says that this is the secret. */
export const namesOfSecret: Names = {
  headers: words('x-secret x-secret-key x-api-secret x-signing-secret x-client-secret'),
  members: words('secret secretKey secret_key apiSecret api_secret clientSecret client_secret'),
}

export function namingSecret(operation: SignedOperation, target: Target, mistake: string, extent: Extent): Changes {
  const setting = takenForSecret(operation, mistake)
  return setting === undefined ? {} : claiming(operation, target, claimedAs(namesOfSecret, settingValue(target.settings, setting)), extent)
}

export function isNamingSecret(operation: SignedOperation, mistake: string): boolean {
  return takenForSecret(operation, mistake) !== undefined
}

/** What the service knows about a merchant and a mistake takes for the secret. */
function takenForSecret({ authentication }: SignedOperation, mistake: string): string | undefined {
  const part = authentication.signature.construction.parts.find((each) => mistake === `keys-with-${kebab(each.name)}`)
  return part && isUnsent(part) ? part.setting : undefined
}

/** Claims of a value that contradict the one in its proper place: a server may believe the client. */
interface ClaimedValue {
  readonly headers: Headers
  readonly query: Readonly<Record<string, string>>
  /** Members of a body, before its own. */
  readonly members: Readonly<Record<string, unknown>>
}

/** Where a request claims something beside what is ordinary. */
export type Extent = (typeof everyExtent)[number]

/**
 * Claims in ever fewer of these places, since a server that refuses members or parameters that it does not know looks at no claims beside those.
 * What others show to be refused for what stands outside their bodies, or in their headers, is left out.
 */
export function claimExtents(
  operation: SignedOperation,
  first: Extent,
  ...others: readonly Extent[]
): [Beside<Extent>, ...Beside<Extent>[]] {
  const isTold = (role: string, sent: ReadonlyMap<string, Exchange>) => {
    const other = sent.get(role)
    return other !== undefined && isTelling(operation)(other, sent)
  }
  const isVain: Partial<Record<Extent, Beside<Extent>['isVain']>> = {
    'outside the body': (target, sent) => keepsConfigured(operation, target) !== undefined || isTold('place.anywhere', sent),
    'in headers': (_, sent) => isTold(repeatedRoles('form.forwarded').plain, sent),
  }
  const beside = (kind: Extent): Beside<Extent> => ({ kind, isVain: isVain[kind] })
  return [beside(first), ...others.map(beside)]
}

export const everyExtent = ['everywhere', 'outside the body', 'in headers', 'nowhere'] as const

/** The changes that add as many claims to a request as it may carry, within an extent. */
export function claiming(operation: SignedOperation, target: Target, claimed: ClaimedValue, extent: Extent): Changes {
  const { headers, query, members } = claimed
  if (extent === 'nowhere') return {}
  const isKept = keepsConfigured(operation, target) !== undefined
  const holdsField = operation.body?.fields.some(({ name }) => name in query)
  if (extent === 'in headers' || (isKept && holdsField)) return { headers }
  if (extent === 'outside the body' || isKept) return { headers, query }
  return { headers, query, write: (fields) => JSON.stringify({ ...members, ...fields }) }
}

/** Members under which a body may repeat all of its fields. */
export const wrappers = ['data', 'payload', 'params', 'withdrawal', 'body', 'request'] as const

/** Claims the value of a part under every name that lax servers know it by. */
export function claimedValue(operation: SignedOperation, input: SigningInput, part: SignedPart): ClaimedValue {
  const { query, ...named } = claimedAs(namesIn(operation, part), partValue(input.values, part.name))
  if (!isWholeField(part)) return { query, ...named }
  const fields = fieldsOf(operation, input)
  return { ...named, query: { ...query, ...fields }, members: { ...query, ...Object.fromEntries(wrappers.map((name) => [name, fields])) } }
}

export function claimedAs({ headers, members }: Names, value: string): ClaimedValue {
  const named = Object.fromEntries(members.map((name) => [name, value]))
  return { headers: isHeaderValue(value) ? headers.map((name) => [name, value]) : [], query: named, members: named }
}

/** What lax servers call a value, in headers and in bodies and queries. */
interface Names {
  readonly headers: readonly string[]
  readonly members: readonly string[]
}

/** What lax servers call a part in headers, bodies and queries, except for its own name in the body. */
export function namesIn({ authentication }: SignedOperation, part: SignedPart): Names {
  const { name, header } = part
  const words = kebab(name).split('-')
  const signed = signedNames.find((each) => header !== undefined && authentication[each].header === header)
  if (signed) return namesOfHeader(signed, authentication[signed].header)
  const [first = name] = words
  if (!isUnsent(part)) return { headers: [], members: [words.join('_'), first, words.at(-1) ?? name].filter((each) => each !== name) }
  const identity = [...words.slice(0, -1), 'id']
  return {
    headers: [words, identity].flatMap((each) => [`x-${each.join('-')}`, each.join('-')]).concat(`x-${first}`),
    members: [name, words.join('_'), first, identity.join('_'), `${first}Id`],
  }
}

/** What lax servers call the value of a signed header; they may look for its name in a body. */
export function namesOfHeader(signed: SignedName, header: string): Names {
  return { headers: looseHeaders[signed], members: [...looseNames[signed], header] }
}

/** The fields of a body, the signed ones with their signed values, so that another place holds all of them. */
function fieldsOf({ authentication }: SignedOperation, { values, body = '{}' }: SigningInput): Record<string, string> {
  const fields = authentication.signature.construction.parts.filter(isWholeField)
  const signed = fields.map((part) => [fieldOfPart(part) ?? part.name, partValue(values, part.name)] as const)
  return { ...(JSON.parse(body) as Record<string, string>), ...Object.fromEntries(signed) }
}

/** True for a part that the service knows about a merchant and that is never sent. */
export function isUnsent({ setting, header }: SignedPart): boolean {
  return setting !== undefined && header === undefined
}
