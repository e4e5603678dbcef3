import type { Journal } from '../../engine/client/withdrawals/journal.ts'
import { exposureOf } from '../../engine/money/exposure.ts'
import type { Plan } from '../../engine/plan.ts'
import type { Run } from '../../engine/run.ts'
import { createSeed, type Seed } from '../../engine/seed.ts'
import type { Selection } from '../../engine/selection.ts'
import type { Target } from '../../engine/target.ts'
import { defined } from '../../language/defined.ts'
import { reportOf } from '../../reports/report.ts'
import { exposureText } from '../../reports/terminal/plan.ts'
import { withdrawalSummary } from '../../reports/terminal/terminal.ts'
import { hanging, styleOf } from '../../reports/text/lines.ts'
import { plain } from '../../reports/text/plain.ts'
import { errorStart } from '../../reports/text/workflow-command.ts'
import { journalElsewhere, ordinaryFolder } from '../../reports/withdrawal-journal.ts'
import { plan } from '../../suites/run.ts'
import type { Settings } from '../../targets/configuration/settings.ts'
import { withoutSecrets } from '../fault.ts'
import { contract } from '../options/contract.ts'
import { tell } from '../output/telling.ts'

const announcementStart = 'This run may register withdrawals at'

/** What was told on standard error, without announcements and without what is for GitHub. */
export function withoutAnnouncements(told: string): string {
  const parts = told.split('\n\n').filter((part) => !part.startsWith(announcementStart))
  const lines = parts.join('\n\n').split('\n')
  return lines
    .filter((line) => !line.startsWith(errorStart))
    .join('\n')
    .trimEnd()
}

/** Says beforehand what withdrawals may be registered; `briefly` leaves that out where they stay on this machine, and no real money moves. */
export function announceWithdrawals(
  target: Target,
  planned: Plan,
  { most, briefly = false }: { most?: number; briefly?: boolean } = {},
): void {
  const { registers, mayRegister } = planned.cost
  const exposed = exposureOf(contract, target, planned, most)
  if ((!exposed && briefly) || registers === 0) return
  const more = mayRegister > registers ? ` if it conforms, about ${mayRegister} if it accepts everything` : ''
  const cost = exposed ? ` if it conforms, ${exposureText(exposed)} (what is answered with 429 counts as not taken)` : more
  const said = `${announcementStart} ${plain(withoutSecrets(target.name))}: up to ${registers}${cost}.`
  process.stderr.write(`${hanging('', said, styleOf(process.stderr)).join('\n')}\n\n`)
}

/** Says it of each target of a fleet, whose runs are processes of their own that nobody hears. */
export async function announceAll(all: readonly Settings[], selection: Selection, most?: number): Promise<void> {
  for (const { target } of all) announceWithdrawals(target, await plan(contract, target, selection), defined({ most, briefly: true }))
}

/** The journal of a command that writes no reports of a run, where money may leave this machine. */
export function journalWithoutFolder(target: Target, run: string): Journal | undefined {
  return journalElsewhere(ordinaryFolder, { contract, target, run, onProblem: tell })
}

/** A run that leaves no report of its own: what it may cost is announced, and what it registered is kept and listed. */
export async function accountedFor(
  target: Target,
  judge: (session: { readonly planned: Plan; readonly seed: Seed; readonly journal?: Journal }) => Promise<Run>,
  seed: Seed = createSeed(),
): Promise<Run> {
  const planned = await plan(contract, target)
  announceWithdrawals(target, planned, { briefly: true })
  using journal = journalWithoutFolder(target, seed.text)
  const finished = await judge(defined({ planned, seed, journal }))
  if (journal) process.stderr.write(withdrawalSummary(reportOf(finished), styleOf(process.stderr)))
  return finished
}
