import { type Finding, findingAt } from '../../../engine/judging/outcome.ts'
import { excerpt, shortened } from '../../../text/excerpt.ts'
import { anyElement } from '../../../text/json/pointer.ts'
import { pointerOf } from '../finding.ts'
import { stepsOf } from '../reading/interaction.ts'
import type { InteractionResult, Mismatch } from './pact-verifier.ts'

/** The findings in what Pact's verifier says of an answer, those of one kind at one field of a list taken together. */
export function mismatchFindings({ mismatch }: InteractionResult, exchange: string): Finding[] {
  const statusFirst = (mismatch?.mismatches ?? []).toSorted((one, other) => Number(isStatus(other)) - Number(isStatus(one)))
  const all = statusFirst.map(findingOf)
  if (all.length === 0)
    return [{ at: 'response', expected: 'the response that the pact shows', actual: mismatch?.message ?? 'another', exchange }]
  const kinds = Map.groupBy(all, ({ at, expected }) => JSON.stringify([anyElement(at), expected]))
  return [...kinds.values()].map((group) => {
    const [{ expected, actual }] = group
    return findingAt(
      group.map((each) => each.at),
      { expected, actual, exchange },
    )
  })
}

function isStatus({ type }: Mismatch): boolean {
  return type === 'StatusMismatch'
}

function findingOf(found: Mismatch): Finding {
  const { type, path, key, expected, actual, mismatch } = found
  const place = isStatus(found) ? 'status' : type === 'HeaderMismatch' ? `header ${key}` : pointerOf(stepsOf(path ?? '')) || 'body'
  const words = plainWords(mismatch ?? '')
  return {
    at: place,
    expected: words.expected ?? valueText(expected, 'the value of the pact'),
    actual: words.actual ?? valueText(actual, mismatch ?? 'another'),
  }
}

function valueText(value: unknown, fallback: string): string {
  if (value === undefined || value === null || value === '') return fallback
  return typeof value === 'string' ? shortened(value) : excerpt(value)
}

/** Pact says what it expected in words of its own; the example beside them would mislead where a rule decided. */
function plainWords(words: string): { readonly expected?: string; readonly actual?: string } {
  const [, actual, expected] = /Expected (.{1,200}?) to (.*)$/s.exec(words) ?? []
  if (actual !== undefined && expected !== undefined) return { expected: expected.replace(/^be /, ''), actual }
  const [, names] = /missing the following keys: (.*)$/s.exec(words) ?? []
  return names === undefined ? {} : { expected: `an object with ${names}`, actual: `missing: ${names}` }
}
