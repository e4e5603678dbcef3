import { settingValue } from '../contracts/needed-settings.ts'
import type { RecordOptions } from './behaviour.ts'
import { coins } from './coins.ts'
import { payments } from './payments.ts'

/** What the records of an operation are, for those operations of which the reference provider knows more than the document. */
export interface Records {
  /** Undefined for an operation that is served from the document's example. */
  of(operation: string): readonly unknown[] | undefined
  /** Lets time pass after an inquiry: what is set to arrive arrives. */
  asked(operation: string): void
}

/** The records of a server. This module alone knows which operations deal in coins and in payments. */
export function records(settings: Readonly<Record<string, string>>, options: RecordOptions = {}): Records {
  const kept = new Map<string, readonly unknown[]>()
  let inquiries = 0
  const made: Readonly<Record<string, () => readonly unknown[]>> = {
    getCoinInformation: () => coins(options),
    inquirePayments: () => payments(settingValue(settings, 'terminalId'), options, inquiries),
  }
  return {
    of(operation) {
      if (!kept.has(operation)) kept.set(operation, made[operation]?.() ?? [])
      return made[operation] && kept.get(operation)
    },
    asked(operation) {
      if ((!options.arriving && !options.settling) || operation !== 'inquirePayments') return
      inquiries += 1
      kept.delete(operation)
    },
  }
}
