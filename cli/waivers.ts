import { UsageError } from '../language/usage-error.ts'
import type { Report } from '../reports/report.ts'
import type { Waiver } from '../reports/waivers/waiver.ts'
import { applyWaivers, noCheck, parseWaivers } from '../reports/waivers/waivers.ts'
import { isReleased } from '../suites/releases.ts'
import { dayOf } from '../text/day.ts'
import { givenText } from './options/flag-values.ts'

/** Reads waivers, if any, before anything is sent, to apply them as of today. Each has to name a known check. @throws {UsageError} */
export async function waiversOf(
  file: string | undefined,
  known: () => readonly string[] | Promise<readonly string[]>,
): Promise<(report: Report) => Report> {
  if (file === undefined) return (report) => report
  const waivers = parseWaivers(givenText('--waivers', file), file)
  refuseUnknown(waivers, await known(), file)
  return (report) => applyWaivers(report, waivers, dayOf(Date.now()))
}

/** A misspelt waiver would be noticed only when the run is over. @throws {UsageError} */
export function refuseUnknown(waivers: readonly Waiver[], known: readonly string[], file: string): void {
  const ids = new Set(known)
  const problems = waivers.flatMap(({ check }) => {
    if (ids.has(check)) return []
    return [
      isReleased(check) ? `The check ${check} was withdrawn, or another command judges it: remove its waiver.` : noCheck(check, known),
    ]
  })
  if (problems.length > 0) throw new UsageError(`${file}: ${problems.join('\n  ')}`)
}
