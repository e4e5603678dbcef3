import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { localPages } from './documentation.ts'
import { jsonPieces } from './json.ts'
import type { Report } from './report.ts'

/** What was written, by path, and in a sentence each what could not be. */
export interface Written {
  readonly paths: readonly string[]
  readonly problems: readonly string[]
}

/** Each format by name: its file, and how it is rendered; nothing is loaded before it is asked for. */
export const formats = {
  json: { file: 'report.json', render: async (report: Report) => jsonPieces(report) },
  html: {
    file: 'report.html',
    render: async (report: Report, saved?: string) => (await import('./html/report.ts')).htmlReport(report, saved),
  },
  junit: { file: 'junit.xml', render: async (report: Report) => (await import('./junit.ts')).junit(report) },
  sarif: { file: 'assay.sarif', render: async (report: Report) => (await import('./sarif.ts')).sarif(report) },
  ctrf: { file: 'ctrf.json', render: async (report: Report) => (await import('./ctrf.ts')).ctrf(report) },
  markdown: { file: 'summary.md', render: async (report: Report) => (await import('./github.ts')).githubSummary(report) },
  har: { file: 'exchanges.har', render: async (report: Report) => (await import('./har.ts')).har(report) },
  badge: { file: 'badge.svg', render: async (report: Report) => (await import('./badge.ts')).svgBadge(report) },
  shields: { file: 'badge.json', render: async (report: Report) => (await import('./badge.ts')).shieldsBadge(report) },
} satisfies Readonly<Record<string, { readonly file: string; render(report: Report, saved?: string): Promise<string | Iterable<string>> }>>

/** The name of a report format, as --report takes it. */
export type Format = keyof typeof formats

/** The files of all formats, as they stand in a run's folder. */
export const reportFiles: readonly string[] = Object.values(formats).map(({ file }) => file)

/** The names of all formats, as `--report` takes them. */
export const formatNames: readonly Format[] = Object.keys(formats) as Format[]

/** What a run writes unless it is told otherwise: what people look at, what machines read, and what CI shows by itself. */
export const defaultFormats: readonly Format[] = ['json', 'html', 'junit', 'ctrf', 'har']

/** Writes a report in each of the formats, whole or not at all; one that cannot be written does not keep the others from it. */
export async function writeReports(
  report: Report,
  options: { readonly outDir: string; readonly formats: readonly Format[] },
): Promise<Written> {
  const results: { path?: string; problem?: string }[] = []
  const shown =
    report.docs === undefined && existsSync(join(options.outDir, localPages, 'index.html')) ? { ...report, docs: localPages } : report
  for (const name of options.formats) results.push(await writeOne(name === 'json' ? report : shown, name, options.outDir)) // one at a time: each takes room
  return { paths: results.flatMap(({ path }) => path ?? []), problems: results.flatMap(({ problem }) => problem ?? []) }
}

/** Writes a file under a name of its own first, so that no reader ever sees half of it. */
export async function writeWhole(path: string, content: string | Iterable<string>): Promise<void> {
  const draft = `${path}.${randomUUID()}.tmp`
  try {
    await writeFile(draft, content, { flag: 'wx' })
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined)
    throw error
  }
}

async function writeOne(report: Report, name: Format, outDir: string): Promise<{ path?: string; problem?: string }> {
  const { file, render } = formats[name]
  const path = join(outDir, file)
  try {
    await mkdir(outDir, { recursive: true })
    await writeWhole(path, await render(report, join(outDir, formats.json.file)))
    return { path }
  } catch (error) {
    return { problem: explainedFault(path, error) }
  }
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there. Choose another folder with --out, or change its permissions.',
  EPERM: 'this user may not write there. Choose another folder with --out, or change its permissions.',
  EROFS: 'the disk can only be read. Choose another folder with --out.',
  ENOSPC: 'the disk is full. Make room, or choose another folder with --out.',
  EDQUOT: 'the quota of the disk is used up. Make room, or choose another folder with --out.',
  ENOTDIR: 'a part of its path is a file, not a folder. Choose another folder with --out.',
  EEXIST: 'a part of its path is a file, not a folder. Choose another folder with --out.',
  EISDIR: 'a folder has that name. Remove it, or choose another folder with --out.',
  ERR_FS_EISDIR: 'a folder has the name of a report. Remove it, or choose another folder with --out.',
  ENAMETOOLONG: 'the path is too long. Choose a shorter one with --out.',
}

/** Why a file or folder could not be written, and what to do. */
export function explainedFault(path: string, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const message = error instanceof Error ? error.message : String(error)
  return `${path} could not be written: ${reasons[code] ?? message}`
}
