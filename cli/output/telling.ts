import { fitted } from '../../reports/text/lines.ts'
import { plainLines } from '../../reports/text/plain.ts'

/** A line on standard output, broken between words for a narrow terminal; no name in it moves a cursor or speaks to a CI system. */
export function say(line: string): void {
  process.stdout.write(fitted(`${plainLines(line)}\n`, process.stdout))
}

/** The same on standard error. */
export function tell(line: string): void {
  process.stderr.write(fitted(`${plainLines(line)}\n`, process.stderr))
}
