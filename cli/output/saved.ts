import { stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { releaseMemory } from '../../engine/memory.ts'
import { UsageError } from '../../language/usage-error.ts'
import { longestReport, parseReport } from '../../reports/parsing.ts'
import type { Report } from '../../reports/report.ts'
import { plain } from '../../reports/text/plain.ts'
import { cannotRead } from '../../targets/configuration/named-file.ts'
import { readText } from '../../text/files/text-file.ts'
import { contract } from '../options/contract.ts'

/** Its bytes, its text, and what is parsed of it. */
const parsedWeight = 4

/** Reads a saved report: the file itself, or the folder that a run wrote. @throws {UsageError} */
export async function readReport(path: string): Promise<Report> {
  let file = path
  try {
    if ((await stat(path)).isDirectory()) file = join(path, 'report.json')
    releaseMemory(parsedWeight * (await stat(file)).size)
    return parseReport(readText(file, longestReport))
  } catch (cause) {
    if (cause instanceof UsageError) throw new UsageError(`${path}: ${cause.message}`)
    throw cannotRead(file, cause, ' Give the report.json of a run, or the folder that holds it.')
  }
}

/** What commands say of an argument that names a saved report. */
export const reportArgument = 'the report.json of a run, or the folder that holds it'

/** The folder of a saved report, whichever of both names it. */
export async function reportFolder(path: string): Promise<string> {
  return (await stat(path)).isDirectory() ? path : dirname(path)
}

/** True if a file or a folder stands at a path: else it is the name or the address of a target. */
export async function isSaved(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

/** Refuses a report that was made with other overlays: other checks would judge its evidence. @throws {UsageError} */
export function refuseOtherOverlays(path: string, { spec: { overlays: saved } }: Report): void {
  const { overlays } = contract.spec
  const digests = (all: typeof saved) => all.map(({ sha256 }) => sha256).join()
  if (digests(saved) === digests(overlays)) return
  const named = (all: typeof saved) => all.map(({ title, sha256 }) => `${plain(title)} (${sha256.slice(0, 12)})`).join(', ') || 'none'
  throw new UsageError(
    `${path} was judged with other overlays: expected ${named(saved)}, found ${named(overlays)}. Give the same files with --overlay, in their order.`,
  )
}
