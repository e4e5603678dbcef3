import type { Certificate } from '../certificates/certificate.ts'
import type { BundleFinding } from '../certificates/verification/intact.ts'
import { needPackages, sigstorePackages } from './optional.ts'
import { bytesOf } from './options/certificate-files.ts'

export interface BundleFlags {
  readonly bundle?: string
  readonly trustedRoot?: string
  readonly identity?: string
  readonly issuer?: string
}

/** What looks at the Sigstore bundle of a command line, where there is one; what that takes is loaded only then. */
export async function bundleVerifier({
  bundle,
  trustedRoot,
  identity,
  issuer,
}: BundleFlags): Promise<((certificate: Certificate) => Promise<BundleFinding>) | undefined> {
  if (bundle === undefined || trustedRoot === undefined || identity === undefined || issuer === undefined) return undefined
  needPackages(sigstorePackages, 'assay verify --bundle')
  const { bundleOf } = await import('../certificates/verification/sigstore.ts')
  return bundleOf(await bytesOf(bundle, 4 << 20), { trustedRoot: await bytesOf(trustedRoot, 4 << 20), identity, issuer })
}
