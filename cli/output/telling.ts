import { fitted } from '../../reports/text/lines.ts'
import { plainLines } from '../../reports/text/plain.ts'
import { errorAnnotation } from '../../reports/text/workflow-command.ts'

/** A line on standard output, broken between words for a narrow terminal; no name in it moves a cursor or speaks to a CI system. */
export function say(line: string): void {
  process.stdout.write(fitted(`${plainLines(line)}\n`, process.stdout))
}

/** The same on standard error. */
export function tell(line: string): void {
  process.stderr.write(fitted(`${plainLines(line)}\n`, process.stderr))
}

/** Tells why a command did not go on; on GitHub as an annotation as well, which stands beside the step that failed. */
export function complain(text: string): void {
  tell(text)
  annotate(text)
}

export function annotate(text: string): void {
  if (isOnGitHub()) process.stderr.write(errorAnnotation(text))
}

export function isOnGitHub(): boolean {
  return process.env['GITHUB_ACTIONS'] === 'true'
}
