import { contract } from '../contracts/generated/contract.ts'
import { plain, shortened } from '../reports/plain.ts'
import { createRedaction } from '../reports/redaction.ts'

/** A fault of Assay's own in a sentence: without a stack trace, and without the secrets that may have got into its message. */
export function faultSentence(error: unknown): string {
  const secrets = contract.settings.flatMap(({ name, env, secret }) => {
    const value = process.env[env]
    return secret && value ? [{ name, value }] : []
  })
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  const message = shortened(plain(createRedaction(secrets)(text)), 500)
  return `Assay broke off. That is a fault of its own, and says nothing of the target (${message}). Please report it.`
}
