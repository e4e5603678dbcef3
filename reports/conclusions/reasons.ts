import type { ReportedOutcome } from '../report.ts'
import { capitalised } from '../text/plain.ts'
import type { Several } from './causes.ts'

/** Outcomes by their reason: each is said once, in the words that most have, and that others are `like` it but for a name. */
export function reasonsOf(
  outcomes: readonly ReportedOutcome[],
): { readonly reason: string; readonly like: string; readonly outcomes: Several }[] {
  const groups = Map.groupBy(outcomes, ({ reason = 'no reason is given' }) => kindOfReason(reason))
  return [...groups].map(([kind, members]) => {
    const reasons = [...Map.groupBy(members, ({ reason = 'no reason is given' }) => reason)]
    if (kind === unset) return { reason: unsetReason(reasons.map(([reason]) => reason)), like: '', outcomes: members }
    const [[first] = ['']] = reasons.toSorted(([, one], [, other]) => other.length - one.length)
    if (saysAll(kind, reasons.length)) return { reason: capitalised(kind.slice(2)), like: '', outcomes: members }
    return { reason: first, like: reasons.length > 1 ? ' And similar reasons.' : '', outcomes: members }
  })
}

/** True if the cause is a sentence without what it kept from being judged. */
function saysAll(kind: string, reasons: number): boolean {
  return kind.startsWith(': it was not sent') || (reasons > 1 && /^: (?:the run|with these settings) /.test(kind))
}

const unset = 'Not set: '

/** The variables of several reasons, each once: all of them are to be set. */
function unsetReason(reasons: readonly string[]): string {
  const names = reasons.flatMap((reason) => reason.slice(unset.length).replace(/\.$/, '').split(', '))
  return `${unset}${[...new Set(names)].join(', ')}.`
}

/** The kind of a reason: the cause after the colon. What could not be judged, before the colon, varies. */
function kindOfReason(reason: string): string {
  if (reason.startsWith(unset)) return unset
  const at = reason.indexOf(': ')
  const rest = reason.slice(at)
  return at < 0 || rest.length < 12 ? reason : rest
}
