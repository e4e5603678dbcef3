import { request as plainRequest } from 'node:http'
import { request as tlsRequest } from 'node:https'
import { setTimeout as wait } from 'node:timers/promises'
import type { Callback, Contract } from '../../contracts/contract.ts'
import { isLoopback } from '../../engine/loopback.ts'
import { writeJson } from '../../provider/json-layout.ts'
import type { Notification } from '../../provider/notification.ts'
import { records } from '../../provider/records.ts'

/** A callback that a command is sent. What it carries is not shown, so it may be given. */
export interface CallbackOptions {
  /** Where it goes; without it, to the address that the command prints. */
  readonly url?: string
  readonly body?: string
}

/** The line in which a command prints where it listens: `ASSAY_CALLBACK_URL=http://127.0.0.1:8080/hook`. */
const printed = /(?<![A-Z_])ASSAY_CALLBACK_URL["']?\s*[=:]\s*["']?(https?:\/\/[^\s"'\p{Cc}]+)[\s"'\p{Cc}]/u

/** The address that a command prints, if it does, once something stands behind it: until then it may go on. One beyond this machine is none. */
export function printedAddress(text: string): string | undefined {
  const url = printed.exec(text)?.[1]
  return url !== undefined && isLoopback(url) ? url : undefined
}

/** The callback as it is sent: with the body that was given, else with the newest record. */
export function notificationOf(
  { method, followedBy }: Callback,
  settings: Readonly<Record<string, string>>,
  { body }: CallbackOptions,
): Notification {
  const [newest] = records(settings).of(followedBy) ?? []
  const text = body ?? writeJson(newest ?? {})
  return { method, headers: { 'content-type': 'application/json' }, body: Buffer.from(text) }
}

const patience = 100

/** Sends a callback as soon as somebody listens at its address; `sent` is told when, before the answer is there. Never throws. */
export async function deliverCallback(
  url: string,
  notification: Notification,
  sent: (at: number) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const isThere = await deliver(url, notification, sent, signal)
    if (isThere) return
    await wait(patience, undefined, { signal }).catch(() => undefined)
  }
}

/** False where nobody listens yet. */
function deliver(url: string, { method, headers, body }: Notification, sent: (at: number) => void, signal: AbortSignal): Promise<boolean> {
  const send = url.startsWith('https:') ? tlsRequest : plainRequest
  return new Promise((resolve) => {
    const options = { method, headers: { ...headers, 'content-length': body.length }, agent: false, signal }
    const message = send(url, options, (response) => response.resume().once('close', () => resolve(true)))
    message.once('socket', (socket) => socket.once('connect', () => sent(Date.now())))
    message.on('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'ECONNREFUSED'))
    message.end(body)
  })
}

/** The callback of a contract that has one. */
export function callbackOf({ callbacks }: Contract): Callback | undefined {
  return callbacks[0]
}
