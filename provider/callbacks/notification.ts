import type { RequestOptions } from 'node:http'
import { request as tlsRequest } from 'node:https'
import type { Callback } from '../../contracts/contract.ts'
import { defined } from '../../language/defined.ts'
import { plainHttp } from '../../language/plain-http.ts'
import { writeJson } from '../json-layout.ts'
import type { Records } from '../records/records.ts'

export interface Notification {
  readonly method: string
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** A callback as it is sent. What it carries is not shown: the body that is given, else the newest record as it is. */
export function notificationOf({ method, followedBy }: Callback, records: Records, body?: string): Notification {
  const [newest] = records.of(followedBy) ?? []
  return { method, headers: { 'content-type': 'application/json' }, body: Buffer.from(body ?? writeJson(newest ?? {})) }
}

/** What ends the sending of a callback, and whom it tells. */
interface Delivery {
  readonly signal: AbortSignal
  /** How long a receiver may take to answer, in milliseconds; as long as it likes where it is left out. */
  readonly timeout?: number
  /** Told once it is out, before any answer. */
  readonly onSent?: () => void
}

/** Sends a callback; false where nobody listens. What a receiver makes of it does not concern the sender. */
export function deliver(
  url: string,
  { method, headers, body }: Notification,
  { signal, timeout, onSent = () => {} }: Delivery,
): Promise<boolean> {
  const send = url.startsWith('https:') ? tlsRequest : plainHttp.request
  return new Promise((resolve) => {
    const how = defined<RequestOptions>({ method, headers: { ...headers, 'content-length': body.length }, agent: false, signal, timeout })
    const message = send(url, how, (response) => response.resume().once('close', () => resolve(true)))
    message.once('socket', (socket) => socket.once('connect', onSent))
    message.once('timeout', () => message.destroy())
    message.on('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'ECONNREFUSED'))
    message.end(body)
  })
}
