import { trialNotes } from '../consumers/gate/coping/coping-outcomes.ts'
import { variantCheck } from '../consumers/gate/gate-checks.ts'
import { exitCode, summary } from '../engine/run.ts'
import { defined } from '../language/defined.ts'
import { getOrInsert } from '../language/get-or-insert.ts'
import { UsageError } from '../language/usage-error.ts'
import { verdicts } from './conclusions/conclusion.ts'
import type { Report } from './report.ts'
import type { ReportedTrial } from './reported-coping.ts'

/** Joins the parts of a gate whose trials were cut up: the same as a whole run. @throws {UsageError} where they are not of one. */
export function mergedReport(parts: readonly Report[]): Report {
  const [first, ...others] = parts
  if (!first) throw new UsageError('There is nothing to merge: expected the reports of the parts of a gate.')
  if (!first.coping) throw new UsageError(`${noParts}: expected the same command, operations and document, with --shard.`)
  for (const other of others) refuseUnlike(first, other)
  refuseOtherTrials(parts)
  const trials = joinedTrials(parts.flatMap(({ coping }) => coping?.trials ?? []))
  const missing = missingParts(parts)
  const outcomes = joinedOutcomes(parts, trials)
  const complete = parts.every((part) => part.complete) && missing.length === 0
  const { shard: _, ...coping } = first.coping
  return {
    ...first,
    ...timesOf(parts),
    outcomes,
    exchanges: joinedBy(
      parts.flatMap(({ exchanges }) => exchanges),
      ({ id }) => id,
      (_one, other) => other,
    ),
    bodies: Object.fromEntries(parts.flatMap(({ bodies }) => Object.entries(bodies))),
    notes: [
      ...(missing.length > 0 ? [`Parts are missing: ${missing.join(', ')}.`] : []),
      ...new Set(parts.flatMap(wholeNotes)),
      ...trialNotes({ trials }),
    ],
    coping: {
      ...coping,
      trials,
      requirements: Object.fromEntries(parts.flatMap((part) => Object.entries(part.coping?.requirements ?? {}))),
    },
    complete,
    summary: summary({ outcomes }),
    exitCode: exitCode({ outcomes, complete }),
  }
}

/** The notes of a part that are not about its own trials. */
function wholeNotes({ notes, coping }: Report): string[] {
  const own = coping ? trialNotes(coping) : []
  return notes.filter((note) => !own.includes(note))
}

/** From the beginning of the first part to the end of the last; the times of a report are in one form, so that they can be sorted. */
function timesOf(parts: readonly Report[]): Partial<Pick<Report, 'startedAt' | 'finishedAt'>> {
  const [startedAt] = parts.map((part) => part.startedAt).sort()
  const finishedAt = parts
    .map((part) => part.finishedAt)
    .sort()
    .at(-1)
  return defined({ startedAt, finishedAt })
}

/** The worst outcome of each check; those of variants in the order of the trials, behind all others. */
function joinedOutcomes(parts: readonly Report[], trials: readonly ReportedTrial[]): Report['outcomes'] {
  const places = new Map(trials.map(({ name, order }) => [variantCheck(name), order]))
  const placeOf = ({ check }: Report['outcomes'][number]) => places.get(check) ?? -1
  const all = joinedBy(
    parts.flatMap(({ outcomes }) => outcomes),
    ({ check }) => check,
    (one, other) => (verdicts.indexOf(other.verdict) < verdicts.indexOf(one.verdict) ? other : one),
  )
  return all.sort((one, other) => placeOf(one) - placeOf(other))
}

const noParts = 'These are not parts of one gate'

/** @throws {UsageError} naming what differs, where two reports cannot be of one run. */
function refuseUnlike(one: Report, other: Report): void {
  const [ours, theirs] = [common(one), common(other)]
  const found = Object.keys(ours).flatMap((name) => (ours[name] === theirs[name] ? [] : [`${name} ${ours[name]} and ${theirs[name]}`]))
  if (found.length > 0) throw new UsageError(`${noParts}: found ${found.join('; ')}.`)
}

function common({ command, spec, target, assay, side = 'provider', coping, outcomes }: Report): Readonly<Record<string, string>> {
  const excepted = outcomes.flatMap(({ verdict, reason = '' }) =>
    verdict === 'inapplicable' ? (/--except ([^)]+)/.exec(reason)?.[1] ?? []) : [],
  )
  return {
    'the command': command?.words.join(' ') ?? 'none',
    'the operations': target.operations.join(', '),
    'the document': spec.sha256.slice(0, 12),
    Assay: assay,
    'the judged side': side,
    'the number of parts': coping?.shard?.split('/')[1] ?? 'none',
    '--except': [...new Set(excepted)].sort().join(', ') || 'none',
  }
}

/** Parts that were told to try other kinds of providers number them otherwise. @throws {UsageError} */
function refuseOtherTrials(parts: readonly Report[]): void {
  const orders = new Map<string, number>()
  for (const { name, order } of parts.flatMap(({ coping }) => coping?.trials ?? [])) {
    if (getOrInsert(orders, name, () => order) !== order)
      throw new UsageError(`${noParts}: ${name} is another trial in each; expected the same --variants and --mutants.`)
  }
}

/** Merges trials: one that a part left out another part may have run. */
function joinedTrials(trials: readonly ReportedTrial[]): ReportedTrial[] {
  const all = joinedBy(
    trials,
    ({ name }) => name,
    (one, other) => (one.verdict === 'not run' ? other : one),
  )
  return all.sort((one, other) => one.order - other.order)
}

function joinedBy<Thing>(things: readonly Thing[], keyOf: (thing: Thing) => string, pick: (one: Thing, other: Thing) => Thing): Thing[] {
  return [...Map.groupBy(things, keyOf).values()].map((alike) => alike.reduce((one, other) => pick(one, other)))
}

function missingParts(parts: readonly Report[]): string[] {
  const shards = parts.flatMap(({ coping }) => coping?.shard ?? [])
  const [, of = '0'] = shards[0]?.split('/') ?? []
  const wanted = Array.from({ length: Number(of) }, (_, at) => `${at + 1}/${of}`)
  return wanted.filter((shard) => !shards.includes(shard))
}
