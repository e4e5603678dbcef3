import type { Contract, Operation, SettingDeclaration } from '../contracts/contract.ts'
import type { Connection } from './client/connection.ts'

/** The system under test: where it is, how to be let in, what to ask for. */
export interface Target {
  /** What people call it: a name of the configuration, or its address. */
  readonly name: string
  /** The address of each base that the contract names, without a slash at the end. */
  readonly bases: Readonly<Record<string, string>>
  /** The value of each setting that is known. */
  readonly settings: Readonly<Record<string, string>>
  /** The ids of the operations that it claims. */
  readonly operations: readonly string[]
  readonly allowWithdrawals: boolean
  /** How it is reached, where that is not the ordinary way. */
  readonly connection?: Connection
  /** The environment variable of each setting that its configuration names, where that is not the declared one. */
  readonly variables?: Readonly<Record<string, string>>
}

/** The address of an operation at a target, without its query. */
export function addressOf(target: Target, operation: Operation): string {
  return `${target.bases[operation.base] ?? ''}${operation.path}`
}

/** True for an address on this machine: nothing sent there leaves it. */
export function isLoopback(address: string): boolean {
  const { hostname } = new URL(address)
  return hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
}

/** The credentials of a target: no report may show them. */
export function secretsOf(contract: Contract, target: Target): string[] {
  return contract.settings.flatMap(({ name, secret }) => {
    const value = target.settings[name]
    return secret && value ? [value] : []
  })
}

/** The settings, of those named, that a target lacks, each with the variable that its configuration names. */
export function missingSettings(contract: Contract, target: Target, names: readonly string[]): SettingDeclaration[] {
  const missing = contract.settings.filter(({ name }) => names.includes(name) && !target.settings[name])
  return missing.map((setting) => ({ ...setting, env: target.variables?.[setting.name] ?? setting.env }))
}
