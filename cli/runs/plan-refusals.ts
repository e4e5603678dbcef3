import { didYouMean } from '../../contracts/suggestion.ts'
import type { Plan } from '../../engine/plan.ts'
import { notListening, unmatched } from '../../engine/selection.ts'
import type { Target } from '../../engine/target.ts'
import { UsageError } from '../../language/usage-error.ts'
import { contract } from '../options/contract.ts'

interface Narrowing {
  readonly only?: string
  readonly failed?: string
}

/** Every part of a pattern has to fit something; of the checks of a report, some may be withdrawn by now. @throws {UsageError} */
export function refuseMisspelt({ checks }: Plan, { only, failed }: Narrowing): void {
  const [part] = only === undefined || failed !== undefined ? [] : unmatched(contract, only, checks)
  if (part === undefined) return
  const known = [...contract.operations.map(({ id }) => id), ...checks.flatMap(({ id, requirement }) => [id, requirement])]
  throw new UsageError(
    `--only ${only}: there is no operation, clause, requirement or check ${JSON.stringify(part)}.${didYouMean(part, [...new Set(known)])} \`assay coverage\` lists them.`,
  )
}

/** A run that could judge nothing is a mistake of its user's. @throws {UsageError} */
export function refuseEmpty(target: Target, { admissions, checks, probes }: Plan, { only, failed }: Narrowing): void {
  if (probes.length > 0) return
  if (Object.keys(target.bases).length === 0) {
    throw new UsageError(
      'No address is set. Give --target URL (or set ASSAY_TARGET), the name of a target that has a `url` in assay.config.yaml (`assay init` writes the file), or --reference for the provider that comes with Assay.',
    )
  }
  const reasons = checks.flatMap(({ id, probe }) => {
    const admission = admissions.get(id)
    return admission?.verdict === 'inconclusive' ? [`  ${probe.operation.id}: ${admission.reason}\n`] : []
  })
  const narrowed = [...admissions.values()].every(({ verdict }) => verdict === 'inapplicable')
  const isUnheard = narrowed && [...admissions.values()].some((admission) => 'reason' in admission && admission.reason === notListening)
  if (isUnheard) throw new UsageError(`Nothing could be judged.\n  ${notListening}`)
  if (narrowed && failed !== undefined)
    throw new UsageError(
      `--failed ${failed}: this run judges none of what failed there. Those checks were withdrawn since, or are of operations that it leaves out.`,
    )
  if (narrowed && only !== undefined)
    throw new UsageError(
      `--only ${only} leaves nothing to judge. Try an operation (${target.operations.join(', ')}), a clause such as 5.4, or a check of \`assay coverage\`.`,
    )
  throw new UsageError(`Nothing could be judged.\n${[...new Set(reasons)].join('')}  \`assay doctor\` explains each setting.`)
}
