import { isAway, saysLater } from '../../contracts/statuses.ts'
import { proxyFor } from '../../engine/client/transport/connection.ts'
import { isOutOfFiles, proxyRefusal, unended, wasHeldBack } from '../../engine/client/transport/failure.ts'
import type { Diagnosis } from '../../engine/diagnosis.ts'
import { askedOrigin, type Exchange, isGivenUp, type ReceivedResponse, wasTried } from '../../engine/exchange.ts'
import type { Examined } from '../examined.ts'
import { ownWords } from './own-words.ts'
import { waitForLimit } from './remedies.ts'

/** Why nothing at all was answered at the address of a base. */
export function reachDiagnoses(examined: Examined): Diagnosis[] {
  return askedAt(examined).flatMap(({ base: about, address, url, sent, own, isPutOff }) => {
    const where = { about, operations: servedAt(examined, url) }
    const answered = own.flatMap(({ response }) => response ?? [])
    if (answered.length > 0) return isPutOff ? unreachable(where, putOff(url, answered)) : []
    const proxy = proxyFor(examined.target.connection?.proxy, address)
    const stopped = sent.find(({ failure }) => failure?.code === proxyRefusal)?.failure
    if (stopped && proxy) return unreachable(where, stoppedByProxy(stopped, url, new URL(proxy)))
    const failure = own.find(({ failure }) => failure)?.failure
    if (!failure) return unreachable(where, heldBack(url, sent))
    return unreachable(where, told(failure, url, proxy && new URL(proxy).host), failure.kind === 'tls' ? 'tls' : 'unreachable')
  })
}

export type Told = readonly [problem: string, remedy: string]

export function unreachable(
  where: Pick<Diagnosis, 'about' | 'operations'>,
  told: Told | undefined,
  id: Diagnosis['id'] = 'unreachable',
): Diagnosis[] {
  return told ? [{ id, ...where, problem: told[0], remedy: told[1] }] : []
}

/** The operations at an origin, whether they were asked or not. */
function servedAt({ contract, target }: Examined, { origin }: URL): string[] {
  return contract.operations.flatMap(({ id, base }) => (URL.parse(target.bases[base] ?? '')?.origin === origin ? id : []))
}

/** What was sent to the address of each base, and what of it a run's own end did not cut off. */
export function askedAt({ target, exchanges }: Examined) {
  const addresses = new Map(Object.entries(target.bases).map(([base, address]) => [new URL(address).origin, { base, address }]))
  const byOrigin = Map.groupBy(exchanges, askedOrigin)
  return [...addresses].map(([origin, { base, address }]) => {
    const sent = byOrigin.get(origin) ?? []
    const own = sent.filter((exchange) => !isGivenUp(exchange))
    const isPutOff = own.length < sent.length && own.every((one) => isGone(one) || saysLater(one.response?.status))
    return { base, address, url: new URL(address), sent, own, isPutOff }
  })
}

function stoppedByProxy({ message }: Failure, { host }: URL, proxy: URL): Told {
  const isLogin = message.endsWith('407')
  return [
    `The proxy ${proxy.host} ${isLogin ? 'wants a name and a password, or others' : `lets nothing through to ${host}`} (${message}).`,
    isLogin
      ? `Put them into its address, as in http://NAME:\${PROXY_PASSWORD}@${proxy.host} (proxy in assay.config.yaml), or go without by proxy: none.`
      : `Ask whoever runs the proxy whether it allows ${host}, and whether it reaches it.`,
  ]
}

const later = 'A gateway, a challenge page or maintenance may be in the way: open the address in a browser, or give it time with --wait.'

/** A target that answered only that it would later, until nothing more was sent. */
function putOff({ host }: URL, answers: readonly ReceivedResponse[]): Told {
  const words = answers.map(ownWords).find(Boolean)
  const statuses = [...new Set(answers.map(({ status }) => status))].join(' or ')
  const problem = `${host} answers every request with ${statuses}${words ? `; it says ${words}` : ''}.`
  return [problem, statuses === '429' ? waitForLimit() : later]
}

/** A target that asked to come later until nothing more was sent. */
function heldBack({ host }: URL, sent: readonly Exchange[]): Told | undefined {
  const [first] = sent
  if (!first?.failure || !wasHeldBack(first) || sent.some(wasTried)) return undefined
  return [`Nothing was answered at ${host}: ${first.failure.message}.`, later]
}

type Failure = NonNullable<Exchange['failure']>

