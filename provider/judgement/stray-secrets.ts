import type { Contract } from '../../contracts/contract.ts'
import { credentialSettings } from '../../contracts/needed-settings.ts'
import { placeOf, type Received } from '../received.ts'
import { type Refusal, refuse } from './refusals.ts'

/** A secret that signs requests and is never sent itself, under the name of its setting. */
export interface SigningSecret {
  readonly name: string
  readonly value: string
}

export function signingSecrets({ operations }: Contract, settings: Readonly<Record<string, string>>): SigningSecret[] {
  return [...new Set(operations.flatMap((operation) => credentialSettings(operation).kept))].flatMap((name) => {
    const value = settings[name]
    return value ? [{ name, value }] : []
  })
}

/** Refuses a request that carries a secret which is never sent. */
export function straySecret(request: Received, secrets: readonly SigningSecret[]): Refusal | undefined {
  for (const { name, value } of secrets) {
    const place = placeOf(request, value)
    if (place) return refuse('secret', `${place}: expected no ${name}, which signs requests and is never sent itself; found it there.`)
  }
  return undefined
}
