import { contract } from '../contracts/generated/contract.ts'
import { plain, plainLines, shortened } from '../reports/plain.ts'
import { createRedaction } from '../reports/redaction.ts'
import { isDebugging } from './debugging.ts'

/** A fault of Assay's own in a sentence: without the secrets that may have got into its message, and with a stack trace only for `--debug`. */
export function faultSentence(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  const message = shortened(plain(withoutSecrets(text)), 500)
  const trace = isDebugging() && error instanceof Error ? `\n${plainLines(withoutSecrets(error.stack ?? ''))}` : ''
  return `Assay broke off. That is a fault of its own, and says nothing of the target (${message}). Please report it${trace ? '' : '; --debug shows where'}.${trace}`
}

/** A message without the secrets of the environment: who gives one as a flag sees it nowhere again. */
export function withoutSecrets(text: string): string {
  const secrets = contract.settings.flatMap(({ name, env, secret }) => {
    const value = process.env[env]
    return secret && value ? [{ name, value }] : []
  })
  return createRedaction(secrets)(text)
}
