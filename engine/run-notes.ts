import { counted } from '../text/counted.ts'
import type { Receiver } from './callbacks/receiver.ts'
import type { Client } from './client/client.ts'
import type { Journal } from './client/withdrawals/journal.ts'
import { type Selection, shownPatterns } from './selection.ts'

interface Course {
  readonly selection: Selection | undefined
  readonly client: Pick<Client, 'spent' | 'mishaps'>
  readonly journal: Journal | undefined
  readonly receiver: Receiver | undefined
  /** Why probes did not finish, one sentence each. */
  readonly faults: readonly string[]
  /** Why it ended early; undefined if it did not. */
  readonly ended: 'deadline' | 'interrupted' | undefined
  readonly deadline: number
  /** True if some answers were not judged. */
  readonly isCut: boolean
}

/** What a reader of the outcomes has to know, one sentence each. */
export function runNotes({ selection = {}, client, journal, receiver, faults, ended, deadline, isCut }: Course): string[] {
  const { only, quick } = selection
  const { blown } = client.spent()
  const notes = [
    only !== undefined && `The run was narrowed to ${shownPatterns(only)}.`,
    quick &&
      'This was a quick run: of each requirement it tried the likeliest ways to be wrong. A target that is wrong in another way passes: a whole run tries all.',
    ended && endNote(ended, deadline),
    isCut && 'Some answers were not judged.',
    blown !== undefined && `No more withdrawals were sent: ${blown}.`,
    journal?.problem,
    // A run that ended early leaves out what it did not come to.
    ...mishapNotes({ ...client.mishaps(), ...(ended && { spared: 0 }) }),
    ...faults,
    strangersNote(receiver?.ignored() ?? 0),
  ]
  return notes.filter((note) => typeof note === 'string')
}

function endNote(ended: 'deadline' | 'interrupted', deadline: number): string {
  return ended === 'deadline'
    ? `The run reached its deadline of ${deadline / 1000} s before it was done.`
    : 'The run was interrupted before it was done.'
}

function mishapNotes({ afresh, jumped, back, spared }: ReturnType<Client['mishaps']>): (string | false)[] {
  const seconds = Math.round(Math.abs(jumped) / 1000)
  const times = afresh === 1 ? 'Once' : `${afresh} times`
  return [
    afresh > 0 &&
      `${times}, a request was sent again because the target had not answered it. The count of requests does not include repeats.`,
    spared > 0 &&
      `The answers called for more requests than usual, so ${counted(spared, 'request')} on which no MUST depends ${spared === 1 ? 'was' : 'were'} not sent; --only asks for what ${spared === 1 ? 'it' : 'they'} would have shown.`,
    back !== 0 &&
      `A request with the current time was refused, and one ${back} ms earlier accepted, so signed requests carried times ${back} ms earlier: the target's clock may be behind, or it refuses at random.`,
    jumped !== 0 &&
      `The clock of this machine jumped ${seconds} s ${jumped > 0 ? 'ahead' : 'back'} during the run: somebody set it, or the machine slept.`,
  ]
}

function strangersNote(count: number): string | false {
  return count > 0 && `${counted(count, 'request')} to another path than the callback's ${count === 1 ? 'was' : 'were'} ignored.`
}
