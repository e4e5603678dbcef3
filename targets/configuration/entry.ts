import type { limitSchemas, tlsSchemas } from '../../contracts/generation/configuration-schema.ts'

/** A target as `assay.config.yaml` keeps it; the schema beside the contract describes each member. */
export interface TargetEntry {
  readonly url?: string
  readonly urls?: Readonly<Record<string, string>>
  /** Names of environment variables by the name of the setting. */
  readonly secrets?: Readonly<Record<string, string>>
  /** Words of a command by the name of the setting. */
  readonly commands?: Readonly<Record<string, readonly string[]>>
  /** Names of the environment variables that its commands are given beside the ordinary ones. */
  readonly commandVariables?: readonly string[]
  readonly ask?: Readonly<Record<string, string>>
  readonly operations?: readonly string[]
  readonly limits?: TargetLimits
  readonly headers?: Readonly<Record<string, string>>
  readonly tls?: TlsFiles
  readonly proxy?: string
}

/** How hard and how long a target is asked: seconds, requests a second, requests side by side. */
export type TargetLimits = Readonly<Partial<Record<keyof typeof limitSchemas, number>>> & { readonly allowWithdrawals?: boolean }

/** Files in PEM, and the name of the environment variable with the key's passphrase. */
type TlsFiles = Readonly<Partial<Record<keyof typeof tlsSchemas, string>>>

/** An entry, and where it stands, for messages: `assay.config.yaml: targets.dev`. */
export interface PlacedEntry extends TargetEntry {
  readonly place: string
  /** The directory that its files and commands are seen from. */
  readonly directory: string
}

/** The environment variables of a process, those of `.env` among them. */
export type Environment = Readonly<Record<string, string | undefined>>
