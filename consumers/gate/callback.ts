import { setTimeout as wait } from 'node:timers/promises'
import type { Callback } from '../../contracts/contract.ts'
import { isLoopback } from '../../engine/loopback.ts'
import { deliver, type Notification, notificationOf } from '../../provider/callbacks/notification.ts'
import { records } from '../../provider/records/records.ts'

/** A callback that a command is sent. What it carries is not shown, so it may be given. */
export interface CallbackOptions {
  /** Where it goes; without it, to the address that the command prints. */
  readonly url?: string
  readonly body?: string
}

/** The line in which a command prints where it listens: `ASSAY_CALLBACK_URL=http://127.0.0.1:8080/hook`. */
const printed = /(?<![A-Z_])ASSAY_CALLBACK_URL["']?\s*[=:]\s*["']?(https?:\/\/[^\s"'\p{Cc}]+)[\s"'\p{Cc}]/u

/** The address that a command prints, once more text follows it: until then it may continue. Addresses of other machines do not count. */
export function printedAddress(text: string): string | undefined {
  const url = printed.exec(text)?.[1]
  return url !== undefined && isLoopback(url) ? url : undefined
}

export function callbackFor(callback: Callback, settings: Readonly<Record<string, string>>, { body }: CallbackOptions): Notification {
  return notificationOf(callback, records(settings), body)
}

/** How long until it is tried again, in milliseconds. */
const patience = 100

/** Sends a callback as soon as something listens at its address; calls `sent` with the time, before the answer is there. Never throws. */
export async function deliverCallback(
  url: string,
  notification: Notification,
  sent: (at: number) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    if (await deliver(url, notification, { signal, onSent: () => sent(Date.now()) })) return
    await wait(patience, undefined, { signal }).catch(() => undefined)
  }
}
