import type { Contract, Operation } from '../../contracts/contract.ts'
import { credentialSettings } from '../../contracts/needed-settings.ts'
import { placeOf, type Received } from '../received.ts'
import { type Refusal, refuse } from './refusals.ts'

export interface SentSecret {
  readonly name: string
  readonly value: string
  /** The operations that it is presented to; none if it signs requests, and is never sent itself. */
  readonly owners: readonly string[]
}

export function sentSecrets({ operations }: Contract, settings: Readonly<Record<string, string>>): SentSecret[] {
  const used = operations.map((operation) => ({ id: operation.id, ...credentialSettings(operation) }))
  return [...new Set(used.flatMap(({ kept, presented }) => [...kept, ...presented]))].flatMap((name) => {
    const value = settings[name]
    const owners = used.filter(({ presented }) => presented.includes(name)).map(({ id }) => id)
    return value ? [{ name, value, owners }] : []
  })
}

/** Refuses a request that carries a secret which is never sent, or is not presented to its operation. */
export function straySecret(request: Received, { id }: Operation, secrets: readonly SentSecret[]): Refusal | undefined {
  const own = secrets.filter(({ owners }) => owners.includes(id)).map(({ value }) => value)
  for (const { name, value, owners } of secrets) {
    const place = own.includes(value) ? undefined : placeOf(request, value)
    if (!place) continue
    const why = owners.length > 0 ? `which is for ${owners.join(' and ')} alone` : 'which signs requests and is never sent itself'
    return refuse('secret', `${place}: expected no ${name}, ${why}; found it there.`)
  }
  return undefined
}
