import { counted } from '../spec/counted.ts'
import type { Receiver } from './callbacks/receiver.ts'
import type { Client } from './client/client.ts'
import type { Journal } from './client/withdrawals/journal.ts'
import { type Selection, shownPatterns } from './selection.ts'

/** What is to be said of how a run went, beside its outcomes. */
export interface Course {
  readonly selection: Selection | undefined
  readonly client: Pick<Client, 'spent' | 'mishaps'>
  readonly journal: Journal | undefined
  readonly receiver: Receiver | undefined
  /** What kept probes from their end, in a sentence each. */
  readonly faults: readonly string[]
  /** Why it ended before all was sent; undefined if it did not. */
  readonly ended: 'deadline' | 'interrupted' | undefined
  /** The most that it may take, in milliseconds. */
  readonly deadline: number
  /** True if not all of what was answered is judged. */
  readonly isCut: boolean
}

/** A sentence for each thing that a reader of the outcomes has to know. */
export function runNotes({ selection = {}, client, journal, receiver, faults, ended, deadline, isCut }: Course): string[] {
  const { only, quick } = selection
  return [
    ...(only === undefined ? [] : [`The run was narrowed to ${shownPatterns(only)}.`]),
    ...(quick ? ['This was a quick run: it left out what is only observed, and checks whose requirement other checks cover.'] : []),
    ...(ended ? [endNote(ended, deadline)] : []),
    ...(isCut ? ['Not all of what was answered is judged.'] : []),
    ...spentNotes(client.spent(), journal),
    ...mishapNotes(client.mishaps()),
    ...faults,
    ...strangersNote(receiver),
  ]
}

function endNote(ended: 'deadline' | 'interrupted', deadline: number): string {
  return ended === 'deadline'
    ? `The run reached its deadline of ${deadline / 1000} s before it was done.`
    : 'The run was interrupted before it was done.'
}

function spentNotes({ blown }: ReturnType<Client['spent']>, journal: Journal | undefined): string[] {
  return [
    ...(blown === undefined ? [] : [`No more withdrawals were sent: ${blown}.`]),
    ...(journal?.problem === undefined ? [] : [journal.problem]),
  ]
}

function mishapNotes({ afresh, jumped, back }: ReturnType<Client['mishaps']>): string[] {
  const seconds = Math.round(Math.abs(jumped) / 1000)
  const times = afresh === 1 ? 'Once' : `${afresh} times`
  return [
    ...(afresh === 0
      ? []
      : [`${times}, a request was sent again because the target had not answered it. The count of requests holds each of them only once.`]),
    ...(back === 0
      ? []
      : [`The target refuses the present time: signed requests carried times ${back} ms earlier, since its clock may be that far behind.`]),
    ...(jumped === 0
      ? []
      : [
          `The clock of this machine jumped by ${seconds} s ${jumped > 0 ? 'ahead' : 'back'} during the run: it was set, or the machine slept.`,
        ]),
  ]
}

function strangersNote(receiver: Receiver | undefined): string[] {
  const count = receiver?.ignored() ?? 0
  return count === 0
    ? []
    : [`${counted(count, 'request')} to other paths than the callback's address came in, and ${count === 1 ? 'was' : 'were'} ignored.`]
}
