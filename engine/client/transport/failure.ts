import type { Exchange, Failure, TransportFailure } from '../../exchange.ts'

/** The code of an answer that began, and had no end. */
export const unended = 'ASSAY_UNENDED'

/** How far a request got: the time in milliseconds after which it was given up, if it was, and whether its answer had begun. */
interface Course {
  readonly timeout?: number | undefined
  readonly hasBegun?: boolean
}

/** Says why there is no response. */
export function failureOf(cause: unknown, run: AbortSignal, { timeout, hasBegun = false }: Course = {}): Failure {
  if (run.aborted) return endOf(run)
  if (timeout !== undefined && hasBegun)
    return { kind: 'time-out', message: `the answer began and did not end within ${timeout} ms`, code: unended }
  if (timeout !== undefined) return { kind: 'time-out', message: `no complete answer within ${timeout} ms` }
  const { code = '', name = '', message = '' } = (cause ?? {}) as { code?: string; name?: string; message?: string }
  if (code === 'ASSAY_NOT_THIS_MACHINE') return { ...notSent(message), code }
  if (isOutOfFiles(code)) return { kind: 'other', message: `this machine can open no more files (${code})`, code }
  const [, tunnel, request] = atProxy.exec(message) ?? []
  if (tunnel !== undefined) return { ...notSent(`the proxy answered with ${tunnel}`), code: proxyRefusal }
  if (request !== undefined) return { kind: 'other', message: `the proxy answered with ${request}`, code: proxyRefusal }
  const [, broken] = (name === 'HTTPParserError' && brokenRule.exec(message)) || []
  const rule = isOutOfPlace(code, message) ? 'unasked for, or of no known status' : broken
  if (rule !== undefined) return { kind: 'protocol', message: `${words.protocol} (${rule})`, code: rule }
  const kind = name === 'HTTPParserError' ? 'protocol' : kindOf(code)
  if (kind === 'reset' && hasBegun) return { kind, message: 'the answer began, and the connection broke before its end', code: unended }
  return code ? { kind, message: `${words[kind]} (${code})`, code } : { kind, message: words[kind] }
}

/** How undici reports which rule of HTTP an answer breaks; for one that does not begin as HTTP there is none. */
const brokenRule = /\((?!Expected HTTP)([\w ,'-]+)\)$/

/** True for an error of this machine: a connection is a file to it, and it may open no more. */
export function isOutOfFiles(code: string): boolean {
  return code === 'EMFILE' || code === 'ENFILE'
}

export const proxyRefusal = 'ASSAY_PROXY'

/** How undici reports that a proxy opened no tunnel (nothing was sent), or that it wants a password (it has read the request). */
const atProxy = /^Proxy (?:response \((\d+)\)|Authentication Required \((407)\))/

export function unsentFailure(cause: unknown, run: AbortSignal): Failure {
  if (run.aborted) return endOf(run)
  return notSent(cause instanceof Error ? cause.message : String(cause))
}

export function notSent(reason: string): Failure {
  return { kind: 'unsent', message: `it was not sent: ${reason}` }
}

export const laterForTooLong = 'the target said nothing but "later" for too long'

/** True for what was not sent because of that. Of a failure in a saved report, nothing but its message tells. */
export function wasHeldBack({ failure }: Exchange): boolean {
  return failure?.message === notSent(laterForTooLong).message
}

const kinds: Readonly<Record<string, TransportFailure>> = {
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'refused',
  ENETUNREACH: 'refused',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  UND_ERR_SOCKET: 'reset',
  UND_ERR_CONNECT_TIMEOUT: 'time-out',
  ETIMEDOUT: 'time-out',
  ENOTFOUND: 'name',
  EAI_AGAIN: 'name',
  EPROTO: 'tls',
}

const words: Readonly<Record<TransportFailure, string>> = {
  refused: 'the connection was refused',
  reset: 'the connection broke before the answer was complete',
  'time-out': 'no complete answer in time',
  deadline: 'the run reached its deadline first',
  tls: 'the TLS handshake failed',
  name: 'the host name cannot be resolved',
  protocol: 'the answer is not valid HTTP',
  interrupted: 'the run was interrupted first',
  unsent: 'it was not sent',
  other: 'the exchange failed',
}

/** True for undici's errors about an answer that came at the wrong time, has a status below 100, or changes the protocol without being asked. */
function isOutOfPlace(code: string, message: string): boolean {
  return code === 'ERR_ASSERTION' || (code === 'UND_ERR_SOCKET' && /^bad (response|upgrade)/.test(message))
}

function kindOf(code: string): TransportFailure {
  const known = kinds[code]
  if (known) return known
  if (/^HPE_|^UND_ERR_(HEADERS|RES|BODY)/.test(code)) return 'protocol'
  return /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO/.test(code) ? 'tls' : 'other'
}

/** Why a run ended early. */
export function whyOver({ reason }: AbortSignal): 'deadline' | 'interrupted' {
  return reason === 'deadline' ? 'deadline' : 'interrupted'
}

function endOf(run: AbortSignal): Failure {
  const kind = whyOver(run)
  return { kind, message: words[kind] }
}
