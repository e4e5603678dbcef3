import { settingValue } from '../../contracts/needed-settings.ts'
import { getOrInsert } from '../../language/get-or-insert.ts'
import type { RecordOptions } from '../behaviour.ts'
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
      const make = made[operation]
      if (!make) return undefined
      return getOrInsert(kept, operation, () => (inquiries > 0 ? make() : shared(JSON.stringify([operation, options, settings]), make)))
    },
    asked(operation) {
      if ((!options.arriving && !options.settling) || operation !== 'inquirePayments') return
      inquiries += 1
      kept.delete(operation)
    },
  }
}

const known = new Map<string, readonly unknown[]>()
const mostKnown = 50
const longestKnown = 500

/** Records that never change are the same ones for all servers of a process, so that what is made of them is made once. */
function shared(key: string, make: () => readonly unknown[]): readonly unknown[] {
  const found = known.get(key)
  if (found) return found
  const own = make()
  if (known.size >= mostKnown) known.clear()
  if (own.length <= longestKnown) known.set(key, own)
  return own
}
