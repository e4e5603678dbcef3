import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { Command } from 'commander'
import { gateCheckIds } from '../../consumers/gate/gate-checks.ts'
import { UsageError } from '../../language/usage-error.ts'
import { comparable } from '../../reports/comparison/history.ts'
import { leftOutByFlags } from '../../reports/conclusions/claim.ts'
import { standingOf } from '../../reports/conclusions/standing.ts'
import { mergedReport } from '../../reports/merging.ts'
import type { Report } from '../../reports/report.ts'
import { plain } from '../../reports/text/plain.ts'
import { someOf } from '../../text/counted.ts'
import { exiting } from '../exit-code.ts'
import { contract } from '../options/contract.ts'
import { addReportOptions, concludeReport, type ReportOptions } from '../output/report-output.ts'
import { readReport, reportFolder } from '../output/saved.ts'
import { tell } from '../output/telling.ts'
import { fleetList, folderName, gravest, writePage } from '../runs/fleet.ts'
import { waiversOf } from '../waivers.ts'

const examples = `
Examples:
  $ assay merge part-1 part-2 --out reports/out     the parts of a gate, as one report
  $ assay merge shard-1 shard-2 --out reports/out   the parts of a fleet, as one page of all its targets

Exit codes: those of a whole run; 2 where the parts do not belong together`

export function mergeCommand(): Command {
  const command = new Command('merge').argument(
    '<reports...>',
    'the report.json of each part, the folder that holds it, or the folder of a fleet',
  )
  return addReportOptions(command).addHelpText('after', examples).action(exiting(merge))
}

async function merge(paths: readonly string[], options: ReportOptions): Promise<number> {
  const places = (await Promise.all(paths.map(placesOf))).flat()
  const parts = await readParts(places)
  const reports = parts.map(({ report }) => report)
  const isFleet = reports.every(({ side }) => side === undefined || side === 'provider')
  return isFleet ? mergeFleet(parts, paths.flatMap(fleetList), options) : mergeGate(reports, options)
}

/** A folder without a report of its own is a fleet's: its targets have a folder each, but for those that were not judged before it died. */
async function placesOf(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => [])
  if (entries.length === 0 || entries.some(({ name }) => name === 'report.json')) return [path]
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(path, name))
  if (fleetList(path).length > 0) return folders.filter((folder) => existsSync(join(folder, 'report.json')))
  return folders.length > 0 ? folders : [path]
}

/** Reads one report at a time. Of those of a fleet the page shows no exchanges: all of them would fill the memory. */
async function readParts(places: readonly string[]): Promise<Part[]> {
  const compact = comparable()
  const parts: Part[] = []
  for (const place of places) {
    const report = await readReport(place)
    parts.push({
      place,
      folder: await reportFolder(place),
      report: report.side === undefined || report.side === 'provider' ? compact(report) : report,
    })
  }
  return parts
}

async function mergeGate(parts: readonly Report[], options: ReportOptions): Promise<number> {
  const report = mergedReport(parts)
  const known = report.outcomes.map(({ check }) => check)
  const waive = await waiversOf(options.waivers, async () => [...known, ...(await gateCheckIds(contract))])
  return (await concludeReport(() => waive(report), options)).exitCode
}

interface Part {
  readonly place: string
  readonly folder: string
  readonly report: Report
}

/** @throws {UsageError} where a flag is for the one report of a gate */
function refuseIdle({ json, report, waivers }: ReportOptions): void {
  const given = Object.entries({ json, report, waivers }).find(([, value]) => value !== undefined && value !== false)
  if (given)
    throw new UsageError(`--${given[0]} is for the parts of a gate, which become one report: each target of a fleet keeps its own.`)
}

async function mergeFleet(parts: readonly Part[], all: readonly string[], options: ReportOptions): Promise<number> {
  refuseIdle(options)
  refuseSame(parts)
  const judged = new Set(parts.map(({ folder }) => basename(folder)))
  const missing = [...new Set(all)].filter((name) => !judged.has(folderName(name)))
  tellUnlike(parts)
  tellRepeated(parts)
  if (missing.length > 0) tell(`Not judged, or lost with a part: ${someOf(missing, 20, plain)}.`)
  const standings = parts.map(({ folder, report }) => standingOf(report, join(relative(options.out, folder), 'report.html')))
  const code = gravest([...parts.map(({ report }) => report.exitCode), ...(missing.length > 0 ? [3] : [])])
  return writePage({ standings, unjudged: missing }, options, code)
}

/** One run that is given twice would be counted twice. @throws {UsageError} */
function refuseSame(parts: readonly Part[]): void {
  const places = new Map<string, string>()
  for (const { place, report } of parts) {
    const run = `${report.target.name} ${report.seed} ${report.startedAt}`
    const before = places.get(run)
    if (before !== undefined) throw new UsageError(`${place} holds the same run as ${before}: give each part once.`)
    places.set(run, place)
  }
}

/** One page compares its targets, so that it is said where they were not judged alike. */
function tellUnlike(parts: readonly Part[]): void {
  const judges = parts.map(({ report: { assay, spec } }) => `by Assay ${plain(assay)} with the document ${plain(spec.sha256.slice(0, 12))}`)
  const extents = parts.map(({ report }) => extentOf(report))
  const seeds = parts.map(({ report: { seed = '' } }) => `with the seed ${plain(seed)}`)
  // Each run draws a seed of its own, unless --seed gave several the same.
  const isGiven = new Set(seeds).size < seeds.length
  for (const ways of [judges, extents, ...(isGiven ? [seeds] : [])]) {
    const different = [...new Set(ways)]
    if (different.length > 1) tell(`The targets were not judged alike: some ${someOf(different, 5, String, ', some ')}.`)
  }
}

function extentOf(report: Report): string {
  const limits = leftOutByFlags(report)
  return limits.length > 0 ? `in part (${limits.join(', ')})` : 'in full'
}

/** Parts that overlap, or are of two runs, list a target twice. */
function tellRepeated(parts: readonly Part[]): void {
  const names = parts.map(({ report }) => report.target.name)
  const again = [...new Set(names.filter((name, index) => names.indexOf(name) < index))]
  if (again.length > 0) tell(`Judged more than once, and listed so: ${someOf(again, 20, plain)}.`)
}
