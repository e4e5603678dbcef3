/** What explains that a run went as it did, and what to do about it. It changes no verdict. */
export interface Diagnosis {
  readonly id: DiagnosisId
  /** The operation, base or setting that it is about. */
  readonly about: string
  /** The operations whose requests it explains. */
  readonly operations: readonly string[]
  /** A sentence: what is wrong. */
  readonly problem: string
  /** A sentence: what to do. */
  readonly remedy: string
}

type DiagnosisId =
  | 'unset'
  | 'malformed'
  | 'unreachable'
  | 'tls'
  | 'clock'
  | 'refused'
  | 'signature'
  | 'lockout'
  | 'unsteady'
  | 'limited'
  | 'empty'
  | 'pages'
  | 'unasked'
  | 'signer'
  | 'ordinary'

/** One that is about a single operation, and explains its requests. */
export function diagnosisOf(operation: string, id: DiagnosisId, problem: string, remedy: string): Diagnosis {
  return { id, about: operation, operations: [operation], problem, remedy }
}
