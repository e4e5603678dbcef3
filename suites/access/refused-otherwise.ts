import type { Operation } from '../../contracts/contract.ts'
import { placeNamed } from '../../contracts/credential-place.ts'
import { credentialHeaders, isSigned } from '../../contracts/operation-kinds.ts'
import { isNoAnswer, isOfClient, isSuccessful, saysLater } from '../../contracts/statuses.ts'
import { classify } from '../../engine/evidence/classification.ts'
import { isAlike, lastingFormOf, wordsOf } from '../../engine/evidence/refusal-form.ts'
import { bodyText, type Exchange, type ReceivedResponse, type SentRequest } from '../../engine/exchange.ts'
import { behindRole, lackingRoles, nearlyRightRoles, openingRole, plainRoles, repeatedRoles } from '../../engine/probes/roles.ts'
import type { Target } from '../../engine/target.ts'
import { memoized } from '../../language/memoized.ts'
import type { WrongRequest } from './wrong-request.ts'

/**
 * A wrong request that is unusual in other respects, and the same with ever less of that, or without: each follows if the one before seems to be
 * refused for what is unusual in it.
 */
export function orPlain<Wrong extends WrongRequest>(
  operation: Operation,
  unusual: Wrong,
  ...plainer: readonly (Wrong | undefined)[]
): Wrong {
  const names = plainRoles(unusual.role)
  const fewer = plainer.filter((each) => each !== undefined).map((each, index) => ({ ...each, role: names[index] ?? each.role }))
  const onAnswer: Wrong['onAnswer'] = (exchange, sent) => isRefusedOtherwise(operation, exchange, sent)
  const followed = (wrong: Wrong, [...further]: readonly Wrong[]): Wrong => {
    if (further.length === 0) return wrong
    const next = (target: Target, sent?: ReadonlyMap<string, Exchange>) => {
      // What was lost on the way is not asked for again and again.
      const isLost = sent !== undefined && !sent.get(wrong.role)?.response
      const at = further.findIndex(({ isVain }) => !sent || !isVain || !(isLost || isVain(target, sent)))
      return further.slice(at, at + 1).map((each) => followed(each, further.slice(at + 1)))
    }
    return { ...wrong, onAnswer, next }
  }
  return { ...followed(unusual, fewer), plainTitles: fewer.map(({ title }) => title) }
}

/**
 * True if a wrong request is refused differently from those that are wrong in their credential alone, perhaps for its unusual form, which is
 * open. Where one status serves for all, words tell, unless most refusals are worded in another way each.
 */
function isRefusedOtherwise(operation: Operation, exchange: Exchange, sent: ReadonlyMap<string, Exchange>): boolean {
  if (!sent.get(openingRole)?.response) return false
  const own = exchange.response
  if (!own) return true
  const classification = classify(operation, exchange)
  const isLacking = lacksCredential(operation, exchange.request)
  const sentAs = (roles: readonly string[]) => roles.flatMap((role) => sent.get(role) ?? [])
  const isAmong = (others: readonly Exchange[]) => others.some(({ response }) => response && isAlike(own, response))
  const alone = sentAs([openingRole, ...(isSigned(operation) ? [nearlyRightRoles[0]] : []), ...(isLacking ? lackingRoles : [])])
  if (classification === 'accepted' || isAmong(alone)) return false
  const behind = sentAs(isSigned(operation) && (isLacking || isOpeningAlone(operation, sent)) ? [behindRole] : [])
  if (isAmong(behind)) return false
  const plainly = [...alone, ...behind]
  if (classification === 'unanswered') return !saysLater(own.status)
  if (!plainly.some(({ response }) => response?.status === own.status))
    return !areStatusesMixed(sent) && !areAnyStatuses(sentAs(alikeRoles))
  if (!isForAll(own.status) || speaksOfCredential(operation, exchange)) return false
  return !plainly.some((each) => isSaidAgain(operation, each, exchange)) && !isEachAnother(own.status, sent)
}

/**
 * True if more wrong requests that say who sends them are refused like one that does not than like the opening one. Its text may be refused: it
 * is not known yet which is taken.
 */
function isOpeningAlone(operation: Operation, sent: ReadonlyMap<string, Exchange>): boolean {
  const [opening, behind] = [openingRole, behindRole].map((role) => sent.get(role)?.response)
  if (!opening || !behind || isAlike(opening, behind)) return true
  const complete = [...sent.values()].filter(({ role, request }) => role !== openingRole && !lacksCredential(operation, request))
  const alike = (usual: ReceivedResponse) => complete.filter(({ response }) => response && isAlike(response, usual)).length
  return alike(behind) > alike(opening)
}

/** True for a request that does not say who sends it: only that may be refused as one is that lacks a credential. */
function lacksCredential({ authentication }: Operation, { headers }: SentRequest): boolean {
  if (authentication.kind === 'none') return false
  const own = authentication.kind === 'scheme' ? placeNamed(authentication.header).name : authentication.key.header
  return !headers.some(([name, value]) => name.toLowerCase() === own.toLowerCase() && value !== '')
}

