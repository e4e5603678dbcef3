import type { Callback, Contract } from '../../contracts/contract.ts'
import type { Hooks } from '../mutant.ts'
import type { ProviderOptions } from '../options.ts'
import type { Records } from '../records/records.ts'
import { deliver, notificationOf } from './notification.ts'

/** Tells a merchant of payments. What becomes of a callback does not concern the service. */
export interface Notifier {
  /** Called after each success: the first inquiry triggers a callback for the newest record, as does every one after which others arrive. */
  asked(operation: string): void
  close(): Promise<void>
}

/** How long a receiver may take to answer, in milliseconds. */
const patience = 10_000

/** The notifier of a provider; it is silent where the options name no address. */
export function createNotifier(
  { callbacks }: Contract,
  { callback: to, behaviour = {} }: ProviderOptions,
  records: Records,
  hooksOf: (operation: string) => Hooks,
): Notifier {
  const ending = new AbortController()
  const sending = new Set<Promise<unknown>>()
  const told = new Set<string>()
  const tell = (url: string, callback: Callback) => {
    const notification = notificationOf(callback, records)
    const sent = deliver(url, hooksOf(callback.followedBy).notify?.(notification) ?? notification, {
      signal: ending.signal,
      timeout: patience,
    })
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
