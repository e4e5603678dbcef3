import { accessSync, constants, existsSync, rmSync, writeFileSync } from 'node:fs'
import { date } from '../contracts/formats/date.ts'
import { UsageError } from '../language/usage-error.ts'
import type { Report } from '../reports/report.ts'
import { type Bearing, prunedBaseline, writtenBaseline } from '../reports/waivers/baseline.ts'
import { applyWaivers, parseWaivers } from '../reports/waivers/waivers.ts'
import { writeWhole } from '../reports/write.ts'
import { counted } from '../text/counted.ts'
import { dayOf } from '../text/day.ts'
import { fileFault } from '../text/files/file-fault.ts'
import { givenText } from './options/flag-values.ts'
import type { Waive } from './output/report-output.ts'
import { tell } from './output/telling.ts'
import { refuseUnknown } from './waivers.ts'

interface BaselineOptions {
  readonly how: 'write' | 'prune'
  readonly waivers?: string
  readonly owner?: string
  readonly expires?: string
  readonly known?: readonly string[]
}

/** Checks the file before anything is sent; what it returns brings the file up to date with a report, and applies it. @throws {UsageError} */
export function baselineOf(options: BaselineOptions): Waive {
  const { how, waivers: file } = options
  if (file === undefined) throw new UsageError(`--baseline ${how}: give --waivers FILE, the file that it keeps.`)
  const bearing = how === 'write' ? bearingOf(options, dayOf(Date.now())) : undefined
  const text = how === 'write' && !existsSync(file) ? '' : givenText('--waivers', file)
  const waivers = parseWaivers(text, file)
  refuseUnwritable(file)
  // Pruning takes out waivers of checks that are not known.
  if (options.known && how === 'write') refuseUnknown(waivers, options.known, file)
  return async (report) => {
    const isShown = report.complete && report.exitCode !== 3
    if (!isShown) tell(`--baseline: ${file} stays as it is, since this run proves nothing.`)
    const kept = isShown ? await keptBy(report, text, file, bearing) : text
    return applyWaivers(report, parseWaivers(kept, file), dayOf(Date.now()))
  }
}

async function keptBy(report: Report, text: string, file: string, bearing: Bearing | undefined): Promise<string> {
  const kept = bearing ? writtenBaseline(text, file, report, bearing) : prunedBaseline(text, file, report)
  try {
    // Where nothing failed too, the next run finds the file that it is given.
    if (kept.changed.length > 0 || !existsSync(file)) await writeWhole(file, kept.text)
  } catch (cause) {
    tell(`--baseline: ${file} could not be written (${fileFault(cause)}), and stays as it is.`)
    return text
  }
  const what = bearing ? 'added to' : 'taken out of'
  tell(`--baseline: ${counted(kept.changed.length, 'waiver')} ${what} ${file}${kept.changed.map((check) => `\n  ${check}`).join('')}`)
  return kept.text
}

/** @throws {UsageError} */
function bearingOf({ owner = '', expires = '' }: BaselineOptions, now: string): Bearing {
  if (owner.trim() === '') throw new UsageError('--baseline write: give --owner NAME, who is responsible for the failures.')
  if (!date.isValid(expires) || expires < now)
    throw new UsageError('--baseline write: give --expires YYYY-MM-DD, the last day on which the failures are accepted, today or later.')
  return { owner: owner.trim(), expires }
}

/** Writes a file beside it, as is done in the end: no question about rights tells all that may be in its way. @throws {UsageError} */
function refuseUnwritable(file: string): void {
  try {
    if (existsSync(file)) accessSync(file, constants.W_OK)
    writeFileSync(`${file}.new`, '')
    rmSync(`${file}.new`)
  } catch (cause) {
    throw new UsageError(`--waivers: ${file} cannot be written (${fileFault(cause)}).`)
  }
}