/** True for a status that targets give to wrong requests of every kind. */
function isForAll(status: number): boolean {
  return isSuccessful(status) || status === 400
}

/**
 * True if a refusal names a header that authenticates, or speaks of that: who writes it has looked at the credential. It may as well name what
 * a request holds elsewhere, or repeat it.
 */
function speaksOfCredential({ authentication }: Operation, { request, response }: Exchange): boolean {
  if (!response) return false
  const names = request.headers.map(([name, value]) => (name.toLowerCase() === 'cookie' ? value : ''))
  const [text, elsewhere] = [wordsOf(response), [request.url, bodyText(request), ...names].join(' ')].map(plainText)
  const words = ['unauthori', 'authenticat', 'credential', ...headersOf(authentication)].map(plainText)
  return words.some((word) => text?.includes(word) && !elsewhere?.includes(word))
}

/** True if a refusal has the words of a usual one, and if that speaks of the credential perhaps some more in one place. */
function isSaidAgain(operation: Operation, usual: Exchange, own: Exchange): boolean {
  if (lastingWords(usual) === lastingWords(own)) return true
  if (!usual.response || !own.response || !speaksOfCredential(operation, usual)) return false
  return isExtended(wordsOf(usual.response), wordsOf(own.response))
}

/** The words of a refusal without those that were sent, and without ids and times; numbers of a few digits may be codes. */
const lastingWords = memoized(({ request, response }: Exchange): string => {
  if (!response) return ''
  const sent = [request.url, ...request.headers.map(([, value]) => value), bodyText(request)].join(' ')
  const isShort = (word: string) => /^\d{1,6}$/.test(word)
  const isPassing = (word: string) => !isShort(word) && (/\d/.test(word) || (word.length >= leastRepeated && sent.includes(word)))
  const words = lastingFormOf(response).slice(0, longestText).match(wordInText) ?? []
  return words.filter((word) => !isPassing(word)).join(' ')
})

const wordInText = /[\p{L}\p{N}](?:[\p{L}\p{N}_.:/-]*[\p{L}\p{N}])?/gu
const leastRepeated = 4
const longestText = 10_000

function isExtended(text: string, longer: string): boolean {
  const start = text.split('').findIndex((letter, at) => letter !== longer.charAt(at))
  return start < 0 || longer.endsWith(text.slice(start))
}

function headersOf(authentication: Operation['authentication']): string[] {
  const own = credentialHeaders({ authentication }).map((header) => placeNamed(header).name)
  return authentication.kind === 'signed' ? [...own, 'signature', 'hmac'] : own
}

function plainText(text: string): string {
  return text.toLowerCase().replace(/[_-]/g, '')
}

/** True if most answers of a status are worded in another way than all others. */
function isEachAnother(status: number, sent: ReadonlyMap<string, Exchange>): boolean {
  const texts = [...sent.values()].flatMap((each) => (each.response?.status === status ? [lastingWords(each)] : []))
  return texts.length >= fewTexts && new Set(texts).size > (texts.length * 9) / 10
}

const fewTexts = 10

/** True if not even every third refusal has the same status as others: then none tells what was looked at. */
function areStatusesMixed(sent: ReadonlyMap<string, Exchange>): boolean {
  const statuses = [...sent.values()].flatMap(({ response }) => (response && !isSuccessful(response.status) ? response.status : []))
  const alike = [...Map.groupBy(statuses, (status) => status).values()].map(({ length }) => length)
  return statuses.length >= fewTexts && Math.max(...alike) * 3 < statuses.length
}

/** Ordinary requests with a wrong credential or signature, most of them wrong in the middle alone: they are refused for the same reason. */
const alikeRoles = [openingRole, ...['middle-changed', 'whole.middle-changed'].flatMap((role) => [role, repeatedRoles(role).early])]

/** True if what is refused for the same reason gets several statuses, as from one server and then from another. */
function areAnyStatuses(alike: readonly Exchange[]): boolean {
  const refusals = alike.flatMap(({ response }) => response?.status ?? []).filter((status) => isOfClient(status) && !isNoAnswer(status))
  return new Set(refusals).size > 1
}

/** A request, and those that are worth sending only if its answer tells so: those that it combines, or that go further. */
export function whereTold<Wrong extends WrongRequest>(
  first: Wrong,
  further: readonly Wrong[],
  isTold: NonNullable<WrongRequest['onAnswer']>,
  unchecked: readonly Wrong[] = [],
): Wrong[] {
  const next = (target: Target) => [...further, ...unchecked].filter(({ omitted }) => omitted?.(target) === undefined)
  return [{ ...first, onAnswer: isTold, next }, ...further.map((wrong) => ({ ...wrong, within: first.role }))]
}

/** True if a request is accepted, or refused differently from wrong ones, signed or not. */
export function isTelling(operation: Operation): NonNullable<WrongRequest['onAnswer']> {
  return (exchange, sent) => classify(operation, exchange) === 'accepted' || isRefusedOtherwise(operation, exchange, sent)
}
