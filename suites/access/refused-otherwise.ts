import type { Operation } from '../../contracts/contract.ts'
import { placeNamed } from '../../contracts/credential-place.ts'
import { isLimit, isSuccessful } from '../../contracts/statuses.ts'
import { classify } from '../../engine/evidence/classification.ts'
import { isAlike, wordsOf } from '../../engine/evidence/refusal-form.ts'
import { bodyText, type Exchange, type ReceivedResponse } from '../../engine/exchange.ts'
import { repeatedRoles } from '../../engine/probes/roles.ts'
import { lackingRoles, openingRole } from './access-roles.ts'
import type { WrongRequest } from './wrong-request.ts'

/** A wrong request that is unusual in another respect. If it seems to be refused for that, the plain one follows, and after it the plainest. */
export function orPlain<Wrong extends WrongRequest>(operation: Operation, plain: Wrong, unusual: Wrong, plainest?: Wrong): Wrong {
  const roles = repeatedRoles(plain.role)
  const last = plainest && { ...plainest, role: roles.plainest }
  return followed(operation, unusual, followed(operation, { ...plain, role: roles.plain }, last))
}

function followed<Wrong extends WrongRequest>(operation: Operation, unusual: Wrong, plain: Wrong | undefined): Wrong {
  if (!plain) return unusual
  return {
    ...unusual,
    onAnswer: (_client, exchange, sent) => isRefusedOtherwise(operation, exchange, sent.get(openingRole), sent),
    next: () => [plain],
  }
}

/**
 * True if a wrong request is refused differently from those that are wrong in their credential alone, perhaps for its unusual form, which is open. Of
 * a status for all, words tell which it is, unless most refusals are worded in another way each.
 */
export function isRefusedOtherwise(
  operation: Operation,
  exchange: Exchange,
  opening: Exchange | undefined,
  sent: ReadonlyMap<string, Exchange>,
): boolean {
  if (!opening?.response) return false
  const own = exchange.response
  if (!own) return true
  const plainly = [opening, ...lackingRoles.map((role) => sent.get(role))].flatMap((each) => each ?? [])
  const usual = plainly.flatMap(({ response }) => response ?? [])
  const classification = classify(operation, exchange)
  if (classification === 'accepted' || usual.some((each) => isAlike(own, each))) return false
  if (classification === 'unanswered') return !isLimit(own.status)
  if (!usual.some(({ status }) => status === own.status)) return true
  return (
    isForAll(own.status) &&
    !speaksOfCredential(operation, exchange) &&
    !repeatsOneOf(plainly, operation, own) &&
    !isEachAnother(own.status, sent)
  )
}

/** True for a status that targets give to wrong requests of every kind. */
function isForAll(status: number): boolean {
  return isSuccessful(status) || status === 400
}

/**
 * True if a refusal names a header that authenticates, or speaks of that: whoever writes it has looked at the credential. It may as well name what a
 * request holds in another place, or repeat it.
 */
function speaksOfCredential({ authentication }: Operation, { request, response }: Exchange): boolean {
  if (!response) return false
  const names = request.headers.map(([name, value]) => (name.toLowerCase() === 'cookie' ? value : ''))
  const [text, elsewhere] = [wordsOf(response), [request.url, bodyText(request), ...names].join(' ')].map(plainText)
  const words = ['unauthori', 'authenticat', 'credential', ...headersOf(authentication)].map(plainText)
  return words.some((word) => text?.includes(word) && !elsewhere?.includes(word))
}

/** True if a refusal has the words of one that speaks of the credential, and some more in one place. */
function repeatsOneOf(usual: readonly Exchange[], operation: Operation, own: ReceivedResponse): boolean {
  const text = wordsOf(own)
  return usual.some((each) => each.response && speaksOfCredential(operation, each) && isExtended(wordsOf(each.response), text))
}

function isExtended(text: string, longer: string): boolean {
  const start = text.split('').findIndex((letter, at) => letter !== longer.charAt(at))
  return start < 0 || longer.endsWith(text.slice(start))
}

function headersOf(authentication: Operation['authentication']): string[] {
  if (authentication.kind === 'none') return []
  if (authentication.kind === 'scheme') return [placeNamed(authentication.header).name]
  const { key, timestamp, signature } = authentication
  return [key.header, timestamp.header, signature.header, 'signature', 'hmac']
}

function plainText(text: string): string {
  return text.toLowerCase().replace(/[_-]/g, '')
}

/** True if most answers of a status are worded in another way than all others. */
function isEachAnother(status: number, sent: ReadonlyMap<string, Exchange>): boolean {
  const texts = [...sent.values()].flatMap(({ response }) => (response?.status === status ? [wordsOf(response)] : []))
  return texts.length >= fewTexts && new Set(texts).size > (texts.length * 9) / 10
}

const fewTexts = 10
