import type { Headers } from '../engine/exchange.ts'
import { spelledAddress, type Target } from '../engine/target.ts'
import { attempted } from '../language/attempted.ts'
import { defined } from '../language/defined.ts'
import { readJson, timeOf, timeText, UnreadableFile } from './untrusted-json.ts'

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
  const { schema: _, target, issuedAt, expiresAt, ...rest } = readJson<SettingsText>('settings', text, what)
  return {
    ...rest,
    target: targetOf(target),
    issuedAt: timeOf(issuedAt, `${what}, "issuedAt"`),
    expiresAt: timeOf(expiresAt, `${what}, "expiresAt"`),
  }
}

const what = 'The settings'

interface SettingsText extends Omit<CertifiedSettings, 'target' | 'issuedAt' | 'expiresAt'> {
  readonly schema: string
  readonly target: Omit<Target, 'connection'> & { readonly headers: Headers }
  readonly issuedAt: string
  readonly expiresAt: string
}

function targetOf({ headers, ...target }: SettingsText['target']): Target {
  const wrong = Object.values(target.bases).find((address) => attempted(() => spelledAddress(address)) !== address)
  if (wrong !== undefined) throw new UnreadableFile(`${what}: ${JSON.stringify(wrong.slice(0, 80))} is no address.`)
  return headers.length > 0 ? { ...target, connection: { headers, tls: {}, hidden: [] } } : target
}
