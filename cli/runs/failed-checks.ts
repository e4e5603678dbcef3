import { defined } from '../../language/defined.ts'
import { UsageError } from '../../language/usage-error.ts'
import type { Report } from '../../reports/report.ts'

/** What a run asks again of one that failed. */
interface Again {
  /** The checks that failed. */
  readonly before: readonly string[]
  /** These, and those for which the requests that show it were sent. */
  readonly only: string
  /** The same: with another, rare values would be others. */
  readonly seed?: string
}

/** The checks that failed in a saved report. @throws {UsageError} */
export async function failedIn(path: string): Promise<Again> {
  const { readReport, refuseOtherOverlays } = await import('../output/saved.ts')
  const report = await readReport(path)
  refuseOtherOverlays(path, report)
  const failed = report.outcomes.filter(({ verdict }) => verdict === 'failed')
  if (failed.length === 0)
    throw new UsageError(
      `--failed: nothing failed in ${path}, ${report.complete ? 'so there is nothing to run again' : 'whose run did not finish: run it again as a whole'}.`,
    )
  const before = failed.map(({ check }) => check)
  const byEvidence = report.outcomes.toSorted((one, other) => one.evidence.length - other.evidence.length)
  const shown = new Set(failed.flatMap(({ findings }) => findings.flatMap(({ exchange }) => exchange ?? [])))
  const senders = [...shown].flatMap((id) => byEvidence.find(({ evidence }) => evidence.includes(id))?.check ?? [])
  return defined({ before, only: [...new Set([...before, ...senders])].join(), seed: report.seed })
}

export function stillFailing({ outcomes }: Report, before: readonly string[]): string {
  const now = outcomes.filter(({ check }) => before.includes(check)).map(({ verdict }) => verdict)
  const [failing, open] = [now.filter((verdict) => verdict === 'failed').length, now.filter((verdict) => verdict === 'inconclusive').length]
  const again = `${failing} still ${failing === 1 ? 'fails' : 'fail'}${open > 0 ? `, and ${open} could not be judged` : ''}`
  const rest = failing + open < before.length ? ' What depends on the requests around it shows only in a whole run.' : ''
  return `Of ${before.length} that failed, ${again}.${rest}\n`
}
