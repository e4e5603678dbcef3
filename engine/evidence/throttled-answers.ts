import { isOfCrowds, isSuccessful } from '../../contracts/statuses.ts'
import { type Exchange, headerValue } from '../exchange.ts'
import { againRole, controlRoles, isAmongWrong } from '../probes/roles.ts'
import { decodedText, isMarkup, jsonOf } from './body.ts'
import type { RightExchange } from './right-exchanges.ts'

/** The right requests of one operation that were turned away as by a limit or a lockout; none if there may be another reason. */
export function throttledAmong(right: readonly RightExchange[]): readonly Exchange[] {
  const own = right.filter(({ isUnusual, exchange }) => !isUnusual || exchange.lost !== undefined)
  const isEverTaken = right.some(({ isAccepted, isUnusual, exchange }) => isAccepted && (!isUnusual || exchange.role === againRole))
  if (!isEverTaken) return []
  const away = own.flatMap(({ isAccepted, exchange }) => (isAccepted && exchange.lost === undefined ? [] : [exchange]))
  const isShare = isBeyondChance(away.length, own.length) && (away.every(isThrottled) || away.some(isLikeOthers))
  return isShare || away.some(saysTooMuch) ? away : []
}

/** True for a right request that is like the others of its probe: if it is turned away, the reason is not what it asks. */
export function isLikeOthers({ role }: Exchange): boolean {
  return role === controlRoles.after || isAmongWrong(role)
}

/**
 * True for an answer with which a target may turn away requests that come too fast, or clients that failed too often: not a 500, nor a success
 * that cannot be read, unless it is a page, as gateways show to those who have to prove that they are people.
 */
export function mayBeThrottled(exchange: Exchange): boolean {
  const { response } = exchange
  if (isThrottled(exchange)) return true
  if (!response || response.status >= 500) return false
  if (!isSuccessful(response.status)) return true
  return response.codingFault === undefined && (jsonOf(response).error === undefined || isMarkup(decodedText(response)))
}

const leastTurned = 2
const leastShare = 0.1

/** False if so few are turned away, by number or by share, that it may be chance, which is judged as a fault of the target. */
export function isBeyondChance(turned: number, all: number): boolean {
  return turned >= leastTurned && turned >= all * leastShare
}

/** True for an answer with which services turn away requests that come too fast or at the same time as others, even if they are repeated. */
export function isThrottled(exchange: Exchange): boolean {
  const { response, lost } = exchange
  if (lost !== undefined) return true
  if (!response) return isCutOff(exchange)
  return isOfCrowds(response.status) || (response.status < 500 && saysTooMuch(exchange))
}

export function isCutOff({ failure }: Exchange): boolean {
  return failure?.kind === 'reset' || failure?.kind === 'refused' || failure?.kind === 'time-out'
}

/** True if an answer says that it was too much at once: by words in it, or by a header that counts what is left. */
export function saysTooMuch({ response }: Exchange): boolean {
  if (!response) return false
  const { headers, body } = response
  const isSpent = countsLeft.some((name) => headerValue(headers, name)?.trim() === '0')
  if (isSpent || headerValue(headers, 'retry-after') !== undefined) return true
  const said = body.length <= longest ? decodedText(response) : ''
  return wording.test(`${said} ${headerValue(headers, 'location') ?? ''}`.replace(/[_-]+/g, ' '))
}

const longest = 10_000
const countsLeft = ['ratelimit-remaining', 'x-ratelimit-remaining', 'x-rate-limit-remaining']

const wording = new RegExp(
  [
    String.raw`\brate\s?limit|\b(?:rate|request|call|traffic|usage) (?:limit|quota)|\brequests? (?:an?|per|each) (?:second|minute|hour)|\btoo many\b|\btoo (?:fast|frequent|often)|\bthrottl`,
    String.raw`\bslow(?:er| down)\b|\bcalm\b|\b(?:try|retry|come back)(?: again)? (?:later|after|in)\b|\bquota\b|\boverload|\bbusy\b|\bcapacity\b`,
    String.raw`\bin (?:progress|flight)\b|\bconcurren|\bsimultaneous|\b(?:already|being) (?:being )?process|\banother (?:\w+ )?(?:request|transaction|transfer|withdrawal) is\b|\bpending\b|\block(?:ed)?\b|\blimit (?:is )?(?:exceeded|reached)`,
    'تعداد درخواست|بیش از حد|بعدا|مجددا|频繁|頻繁|稍后|稍後|слишком|попробуйте|demasiad|zu viele|trop de|muitas|çok fazla',
  ].join('|'),
  'iu',
)
