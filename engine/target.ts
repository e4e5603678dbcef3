import type { Contract, Operation, SettingDeclaration } from '../contracts/contract.ts'
import type { Connection } from './client/transport/connection.ts'
import { isLoopback } from './loopback.ts'

/** What the reference provider is called where a run asks it: it listens for no longer than that run. */
export const referenceName = 'the reference provider'

/** The system under test: where it is, how to be let in, what to ask for. */
export interface Target {
  /** What people call it: a name of the configuration, or its address. */
  readonly name: string
  /** The address of each base that the contract names, without a slash at the end. */
  readonly bases: Readonly<Record<string, string>>
  readonly settings: Readonly<Record<string, string>>
  /** The ids of the operations that it claims to offer. */
  readonly operations: readonly string[]
  readonly allowWithdrawals: boolean
  /** The origins (scheme, host, port) for which withdrawals were allowed: those of its bases unless they are named here. */
  readonly permitted?: readonly string[]
  /** Makes every withdrawal differ from all others; the client of a run sets it. */
  readonly distinct?: Distinction
  /** Inputs that replace the ordinary ones because the target refuses those, by the id of the operation; the client of a run sets it. */
  readonly granted?: Map<string, Readonly<Record<string, unknown>>>
  /** The proxy, headers and certificates with which it is reached, if any. */
  readonly connection?: Connection
  /** The environment variable of each setting for which its configuration names another one than the document. */
  readonly variables?: Readonly<Record<string, string>>
}

export function claimedOperations({ operations }: Contract, target: Pick<Target, 'operations'>): Operation[] {
  return operations.filter(({ id }) => target.operations.includes(id))
}

/** Those that a target claims and that move no money. */
export function claimedReads(contract: Contract, target: Pick<Target, 'operations'>): Operation[] {
  return claimedOperations(contract, target).filter(({ movesMoney }) => !movesMoney)
}

export function addressOf(target: Target, operation: Operation): string {
  return `${target.bases[operation.base] ?? ''}${operation.path}`
}

/** Which of an operation's ordinary inputs change from one withdrawal to the next, with their values. */
export type Distinction = (operation: Operation, ordinary: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>

/** The flags by which a command finds a target at these addresses. */
export function flagsOf(bases: Target['bases']): (readonly [flag: string, address: string])[] {
  const all = Object.entries(bases)
  const isOne = new Set(Object.values(bases)).size === 1
  return isOne ? all.slice(0, 1).map(([, address]) => ['--target', address]) : all.map(([base, address]) => [`--${base}-url`, address])
}

/** The one way in which the address of a base is spelled. @throws for what is no address */
export function spelledAddress(address: string): string {
  return new URL(address).href.replace(/\/+$/, '')
}

export function withoutUser(address: string): string {
  return address.replace(/^(\w+:\/\/)[^/@]*@/, '$1')
}

export function isLocal(target: Target, operation: Operation): boolean {
  return isLoopback(target.bases[operation.base] ?? 'http://elsewhere.invalid')
}

/** True if money may move at the origin that serves an operation: permission was given for it, or nothing leaves this machine. */
export function isPermitted(target: Target, operation: Operation): boolean {
  const base = target.bases[operation.base]
  if (base === undefined) return false
  return isLocal(target, operation) || (target.allowWithdrawals && (target.permitted?.includes(new URL(base).origin) ?? true))
}

/** The credentials of a target: no report may show them. */
export function secretsOf(contract: Contract, target: Target): { readonly name: string; readonly value: string }[] {
  return contract.settings.flatMap(({ name, secret }) => {
    const value = target.settings[name]
    return secret && value ? [{ name, value }] : []
  })
}

/** The settings, of those named, that a target lacks, each with the variable that its configuration names. */
export function missingSettings(contract: Contract, target: Target, names: readonly string[]): SettingDeclaration[] {
  const missing = contract.settings.filter(({ name }) => names.includes(name) && !target.settings[name])
  return missing.map((setting) => ({ ...setting, env: target.variables?.[setting.name] ?? setting.env }))
}
