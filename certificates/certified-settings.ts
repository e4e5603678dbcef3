import type { Target } from '../engine/target.ts'
import { defined } from '../spec/defined.ts'
import { type Fields, fieldsOf, parseJson, timeOf, timeText } from './json-fields.ts'
import { UnreadableFile } from './unreadable.ts'

/** What a certificate's run was done with, and for how long the certificate is valid: enough to do it again. */
export interface CertifiedSettings {
  readonly target: Target
  readonly seed: string
  readonly limits: CertifiedLimits
  /** Names of the settings whose values were taken out, for others of the same form; none if the credentials are disposable, and published. */
  readonly redacted: readonly string[]
  readonly subject: SubjectKind
  readonly start?: string
  /** Milliseconds since the Unix epoch. */
  readonly issuedAt: number
  readonly expiresAt: number
  /** The ids of the keys that sign. */
  readonly signers: readonly string[]
}

/** In milliseconds; requests side by side, requests a second. */
export interface CertifiedLimits {
  readonly deadline: number
  readonly timeout: number
  readonly concurrency: number
  readonly rate?: number
  readonly maxWithdrawals?: number
}

export type SubjectKind = 'file' | 'image' | 'evidence'

/** A certified target at the address of one that is named: permission to move money is for that, and none is a certificate's to give. */
export function atAddressOf(own: Target, { permitted: _, ...certified }: Target): Target {
  const { name, bases, allowWithdrawals, permitted } = own
  // The way there, such as a proxy, is that of whoever asks; what requests carry is the certificate's.
  const connection = own.connection ? { ...own.connection, headers: certified.connection?.headers ?? [] } : certified.connection
  return defined({ ...certified, name, bases, allowWithdrawals, permitted, connection })
}

const schema = 'assay.settings/1'

export function settingsText({ target, limits, issuedAt, expiresAt, ...rest }: CertifiedSettings): string {
  const { name, bases, settings, operations, allowWithdrawals, permitted, connection } = target
  const asked = { name, bases, settings, operations, allowWithdrawals, permitted, headers: connection?.headers ?? [] }
  return JSON.stringify({ schema, target: asked, limits, issuedAt: timeText(issuedAt), expiresAt: timeText(expiresAt), ...rest })
}

/** Reads settings. @throws {UnreadableFile} */
export function readSettings(text: string): CertifiedSettings {
  const what = 'The settings'
  const fields = fieldsOf(parseJson(text, what), what)
  if (fields.text('schema') !== schema) throw new UnreadableFile(`${what} have another "schema": expected "${schema}".`)
  fields.only(...'schema target limits issuedAt expiresAt seed redacted subject start signers'.split(' '))
  const redacted = fields.distinct('redacted')
  const limits = fields.fields('limits')
  limits.only('deadline', 'timeout', 'concurrency', 'rate', 'maxWithdrawals')
  const start = fields.optional('start')
  return defined({
    target: targetOf(fields.fields('target')),
    seed: fields.text('seed'),
    limits: defined({
      deadline: positive(limits, 'deadline'),
      timeout: positive(limits, 'timeout'),
      concurrency: positive(limits, 'concurrency'),
      // A number of requests a second need not be whole.
      rate: limits.has('rate') ? aboveZero(limits.value('rate'), 'rate') : undefined,
      maxWithdrawals: limits.has('maxWithdrawals') ? positive(limits, 'maxWithdrawals') : undefined,
    }),
    redacted,
    subject: subjectKind(fields.text('subject')),
    start,
    issuedAt: timeOf(fields.text('issuedAt'), `${what}, "issuedAt"`),
    expiresAt: timeOf(fields.text('expiresAt'), `${what}, "expiresAt"`),
    signers: fields.distinct('signers'),
  })
}

function targetOf(fields: Fields): Target {
  fields.only('name', 'bases', 'settings', 'operations', 'allowWithdrawals', 'permitted', 'headers')
  const bases = fields.named('bases')
  for (const address of Object.values(bases))
    if (!/^https?:[^\s?#]+$/.test(address) || !URL.canParse(address))
      throw new UnreadableFile(`The settings: ${JSON.stringify(address.slice(0, 80))} is no address.`)
  const headers = fields.pairs('headers')
  return defined({
    name: fields.text('name'),
    bases,
    settings: fields.named('settings'),
    operations: fields.distinct('operations'),
    allowWithdrawals: fields.flag('allowWithdrawals'),
    permitted: fields.has('permitted') ? fields.texts('permitted') : undefined,
    connection: headers.length > 0 ? { headers, tls: {}, hidden: [] } : undefined,
  })
}

function positive(fields: Fields, name: string): number {
  return aboveZero(fields.integer(name), name)
}

function aboveZero(value: unknown, name: string): number {
  if (typeof value === 'number' && value > 0) return value
  throw new UnreadableFile(`The settings: expected a number above 0 under "${name}", found ${JSON.stringify(value).slice(0, 80)}.`)
}

function subjectKind(text: string): SubjectKind {
  if (text === 'file' || text === 'image' || text === 'evidence') return text
  throw new UnreadableFile(
    `The settings: expected a subject that is a file, an image or evidence, found ${JSON.stringify(text.slice(0, 40))}.`,
  )
}
