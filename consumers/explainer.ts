import type { Construction } from '../contracts/construction.ts'
import type { Contract } from '../contracts/contract.ts'
import type { Explain } from '../provider/options.ts'
import { explainAll } from './explanation.ts'

/** Explains single signatures to whoever sent them: one mistake, or two that are often made. */
export function explainer({ operations }: Contract): Explain {
  return (construction, input, signature) => {
    const [explanation] = explainAll(construction, [{ input, answer: { signature } }], { fields: otherFields(operations, construction) })
    return explanation && `${explanation.title}${explanation.mistake === undefined ? '' : ` (${explanation.mistake})`}`
  }
}

/** The fields of the body that are no part of the signature. */
function otherFields(operations: Contract['operations'], { parts }: Construction): string[] {
  const signed = operations.filter(({ authentication }) => authentication.kind === 'signed')
  const names = signed.flatMap(({ body }) => body?.fields.map(({ name }) => name) ?? [])
  return names.filter((name) => !parts.some((part) => part.name === name))
}
