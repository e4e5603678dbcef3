import { createRequire } from 'node:module'
import { attempted } from '../language/attempted.ts'
import { UsageError } from '../language/usage-error.ts'

const { resolve } = createRequire(import.meta.url)

/** Packages that Assay does not bring, since few need them and they are large. @throws {UsageError} with what to install. */
export function needPackages(names: readonly string[], command: string): void {
  const missing = names.filter((name) => attempted(() => resolve(name)) === undefined)
  if (missing.length === 0) return
  throw new UsageError(
    `${command} needs ${new Intl.ListFormat('en-GB').format(missing)}, installed beside Assay by those who use it: npm install --save-dev ${missing.join(' ')}`,
  )
}

/** The package in which Pact's own verifier is. */
export const pactVerifier = '@pact-foundation/pact-core'

export const sigstorePackages = ['@sigstore/bundle', '@sigstore/protobuf-specs', '@sigstore/verify']
