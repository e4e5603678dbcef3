import type { Contract } from '../../../contracts/contract.ts'
import type { OpenPointId } from '../../../contracts/generated/ids.ts'
import type { Behaviour, RecordOptions } from '../../../provider/behaviour.ts'
import type { ProviderOptions } from '../../../provider/options.ts'

/** Why a provider is free to differ: open points of the ledger, or in words, what the source does not mention at all. */
type Free = readonly OpenPointId[] | string

const behaviours: Readonly<Record<Exclude<keyof Behaviour, 'records'>, Free>> = {
  errors: ['errors.status', 'errors.body'],
  skew: ['requestWithdrawal.clock-skew'],
  replay: ['requestWithdrawal.replay'],
  risingTimestamps: ['requestWithdrawal.clock-skew', 'requestWithdrawal.replay'],
  rate: ['limits.rate'],
  lockout: 'Whether clients that fail often are locked out.',
  latency: ['limits.time-outs'],
  bounds: ['limits.amount'],
  acceptsUpperCaseHex: 'Whether a signature in upper case is accepted as well.',
  acceptsSchemeInAnyCase: 'Whether the name of a scheme is accepted in another case as well.',
  acceptsSeconds: ['requestWithdrawal.clock-skew'],
  requires: ['getCoinInformation.source.required', 'inquirePayments.body.required'],
  unknownFields: 'How the service answers a field that the source does not list.',
  unknownParameters: 'How the service answers a parameter that the source does not list.',
  otherCase: 'How the service answers a value in another case than the one shown.',
  noValue: 'How the service answers a word that stands for no value, such as `undefined`, and an empty text.',
  sentSecret: 'How the service answers a request that carries the secret, which is never sent, or another credential beside the right one.',
  crossOrigin: 'Whether web pages of other origins may send requests.',
  unknownSource: ['getCoinInformation.source.values'],
  unknownTerminal: 'How the service answers a terminal that it does not know.',
  pageZero: ['inquirePayments.first-page'],
  beyondEnd: 'How the service answers a page beyond the last one.',
  largestPage: ['limits.page-size'],
  overLargestPage: ['limits.page-size'],
  pageSizes: ['limits.page-size'],
  otherPageSizes: ['limits.page-size'],
  extraFields: 'Which fields an answer has in addition to those that the source lists.',
  ids: 'How withdrawals are numbered, except that numbers are integers.',
  json: 'How JSON is written: white space, the order of fields, escapes, and the forms of one number.',
  contentType: 'The case and the parameters of the content type.',
  transport: 'How HTTP carries an answer: codings, chunks, connections, other headers and the case of their names.',
}

const records: Readonly<Record<keyof RecordOptions, Free>> = {
  coins: 'How many coins there are.',
  payments: 'How many payments there are.',
  arriving: 'When payments arrive.',
  settling: ['inquirePayments.status.transitions'],
  alike: 'Whether payments may be alike, or share a reference.',
  order: 'The order of payments.',
  statuses: ['inquirePayments.status.shown', 'inquirePayments.status.values'],
  networks: 'Which chains there are, except that names are in upper case with underscores.',
  tokenCase: ['inquirePayments.token.case'],
  lists: 'How many entries a list of addresses has.',
  text: 'Which scripts a name is written in.',
  addresses: 'The form of the address of a wallet.',
}

const places = {
  pathPrefix: 'What precedes the paths of the source in an address.',
  separateBases: 'Whether the bases share a host and a port.',
} satisfies Partial<Record<keyof ProviderOptions, Free>>

/** The points at which a provider of these options differs from the plain one, in words. */
export function openPointsOf({ openPoints }: Contract, options: ProviderOptions): string[] {
  const { behaviour = {} } = options
  const known: Readonly<Record<string, Free>> = { ...behaviours, ...records, ...places }
  const free = [options, behaviour, behaviour.records ?? {}].flatMap(Object.keys).flatMap((name) => known[name] ?? [])
  return [...new Set(free)].flatMap((point) => {
    if (point.includes(' ')) return [point]
    return openPoints.flatMap(({ id, clause, text }) => (id === point ? [`${clause} ${text}`] : []))
  })
}
