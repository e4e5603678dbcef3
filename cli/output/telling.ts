import { fitted } from '../../reports/text/lines.ts'
import { plainLines } from '../../reports/text/plain.ts'

/**
 * A line on standard output, broken between words where a terminal is too narrow for it; a name of a file or of a target that stands in it moves
 * no cursor and speaks to no CI system.
 */
export function say(line: string): void {
  process.stdout.write(fitted(`${plainLines(line)}\n`, process.stdout))
}

/** The same on standard error. */
export function tell(line: string): void {
  process.stderr.write(fitted(`${plainLines(line)}\n`, process.stderr))
}
