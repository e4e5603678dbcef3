import type { Contract } from '../../contracts/contract.ts'
import type { OpenPointId } from '../../contracts/generated/ids.ts'
import type { Behaviour, RecordOptions } from '../../provider/behaviour.ts'
import type { ProviderOptions } from '../../provider/options.ts'

type Points<Name extends string> = Readonly<Partial<Record<Name, readonly OpenPointId[]>>>

/** What the source leaves open where a provider may behave so; of the rest it says nothing at all. */
const behaviours: Points<keyof Behaviour> = {
  errors: ['errors.status', 'errors.body'],
  skew: ['requestWithdrawal.clock-skew'],
  replay: ['requestWithdrawal.replay'],
  risingTimestamps: ['requestWithdrawal.clock-skew', 'requestWithdrawal.replay'],
  rate: ['limits.rate'],
  latency: ['limits.time-outs'],
  requires: ['getCoinInformation.source.required', 'inquirePayments.body.required'],
  unknownSource: ['getCoinInformation.source.values'],
  pageZero: ['inquirePayments.first-page'],
  largestPage: ['limits.page-size'],
  overLargestPage: ['limits.page-size'],
  pageSizes: ['limits.page-size'],
  otherPageSizes: ['limits.page-size'],
  extraFields: ['requestWithdrawal.record'],
}

const records: Points<keyof RecordOptions> = {
  statuses: ['inquirePayments.status.shown', 'inquirePayments.status.values'],
  tokenCase: ['inquirePayments.token.case'],
}

/** The points at which a provider of these options differs from the plain one, in words. */
export function openPointsOf({ openPoints }: Contract, { behaviour = {} }: ProviderOptions): string[] {
  const known: Points<string> = { ...behaviours, ...records }
  const names = [...Object.keys(behaviour), ...Object.keys(behaviour.records ?? {})]
  const ids = new Set<string>(names.flatMap((name) => known[name] ?? []))
  return openPoints.flatMap(({ id, clause, text }) => (ids.has(id) ? [`${clause} ${text}`] : []))
}
