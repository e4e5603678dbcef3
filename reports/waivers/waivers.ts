import { parse } from 'yaml'
import { date } from '../../contracts/formats/date.ts'
import { didYouMean } from '../../contracts/suggestion.ts'
import { UsageError } from '../../language/usage-error.ts'
import { refuseCircular, refuseHeavyYaml, yamlFault } from '../../text/files/yaml-fault.ts'
import { conclusionFor } from '../conclusions/conclusion.ts'
import type { Report, ReportedOutcome } from '../report.ts'
import type { Waiver } from './waiver.ts'

/** Reads `waivers.yaml`: a list of entries with check, reason, owner and expires. @throws {UsageError} */
export function parseWaivers(text: string, file = 'waivers.yaml'): Waiver[] {
  const content = parsed(text, file)
  if (content === null || content === undefined) return []
  if (!Array.isArray(content)) throw new UsageError(`${file}: expected a list of waivers, each beginning with "- check: …".`)
  const waivers = content.map((entry, at) => waiverOf(entry, `${file}, waiver ${at + 1}`))
  const twice = waivers.find(({ check }, at) => waivers.findIndex((other) => other.check === check) < at)
  if (twice) throw new UsageError(`${file}: there are two waivers of ${twice.check}. Keep one of them.`)
  return waivers
}

/** Marks waived failures: they stay failed, and do not fail the run. A waiver expired by `today` (YYYY-MM-DD), or of nothing, does. */
export function applyWaivers(report: Report, waivers: readonly Waiver[], today: string): Report {
  const valid = new Map(waivers.filter(({ expires }) => expires >= today).map((waiver) => [waiver.check, waiver]))
  const outcomes = report.outcomes.map((outcome) => {
    const waived = outcome.verdict === 'failed' ? valid.get(outcome.check) : undefined
    return waived ? { ...outcome, waived } : outcome
  })
  const problems = waivers.flatMap((waiver) => problemOf(waiver, report, today) ?? [])
  const next = { ...report, outcomes, waivers: { problems } }
  const isUnknown = report.exitCode === 3 && report.summary.failed > 0
  return { ...next, exitCode: isUnknown ? 3 : exitCodeOf(next) }
}

export function exitCodeOf({ outcomes, waivers, complete }: Pick<Report, 'outcomes' | 'waivers' | 'complete'>): 0 | 1 | 3 {
  const conclusion = conclusionFor(outcomes)
  if (conclusion === 'does not conform' || (waivers && waivers.problems.length > 0)) return 1
  return conclusion === 'not proven' || !complete ? 3 : 0
}

function problemOf({ check, expires, owner }: Waiver, { outcomes }: Report, today: string): string | undefined {
  const own = outcomes.filter((outcome) => outcome.check === check)
  const known = outcomes.map((outcome) => outcome.check)
  if (own.length === 0) return noCheck(check, known)
  if (own.every(isMended)) return `The waiver of ${check} waives nothing: the check does not fail any more. Remove it.`
  if (expires < today) return `The waiver of ${check} expired on ${expires}. Ask ${owner} to fix the failure or to renew the waiver.`
  return undefined
}

/** True if an outcome shows no failure; a MUST that only warns, as the run is held to earlier checks, still shows one. */
export function isMended({ verdict, level }: Pick<ReportedOutcome, 'verdict' | 'level'>): boolean {
  return verdict === 'passed' || (verdict === 'warned' && level !== 'MUST')
}

export function noCheck(check: string, known: readonly string[]): string {
  return `The waiver of ${check} waives nothing: there is no check of that name.${didYouMean(check, known)} Remove it, or correct the name.`
}

function waiverOf(entry: unknown, where: string): Waiver {
  const given: Readonly<Record<string, unknown>> = typeof entry === 'object' && entry !== null ? { ...entry } : {}
  const field = (name: keyof Waiver): string => {
    const value = given[name]
    if (typeof value === 'string' && value.trim()) return value.trim()
    throw new UsageError(`${where}: expected a text under "${name}", found ${JSON.stringify(value) ?? 'nothing'}.`)
  }
  const waiver = { check: field('check'), reason: field('reason'), owner: field('owner'), expires: field('expires') }
  if (date.isValid(waiver.expires)) return waiver
  throw new UsageError(`${where}: expected a date YYYY-MM-DD under "expires", found ${JSON.stringify(waiver.expires)}.`)
}

function parsed(text: string, file: string): unknown {
  try {
    refuseHeavyYaml(text)
    const content: unknown = parse(text, { logLevel: 'error' })
    refuseCircular(content)
    return content
  } catch (cause) {
    throw new UsageError(`${file} is not YAML: ${yamlFault(cause)}`, { cause })
  }
}
