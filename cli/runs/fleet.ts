import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Command } from 'commander'
import type { Shard } from '../../consumers/gate/coping/coping.ts'
import { UsageError } from '../../language/usage-error.ts'
import { colours, symbols } from '../../reports/conclusions/conclusion.ts'
import { type Fleet, type Standing, standingOf } from '../../reports/conclusions/standing.ts'
import schema from '../../reports/fleet.schema.json' with { type: 'json' }
import { standingsTable, standingsTally } from '../../reports/terminal/standings-table.ts'
import { jsonText } from '../../reports/text/json.ts'
import { coloured, hanging, styleOf } from '../../reports/text/lines.ts'
import { cropped, plain } from '../../reports/text/plain.ts'
import { lostWithdrawals } from '../../reports/wording/lost-withdrawals.ts'
import { type ReportFormat, type Written, writeFiles } from '../../reports/write.ts'
import { readNamed } from '../../targets/configuration/named-file.ts'
import { readText } from '../../text/files/text-file.ts'
import { parsedJson } from '../../text/json/json-text.ts'
import { openInBrowser } from '../output/browser.ts'
import { emptyFolder } from '../output/folder.ts'
import { codeWhenWritten } from '../output/output-file.ts'
import type { ReportOptions } from '../output/report-output.ts'
import { readReport } from '../output/saved.ts'
import { annotate, say } from '../output/telling.ts'
import { withoutAnnouncements } from './accounting.ts'
import { hearing } from './interruption.ts'

interface FleetOptions extends Pick<ReportOptions, 'out' | 'quiet' | 'open'> {
  /** The names of all targets, where only a part of them is judged here. */
  readonly all: readonly string[]
  readonly report: readonly ReportFormat[]
  readonly jobs: number
}

/** Judges each target in a process of its own, so that none takes another's memory or time, with one page. Returns the worst code. */
export async function judgeFleet(names: readonly string[], words: readonly string[], options: FleetOptions): Promise<number> {
  const listed = await writeFleetList(options.out, options.all)
  await emptyFleet(names, options)
  const waiting = [...names]
  const ended = new Map<string, Ended>()
  const children = new Set<ChildProcess>()
  const interrupt = () => {
    if (waiting.length === 0 && children.size === 0) return
    waiting.length = 0
    for (const child of children) child.kill('SIGINT')
  }
  const work = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift())
      ended.set(name, await judgeNext(name, words, options, children))
  }
  await hearing(interrupt, () => Promise.all(Array.from({ length: Math.min(options.jobs, names.length) }, work)))
  const known = names.flatMap((name) => ended.get(name) ?? [])
  const unasked = names.length - known.length
  const standings = known.flatMap(({ standing }) => standing ?? [])
  const unjudged = names.filter((name) => ended.get(name)?.standing === undefined)
  if (unasked > 0) process.stderr.write(`${unasked} of ${names.length} targets were not judged: the run was interrupted.\n`)
  const code = gravest([...known.map(({ code }) => code), ...(unasked > 0 ? [3] : [])])
  if (!options.quiet && standings.length > 0) process.stdout.write('\n')
  return writePage({ standings, unjudged }, options, codeWhenWritten(code, listed))
}

/** Takes the reports of the last run of each target away: one that is not reached would stand there as judged, and be joined as such. */
async function emptyFleet(names: readonly string[], { out }: FleetOptions): Promise<void> {
  await rm(join(out, page), { force: true }).catch(() => undefined) // told when the next one is written
  await Promise.all(names.map((name) => emptyFolder(folderOf(out, name))))
}

/** The worst of several exit codes: a failure, then wrong usage, then what is not proven. */
export function gravest(codes: readonly number[]): number {
  return [1, 2, 3].find((code) => codes.includes(code)) ?? Math.max(0, ...codes)
}

export function shardOf(names: readonly string[], { part, of }: Shard = { part: 1, of: 1 }): readonly string[] {
  return names.filter((_, at) => at % of === part - 1)
}

/** The flags of a command, without some of them, as words for another process. */
export function flagWords(command: Command, but: readonly string[]): string[] {
  return command.options.flatMap((option) => {
    const name = option.attributeName()
    if (command.getOptionValueSource(name) !== 'cli' || but.includes(name)) return []
    const value: unknown = command.getOptionValue(name)
    const flag = option.long ? [option.long] : []
    return typeof value === 'boolean' ? flag : [...flag, Array.isArray(value) ? value.join() : String(value)]
  })
}

