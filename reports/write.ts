import { randomUUID } from 'node:crypto'
import { constants, existsSync, lstatSync, statSync } from 'node:fs'
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Contract } from '../contracts/contract.ts'
import { releaseMemory } from '../engine/memory.ts'
import type { Target } from '../engine/target.ts'
import { pipePause, usualWait } from '../text/files/text-file.ts'
import { localPages } from './documentation.ts'
import { redactionsOf } from './redaction/redaction.ts'
import type { Report } from './report.ts'
import { jsonPieces } from './text/json.ts'

/** What was written, by path, and in a sentence each what could not be. */
export interface Written {
  readonly paths: readonly string[]
  readonly problems: readonly string[]
}

/** Each format by name: its file, and what renders it, which is loaded before it is needed, and not at all for others. */
export const reportFormats = {
  json: { file: 'report.json', load: async () => jsonPieces },
  html: { file: 'report.html', load: async () => (await import('./html/report.ts')).htmlReport },
  junit: { file: 'junit.xml', load: async () => (await import('./formats/junit.ts')).junit },
  sarif: { file: 'assay.sarif', load: async () => (await import('./formats/sarif.ts')).sarif },
  ctrf: { file: 'ctrf.json', load: async () => (await import('./formats/ctrf.ts')).ctrf },
  markdown: { file: 'summary.md', load: async () => (await import('./formats/github.ts')).githubSummary },
  har: { file: 'exchanges.har', load: async () => (await import('./formats/har.ts')).har },
  badge: { file: 'badge.svg', load: async () => (await import('./formats/badge.ts')).svgBadge },
  shields: { file: 'badge.json', load: async () => (await import('./formats/badge.ts')).shieldsBadge },
} satisfies Readonly<Record<string, { readonly file: string; load(): Promise<Renderer> }>>

type Renderer = (report: Report, saved?: string) => Content | Promise<Content>

export type ReportFormat = keyof typeof reportFormats

/** What a gate keeps of the command that it ran, beside its reports. */
export const commandFileNames = ['command.log', 'command-junit.xml'] as const

export const reportFiles: readonly string[] = [...Object.values(reportFormats).map(({ file }) => file), ...commandFileNames]

export const formatNames: readonly ReportFormat[] = Object.keys(reportFormats) as ReportFormat[]

/** What a run writes by default: what people look at, what machines read, and what CI shows by itself. */
export const defaultFormats: readonly ReportFormat[] = ['json', 'html', 'junit', 'ctrf', 'har']

/** Writes a report in each of the formats, whole or not at all; one that cannot be written does not keep the others from it. */
export async function writeReports(
  report: Report,
  { outDir, formats: names }: { readonly outDir: string; readonly formats: readonly ReportFormat[] },
): Promise<Written> {
  const shown = report.docs === undefined && existsSync(join(outDir, localPages, 'index.html')) ? { ...report, docs: localPages } : report
  const files = names.map((name): [string, () => Promise<Content>] => {
    const { file, load } = reportFormats[name]
    return [file, async () => (await load())(name === 'json' ? report : shown, join(outDir, reportFormats.json.file))]
  })
  return writeFiles(outDir, Object.fromEntries(files))
}

/** What a file holds; pieces of a text that is too long for one string. */
export type Content = string | Iterable<string>

/** Makes and writes the files of a folder one at a time, since each takes room; one that cannot be written does not keep the others from it. */
export async function writeFiles(folder: string, files: Readonly<Record<string, () => Promise<Content>>>): Promise<Written> {
  const [paths, problems]: [string[], string[]] = [[], []]
  for (const [name, render] of Object.entries(files)) {
    const path = join(folder, name)
    try {
      releaseMemory()
      await writeWhole(path, await render())
      paths.push(path)
    } catch (error) {
      problems.push(explainedFault(path, error))
    }
  }
  return { paths, problems }
}

