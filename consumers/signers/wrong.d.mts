import type { SignerRequest } from '../vectors/signer.ts'

/** Signers that are wrong, by the id of the mistake that each makes. */
export declare const wrongSigners: Readonly<Record<string, (request: SignerRequest) => string>>
