import { htmlReport } from './html/report.ts'
import type { Report } from './report.ts'

/** What a format writes in pieces, as one text. */
export function wholeText(pieces: Iterable<string>): string {
  return [...pieces].join('')
}

export async function wholePage(report: Report, saved?: string): Promise<string> {
  return wholeText(await htmlReport(report, saved))
}