function told({ kind, code = '' }: Failure, url: URL, proxy: string | undefined): Told {
  const { hostname, host, origin, protocol } = url
  const through = proxy === undefined ? '' : ` through the proxy ${proxy}`
  switch (kind) {
    case 'name':
      return [
        `The host name ${proxy?.replace(/:\d+$/, '') ?? hostname} cannot be resolved (${code}).`,
        'Look for a typing mistake, and whether this machine has to be in a private network for it.',
      ]
    case 'refused':
      return [
        `Nothing listens at ${proxy ?? host}: the connection was refused.`,
        proxy === undefined ? 'Check the port, and whether the service is running.' : 'Check the address of the proxy.',
      ]
    case 'time-out':
      if (code === unended)
        return [
          `${origin}${through} begins to answer, and does not end in time.`,
          'Look at what it sends: it may be a stream, or cut short on the way.',
        ]
      return [
        `${origin}${through} does not answer in time.`,
        'Check whether a firewall stands before it or it wants a proxy, or give it longer with --timeout.',
      ]
    case 'tls':
      return toldOfTls(code, url)
    case 'reset':
      if (breaksOff({ kind, code }))
        return [`${host}${through} begins to answer, and closes the connection before the end of its answer.`, lookAtEnd]
      return [
        `${host}${through} closes every connection without an answer.`,
        protocol === 'http:'
          ? 'It may speak https: try that address.'
          : 'Check whether it wants a client certificate (tls in assay.config.yaml).',
      ]
    case 'protocol':
      return toldOfProtocol(code, `${host}${through}`)
    default:
      return toldOfOthers(code, url, proxy)
  }
}

/** True if an answer began, and the connection was closed before its end. */
export function breaksOff(failure: Pick<Failure, 'kind' | 'code'> | undefined): boolean {
  return failure?.kind === 'reset' && failure.code === unended
}

/** What to do about that. */
export const lookAtEnd =
  'Look at its log, and at the Content-Length of its answers: it may promise more than comes, or break down while it writes.'

function toldOfProtocol(code: string, service: string): Told {
  const before = 'the service, and what stands before it.'
  if (code.includes('CONTENT_LENGTH'))
    return [
      `${service} sends answers of another length than they say, or that say it twice (Content-Length).`,
      `Look at what sets that header: ${before}`,
    ]
  if (code === 'UND_ERR_HEADERS_OVERFLOW')
    return [`${service} sends more header fields than are read, 64 KB.`, `Look at what sets them: ${before}`]
  if (code.includes(' '))
    return [
      `${service} breaks a rule of HTTP in its answers: ${code}.`,
      `Look at what writes their first lines, header fields and chunks: ${before}`,
    ]
  return [`${service} does not answer in HTTP.`, 'Look at the scheme and the port of the address.']
}

function toldOfOthers(code: string, { origin, host }: URL, proxy: string | undefined): Told {
  if (isOutOfFiles(code))
    return [
      `${origin} could not be asked: this machine can open no more files and connections (${code}).`,
      'Allow more (`ulimit -n`), or send fewer requests at once (--concurrency).',
    ]
  const end = code && ` (${code})`
  if (proxy === undefined) return [`${origin} could not be asked${end}.`, 'Look at its address.']
  return [
    `${origin} could not be asked through the proxy ${proxy}${end}.`,
    `Check whether the proxy allows ${host}, and whether it wants a password.`,
  ]
}

function toldOfTls(code: string, { host, hostname, port }: URL): Told {
  if (code === 'CERT_HAS_EXPIRED')
    return [`The TLS certificate of ${host} has expired.`, 'Have it renewed; also look at the clock of this machine.']
  if (code === 'CERT_NOT_YET_VALID') return [`The TLS certificate of ${host} is not valid yet.`, 'Look at the clock of this machine.']
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return [`The TLS certificate of ${host} is for another name than ${hostname}.`, 'Use the name that the certificate is for.']
  if (/SELF_SIGNED|UNABLE_TO/.test(code))
    return [
      `The TLS certificate of ${host} comes from an authority that this machine does not trust (${code}).`,
      'If it is a private one, give its certificate as tls.ca in assay.config.yaml.',
    ]
  if (/ALERT_(CERTIFICATE|BAD_CERTIFICATE|HANDSHAKE)|CERTIFICATE_REQUIRED|HANDSHAKE_FAILURE/.test(code))
    return [
      `${host} refuses the TLS handshake (${code}).`,
      'It may want a client certificate: give tls.certificate and tls.key in assay.config.yaml.',
    ]
  if (/NO_APPLICATION_PROTOCOL/.test(code))
    return [
      `${host} refuses HTTP/1.1 (${code}), which is all that Assay speaks.`,
      'Let it take HTTP/1.1 beside HTTP/2, or ask it through what does.',
    ]
  if (/WRONG_VERSION|PACKET_LENGTH|EPROTO|HTTP_REQUEST/.test(code))
    return [`${host} does not speak TLS.`, 'If it is a plain address, write http instead of https.']
  return [`The TLS handshake with ${host} failed (${code}).`, `Try openssl s_client -connect ${hostname}:${port || '443'} to see more.`]
}

export function isGone({ response, failure }: Exchange): boolean {
  return failure !== undefined || isAway(response?.status)
}