/** Writes a file, and the folder that it stands in: under a name of its own first, so that no reader ever sees half of it. */
export async function writeWhole(path: string, content: Content, longestWait = usualWait): Promise<void> {
  await makeFolder(dirname(resolve(path)))
  const kind = statSync(path, { throwIfNoEntry: false })
  if (kind && !kind.isFile() && !kind.isDirectory()) return writeThrough(path, content, longestWait)
  if (kind?.isFile() && ofSystem.test(resolve(path)) && lstatSync(path).isSymbolicLink())
    throw new Error('it leads to a file. Give the name of that file.')
  const draft = `${path}.${randomUUID()}.tmp`
  try {
    await writeFile(draft, content, { flag: 'wx' })
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined)
    throw error
  }
}

/** Links here are the system's: whoever may replace one, as `/dev/stdout` that leads to a file, is not to. `/dev/shm` holds files of people. */
const ofSystem = /^\/(?:dev|proc)\//

/** Into a device or a pipe, which is not replaced. To open a pipe that nobody reads would wait for ever, so it is opened without waiting first. */
async function writeThrough(path: string, content: Content, longestWait: number): Promise<void> {
  for (let waited = 0; ; waited += pipePause) {
    const opened = await open(path, constants.O_WRONLY | (constants.O_NONBLOCK ?? 0)).catch((cause: NodeJS.ErrnoException) => {
      if (cause.code !== 'ENXIO' || waited >= longestWait) throw cause
    })
    if (opened) return writeFile(path, content).finally(() => opened.close())
    await setTimeout(pipePause)
  }
}

/** Makes a folder step by step: where none can be made, as in `/proc`, Node's recursive mkdir never ends. */
export async function makeFolder(path: string): Promise<void> {
  if (isFolder(path)) return
  await makeFolder(dirname(path))
  await mkdir(path).catch((cause: NodeJS.ErrnoException) => {
    if (!isFolder(path)) throw cause
  })
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there. Choose another folder, or change its permissions.',
  EPERM: 'this user may not write there. Choose another folder, or change its permissions.',
  ENOENT: 'there is no such folder, and none can be made. Choose another folder.',
  EROFS: 'the disk can only be read. Choose another folder.',
  ENOSPC: 'the disk is full. Make room, or choose another folder.',
  EFBIG: 'this user may write no file as long (ulimit -f). Allow longer ones, or choose fewer formats with --report.',
  EDQUOT: 'the quota of the disk is used up. Make room, or choose another folder.',
  ENOTDIR: 'a part of its path is a file, not a folder. Choose another folder.',
  EEXIST: 'a part of its path is a file, or a link to nothing, and not a folder. Choose another folder.',
  EISDIR: 'a folder has that name. Remove it, or choose another folder.',
  ERR_FS_EISDIR: 'a folder has the name of a report. Remove it, or choose another folder.',
  ENXIO: 'it is a pipe, and nobody reads it, or a device that is not there. Choose another file.',
  ENAMETOOLONG: 'the path is too long. Choose a shorter one.',
}

/** Why a file or folder could not be written, and what to do. */
export function explainedFault(path: string, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const message = error instanceof Error ? error.message : String(error)
  return `${path} could not be written: ${reasons[code] ?? message}`
}

/**
 * Loads what the reports of a run will need and makes the search for its target's secrets. Started with the run, it takes the time in which the
 * first answers are awaited; whatever fails here fails, and is told, where the reports are made.
 */
export async function prepareReports(formats: readonly ReportFormat[], contract: Contract, target: Target, seed: string): Promise<void> {
  try {
    await Promise.all(formats.map((format) => reportFormats[format].load()))
    // An expression is compiled when it is first used.
    redactionsOf(contract, target, [], seed).received(anyText)
  } catch {}
}

/** Long enough for each search to look at it: words, escapes and a run of letters. */
const anyText = JSON.stringify({ words: 'http://localhost/any%20text', run: 'Qz7'.repeat(100) })
