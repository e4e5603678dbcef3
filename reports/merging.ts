import { countsOf, isOfPart } from '../consumers/gate/coped.ts'
import { exitCode, summary } from '../engine/run.ts'
import { ReportError } from './parsing.ts'
import { verdicts } from './reading.ts'
import type { Report } from './report.ts'
import type { ReportedTrial } from './reported-coping.ts'

/** Joins the parts of a gate whose trials were cut up: the same as a whole run. @throws {ReportError} where they are not of one. */
export function mergedReport(parts: readonly Report[]): Report {
  const [first, ...others] = parts
  if (!first) throw new ReportError('There is nothing to merge: expected the reports of the parts of a gate.')
  const other = others.find((part) => part.side !== first.side || key(part) !== key(first))
  if (!first.coping || other)
    throw new ReportError(
      `These are no parts of one gate: expected the same command, operations and document, with --shard${other ? `; found ${key(other)}` : ''}.`,
    )
  const trials = joined(parts.flatMap(({ coping }) => coping?.trials ?? []))
  const missing = missingParts(parts)
  const places = new Map(trials.map(({ name, order }) => [`gate.variant.${name}`, order]))
  const placeOf = ({ check }: { readonly check: string }) => places.get(check) ?? -1
  const outcomes = joinedBy(
    parts.flatMap((part) => part.outcomes),
    ({ check }) => check,
    worse,
  ).sort((one, other) => placeOf(one) - placeOf(other))
  const exchanges = [...new Map(parts.flatMap((part) => part.exchanges).map((exchange) => [exchange.id, exchange])).values()]
  const complete = parts.every((part) => part.complete) && missing.length === 0
  const { shard: _, ...coping } = first.coping
  return {
    ...first,
    outcomes,
    exchanges,
    bodies: Object.assign({}, ...parts.map(({ bodies }) => bodies)),
    notes: [
      ...(missing.length > 0 ? [`Parts are missing: ${missing.join(', ')}.`] : []),
      ...new Set(parts.flatMap(({ notes }) => notes).filter((note) => !isOfPart(note))),
      ...countsOf(trials),
    ],
    coping: { ...coping, trials, requirements: Object.assign({}, ...parts.map((part) => part.coping?.requirements)) },
    complete,
    summary: summary({ outcomes }),
    exitCode: exitCode({ outcomes, complete }),
    startedAt: parts.map(({ startedAt }) => startedAt).sort()[0] ?? first.startedAt,
    finishedAt:
      parts
        .map(({ finishedAt }) => finishedAt)
        .sort()
        .at(-1) ?? first.finishedAt,
  }
}

function key({ command, spec, target }: Report): string {
  return [command?.words.join(' '), target.operations.join(','), spec.sha256.slice(0, 12)].join('; ')
}

/** Merges trials: one that a part left out another part may have run. */
function joined(trials: readonly ReportedTrial[]): ReportedTrial[] {
  const all = joinedBy(
    trials,
    ({ name }) => name,
    (one, other) => (one.verdict === 'not run' ? other : one),
  )
  return all.sort((one, other) => one.order - other.order)
}

function joinedBy<Thing>(things: readonly Thing[], keyOf: (thing: Thing) => string, pick: (one: Thing, other: Thing) => Thing): Thing[] {
  const known = new Map<string, Thing>()
  for (const thing of things) {
    const before = known.get(keyOf(thing))
    known.set(keyOf(thing), before === undefined ? thing : pick(before, thing))
  }
  return [...known.values()]
}

function worse(one: Report['outcomes'][number], other: Report['outcomes'][number]): Report['outcomes'][number] {
  return verdicts.indexOf(other.verdict) < verdicts.indexOf(one.verdict) ? other : one
}

function missingParts(parts: readonly Report[]): string[] {
  const shards = parts.flatMap(({ coping }) => coping?.shard ?? [])
  const [, of = '0'] = shards[0]?.split('/') ?? []
  const wanted = Array.from({ length: Number(of) }, (_, at) => `${at + 1}/${of}`)
  return wanted.filter((shard) => !shards.includes(shard))
}
