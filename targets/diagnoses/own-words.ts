import { isDenial, isSuccessful } from '../../contracts/statuses.ts'
import { isMarkup, jsonOf } from '../../engine/evidence/body.ts'
import { headerValue, isWebPage, type ReceivedResponse } from '../../engine/exchange.ts'
import { shortened } from '../../text/excerpt.ts'
import type { Answered, Control } from '../examined.ts'

/** An answer's own words, in quotation marks: a title or heading, a sentence of JSON, a line of text. Empty if its status says as much. */
export function ownWords(response: ReceivedResponse): string {
  const texts = saidIn(response).map((text) =>
    text
      .trim()
      .replace(/\s+/g, ' ')
      .replace(/^\d{3} (?:[-–:] )?/, '')
      .replace(/(?<!\.)\.$/, ''),
  )
  const words = texts.find((text) => isTelling(text) && (isSuccessful(response.status) || !statusName.test(text)))
  return words === undefined ? '' : JSON.stringify(shortened(words))
}

/** The scheme of credentials that an answer asks for in place of those that an operation has. */
export function challengeOf({ headers }: ReceivedResponse): string {
  return /^(?:Basic|Digest|NTLM|Negotiate)\b/i.exec(headerValue(headers, 'www-authenticate') ?? '')?.[0] ?? ''
}

/** True for what a proxy on the way says in its own name. */
export function isOfProxy({ status, headers }: ReceivedResponse): boolean {
  return status === 407 || headerValue(headers, 'x-squid-error') !== undefined
}

export function isGrpc({ headers }: ReceivedResponse): boolean {
  return headerValue(headers, 'content-type')?.startsWith('application/grpc') === true
}

export function isXml(response: ReceivedResponse): boolean {
  return !isWebPage(response) && /^\s*<(?:\?xml|soap)/i.test(beginningOf(response))
}

/** True for a page that a server shows while its site is away, whatever its status. */
export function isOfMaintenance(response: ReceivedResponse): boolean {
  return /\bmaintenance\b|be (?:right )?back soon|app is stopped|temporarily unavailable/i.test(beginningOf(response))
}

/** True for a page of a firewall that asks for proof that a browser, or a person, is there. */
export function isForBrowsers(response: ReceivedResponse): boolean {
  if (['cf-mitigated', 'x-amzn-waf-action'].some((name) => headerValue(response.headers, name))) return true
  const words = /<title>\s*(?:just a moment|attention required)|checking your browser|enable javascript and cookies|_incapsula_/i
  return isWebPage(response) && words.test(beginningOf(response))
}

/** True for a page by which a firewall turns a request away, or the filter of a company's network. */
export function isOfFirewall(response: ReceivedResponse): boolean {
  const words =
    /access (?:denied|blocked)|web filter|(?:request|url) (?:was |has been )?(?:rejected|blocked)|(?:been|has) blocked|(?:support|incident) id\b|reference ?(?:#|&#)|security (?:service|policy)|organi[sz]ation policy|firewall|mod_security/i
  const text = beginningOf(response)
  return isWebPage(response) ? words.test(text) : isDenial(response.status) && /^(?:RBAC: access denied|error code: 1\d{3})\s*$/.test(text)
}

/** True for AWS's API gateway at a path that it does not have: 403, as if a token or a signature of its own were missing. */
export function isUnrouted({ status, headers }: ReceivedResponse): boolean {
  return status === 403 && /^(?:MissingAuthenticationToken|IncompleteSignature)/.test(headerValue(headers, 'x-amzn-errortype') ?? '')
}

/** True for a success that repeats what the request presented, or its body: a server for tests of clients, or a store of records. */
export function isEcho({ operation: { success }, exchange: { request, response } }: Control): boolean {
  const text = beginningOf(response)
  const members = request.body?.toString('utf8').trim().slice(1, -1) ?? ''
  const isRepeated = members !== '' && text.replace(/\s/g, '').includes(members.replace(/\s/g, ''))
  const isOwn = ([name]: readonly [string, string]) => !name.toLowerCase().startsWith('user-') && name !== 'content-type'
  return (
    success.mediaType !== undefined &&
    (isRepeated || request.headers.some((header) => isOwn(header) && header[1].length > 15 && text.includes(header[1])))
  )
}

/** True for what servers answer a plain request on a port of TLS: nginx, Apache, Tomcat, Go. */
export function wantsTls({ request, response }: Answered): boolean {
  const isRefused = request.url.startsWith('http:') && response.status === 400
  return isRefused && /HTTPS (server|port)|SSL-enabled server port|requires TLS/i.test(beginningOf(response))
}

export function asksPassword(response: ReceivedResponse): boolean {
  return hasLogin(response) || /log-? ?in|sign-? ?in/i.test(beginningOf(response))
}

/** True for a page on which one can log in now, whatever it says of another day. */
export function hasLogin(response: ReceivedResponse): boolean {
  return /type=["']?password/i.test(beginningOf(response))
}

/** As much of an answer as is read for what it says. */
export function beginningOf({ body }: ReceivedResponse): string {
  return body.toString('utf8', 0, longestRead)
}

/** What an answer may say, the most telling first. */
function saidIn(response: ReceivedResponse): string[] {
  const text = beginningOf(response)
  if (isWebPage(response) || isMarkup(text)) return saidInMarkup(text, isWebPage(response))
  const { value, error } = jsonOf(response)
  if (error !== undefined) return /^[^{[]/.test(text) ? [text.trim().slice(0, longestSaid)] : []
  const texts = textsIn(value, 0, isSuccessful(response.status) ? 1 : mostMembers).filter(isTelling)
  return [texts.find((each) => /\S\s+\S/.test(each)) ?? texts[0] ?? '']
}

/** A title, a heading, a paragraph, or what else stands on a page if it is a sentence. */
function saidInMarkup(text: string, isPage: boolean): string[] {
  const headed = [...text.matchAll(/<(?:title|h1|p|message|(?:\w{1,20}:)?(?:faultstring|text))\b[^<>]{0,200}>([^<]{1,500})/gi)].map(
    ([, words = '']) => words,
  )
  const rest = isPage ? text.replace(/<(title|h1|style|script)\b[\s\S]*?<\/\1>|<!--[\s\S]*?-->|<[^<>]*>/gi, ' ').trim() : ''
  return [...headed, ...(/\S\s+\S+\s+\S/.test(rest) ? [rest] : [])]
}

/** The texts of a value that are short enough to be told, in their order; none of a list that is too long: those are records. */
function textsIn(value: unknown, depth: number, most: number): string[] {
  if (typeof value === 'string') return value.length <= longestSaid ? [value] : []
  if (typeof value !== 'object' || value === null || depth > deepest) return []
  if (Array.isArray(value) && value.length > most) return []
  return Object.values(value)
    .slice(0, mostMembers)
    .flatMap((member) => textsIn(member, depth + 1, most))
}

/** A number, a word such as `error`, or bytes that are no text, tell nobody anything. */
function isTelling(text: string): boolean {
  return /\p{L}{3}/u.test(text) && !usual.has(text.toLowerCase()) && !/[\p{Cc}\ufffd]/u.test(text.replace(/\s/g, ' '))
}

const usual: ReadonlySet<string> = new Set(['error', 'fail', 'failed', 'failure', 'false', 'success', 'true'])
/** What a status says already. */
const statusName =
  /^(?:unauthori[sz]ed|forbidden|(?:page )?not found|bad request|method not allowed|unprocessable \w+|too many requests|internal server error|bad gateway|service unavailable|gateway time-?out)$/i
const longestRead = 10_000
const longestSaid = 500
const deepest = 3
const mostMembers = 20
