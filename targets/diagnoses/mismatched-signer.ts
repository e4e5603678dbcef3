import { isDeepStrictEqual } from 'node:util'
import type { Construction } from '../../contracts/construction.ts'
import type { Contract } from '../../contracts/contract.ts'
import { isSigned } from '../../contracts/operation-kinds.ts'
import { sign } from '../../contracts/signing.ts'
import { inputOf, signedHeaders, type VectorGroup } from '../../contracts/vectors/vectors.ts'
import type { Diagnosis } from '../../engine/diagnosis.ts'

/** Diagnoses a signer that does not match the committed vectors, where there are vectors for the construction. */
export async function signerDiagnoses(contract: Contract): Promise<Diagnosis[]> {
  const construction = signedHeaders(contract)?.signature.construction
  if (!construction) return []
  const { default: file } = await import('../../contracts/generated/vectors/withdrawal-signature.json', { with: { type: 'json' } })
  const operations = contract.operations.filter(isSigned).map(({ id }) => id)
  return wrongVectors(construction, file.testGroups as unknown as readonly VectorGroup[], operations)
}

/** The diagnosis of a signer that gives another signature than a valid vector has. */
export function wrongVectors(construction: Construction, groups: readonly VectorGroup[], operations: readonly string[]): Diagnosis[] {
  const own = groups.filter((group) => isOf(construction, group)).flatMap(({ tests }) => tests.filter(({ result }) => result === 'valid'))
  const wrong = own.filter((vector) => sign(construction, inputOf(construction, vector)) !== vector.signature)
  if (wrong.length === 0) return []
  const problem = `${wrong.length} of ${own.length} signatures differ from the published vectors, the first of them ${wrong[0]?.tcId}: this installation of Assay signs incorrectly.`
  const remedy = 'Install Assay again, and check whether this Node was built with another crypto library.'
  return [{ id: 'signer', about: 'signatures', operations, problem, remedy }]
}

function isOf({ hash, encoding, separator, parts }: Construction, { construction }: VectorGroup): boolean {
  return isDeepStrictEqual(construction, { hash, encoding, separator, parts: parts.map(({ name }) => name) })
}