/** Writes one page for many targets, each cell linked to its report. Returns their exit code, 3 for 0 where it could not be written. */
export async function writePage(fleet: Fleet, { out, quiet, open }: Pick<FleetOptions, 'out' | 'quiet' | 'open'>, exitCode: number) {
  const { standings } = fleet
  if (standings.length === 0) return exitCode
  const written = await writeFiles(out, { [page]: async () => (await import('../../reports/html/matrix.ts')).htmlMatrix(fleet) })
  const style = styleOf(process.stdout)
  const table = quiet ? [] : standingsTable(standings, style)
  if (table.length > 0) process.stdout.write(`${table.join('\n')}\n\n`)
  process.stdout.write(`${standingsTally(fleet, style).join('\n')}\n`)
  for (const path of written.paths) say(`All targets: ${path}`)
  if (open) await openInBrowser(join(out, page))
  return codeWhenWritten(exitCode, written)
}

interface Ended {
  readonly code: number
  readonly standing: Standing | undefined
  /** How many withdrawals of it are to be looked for, in words; its report lists them. */
  readonly lost: string | undefined
}

/** Seen from a checkout, or from what is compiled of it. */
const program = fileURLToPath(new URL(import.meta.url.endsWith('.ts') ? '../assay.js' : '../../../cli/assay.js', import.meta.url))

async function judgeNext(name: string, words: readonly string[], options: FleetOptions, children: Set<ChildProcess>): Promise<Ended> {
  const out = folderOf(options.out, name)
  const flags = [...words, '--out', out, '--report', [...new Set(['json', ...options.report])].join(), '--quiet']
  const child = spawn(process.execPath, [program, 'run', name, ...flags], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'], // the channel closes with this process, however it ends
    detached: true, // an interruption of the terminal reaches it once, from here
  })
  children.add(child)
  const said: Buffer[] = []
  child.stderr?.on('data', (chunk: Buffer) => said.push(chunk))
  child.stdout?.resume()
  const code = await new Promise<number>((resolve) => {
    child.once('error', () => resolve(3))
    child.once('close', (status) => resolve(status ?? 3))
  })
  children.delete(child)
  const report = code === 2 ? undefined : await readReport(out).catch(() => undefined)
  const standing = report && { ...standingOf(report, `${folderName(name)}/report.html`), name }
  const lost = report?.unknownFate?.length ? lostWithdrawals(report).heading : undefined
  const ended: Ended = { code, standing, lost }
  const heard = withoutAnnouncements(Buffer.concat(said).toString('utf8'))
  const told = standing || heard !== '' ? heard : 'It was ended before it judged anything.'
  tell(name, ended, told, options)
  if (!standing) annotate(`${name} was not judged\n${told}`)
  return ended
}

/** A line a target, as it ends, and what its run told: why it could not be judged, what no journal keeps, which report is not written. */
function tell(name: string, { code, standing, lost }: Ended, told: string, { quiet }: FleetOptions): void {
  if (quiet && code === 0 && lost === undefined && told === '') return
  const style = styleOf(process.stdout)
  const said = told ? told.split('\n').map((line) => `    ${plain(line)}\n`) : []
  if (!standing) {
    process.stdout.write(`${coloured(style, 'red', '✗')} ${plain(name)} was not judged\n${said.join('')}`)
    return
  }
  const { headline, gist, standing: verdict } = standing
  const verdicts = hanging(`${symbols[verdict]} `, `${plain(name)}: ${headline}`, style, colours[verdict])
  const why = gist ? hanging('    ', cropped(plain(gist), 200), style) : []
  const listed = lost === undefined ? [] : hanging('    ', lost, style)
  process.stdout.write(`${[...verdicts, ...why, ...listed].join('\n')}\n${said.join('')}`)
}

const file = 'fleet.json'
const page = 'index.html'

function folderOf(out: string, name: string): string {
  return join(out, folderName(name))
}

/** What the folder of a target's reports is called: a name may hold what no path may. */
export function folderName(name: string): string {
  return encodeURIComponent(name.toWellFormed())
}

/** Writes beside the reports of a fleet, or of a part of one, which targets the whole has: of a part that died, others tell what is missing. */
function writeFleetList(folder: string, targets: readonly string[]): Promise<Written> {
  return writeFiles(folder, { [file]: async () => jsonText({ schema: schema.properties.schema.const, targets }) })
}

/** The targets of the whole fleet of which a folder holds a part; none where nothing says so. @throws {UsageError} */
export function fleetList(folder: string): readonly string[] {
  const path = join(folder, file)
  return existsSync(path) ? namesIn(path) : []
}

function namesIn(path: string): readonly string[] {
  const refusal = (fault: string) =>
    new UsageError(`${path} does not hold the list of a fleet's targets (${fault}): judge that part again.`)
  const found = parsedJson(
    readNamed(path, () => readText(path)),
    refusal,
  )
  if (new Ajv2020().compile<{ targets: string[] }>(schema)(found)) return found.targets
  throw refusal('reports/fleet.schema.json')
}
