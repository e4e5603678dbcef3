import { request as plainRequest } from 'node:http'
import { request as tlsRequest } from 'node:https'
import type { Callback, Contract } from '../contracts/contract.ts'
import { writeJson } from './json-layout.ts'
import type { Hooks } from './mutant.ts'
import type { Notification } from './notification.ts'
import type { ProviderOptions } from './options.ts'
import type { Records } from './records.ts'

/** Tells a merchant of payments. What becomes of a callback does not concern the service. */
export interface Notifier {
  /** Called after each success: the first inquiry is told of the newest record, and every one after which others arrive. */
  asked(operation: string): void
  close(): Promise<void>
}

/** The notifier of a provider; it is silent where the options name no address. */
export function createNotifier(
  { callbacks }: Contract,
  { callback: to, behaviour = {} }: ProviderOptions,
  records: Records,
  hooksOf: (operation: string) => Hooks,
): Notifier {
  const ending = new AbortController()
  const sending = new Set<Promise<void>>()
  const told = new Set<string>()
  const tell = (url: string, callback: Callback) => {
    const notification = notificationOf(callback, records)
    const sent = deliver(url, hooksOf(callback.followedBy).notify?.(notification) ?? notification, ending.signal)
    sending.add(sent)
    void sent.then(() => sending.delete(sent))
  }
  return {
    asked: (operation) => {
      for (const callback of callbacks.filter(({ followedBy }) => followedBy === operation)) {
        if (to && (!told.has(callback.id) || behaviour.records?.arriving)) tell(to.url, callback)
        told.add(callback.id)
      }
    },
    close: async () => {
      ending.abort()
      await Promise.all(sending)
    },
  }
}

/** What a callback carries is not shown: the reference provider sends the newest record as it is. */
function notificationOf({ method, followedBy }: Callback, records: Records): Notification {
  const [newest] = records.of(followedBy) ?? []
  return { method, headers: { 'content-type': 'application/json' }, body: Buffer.from(writeJson(newest ?? {})) }
}

const patience = 10_000

function deliver(url: string, { method, headers, body }: Notification, signal: AbortSignal): Promise<void> {
  const request = url.startsWith('https:') ? tlsRequest : plainRequest
  return new Promise((resolve) => {
    const options = { method, headers: { ...headers, 'content-length': body.length }, agent: false, signal, timeout: patience }
    const message = request(url, options, (response) => response.resume().once('close', resolve))
    message.once('timeout', () => message.destroy())
    message.on('error', () => resolve())
    message.end(body)
  })
}
