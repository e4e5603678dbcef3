import type { Construction, SignedPart } from '../construction.ts'
import { decimals, sentDecimals } from './decimals.ts'
import { cases } from './letter-cases.ts'
import { explaining, isTimestamp, kebab, type Mistake, maker } from './mistake.ts'
import { spellings } from './spellings.ts'
import { sentTimes, times } from './times.ts'
import type { Change } from './way.ts'
import type { Spelling } from './writing.ts'

/** Changed parts: first those that requests of a run are signed with, then those that only explain. */
export function changedValues(construction: Construction): Mistake[] {
  const { parts } = construction
  return [
    ...parts.flatMap((part) => (isTimestamp(part) ? ofPart(construction, part, sentTimes(part), `covers.${part.name}`) : [])),
    ...parts.flatMap((part) => ofPart(construction, part, sentNormalisations(part))),
    ...explaining([
      ...parts.flatMap((part) => (isTimestamp(part) ? ofPart(construction, part, times(part), `covers.${part.name}`) : [])),
      ...parts.flatMap((part) => ofPart(construction, part, [...(part.kind === 'decimal' ? decimals : []), ...spellingsOf(part)])),
      ...allParts(construction),
    ]),
  ]
}

/** The spellings of a part, without the normalisations, which are listed separately. */
function spellingsOf(part: SignedPart): Spelling[] {
  const sent = new Set(sentNormalisations(part).map(({ id }) => id))
  return spellings(part).filter(({ id }) => !sent.has(id))
}

/** What a request is signed with: the ways in which services normalise a part. */
function sentNormalisations({ kind }: SignedPart): readonly Spelling[] {
  switch (kind) {
    case 'decimal':
      return sentDecimals
    case 'symbol':
      return cases
    case 'address':
      return [...cases, { id: 'without-prefix', title: 'without its 0x', spell: (value) => value.replace(/^0x/i, '') }]
    case undefined:
      return []
    default:
      return kind satisfies never
  }
}

function ofPart(construction: Construction, { name }: SignedPart, all: readonly Spelling[], requirement = 'verbatim'): Mistake[] {
  const make = maker(construction, 'value', requirement)
  const isMeant = (part: SignedPart) => part.name === name
  return all.map((spelling) =>
    make(
      {
        id: spelling.wholeId ?? `signs-${kebab(name)}-${spelling.id}`,
        title: spelling.wholeId ? spelling.title : `${name} ${spelling.title}`,
      },
      ...changesOf(spelling, isMeant),
    ),
  )
}

/** Every part with the same other spelling. */
function allParts(construction: Construction): Mistake[] {
  const make = maker(construction, 'value', 'verbatim')
  return spellings(undefined).map((spelling) =>
    make({ id: `signs-all-${spelling.id}`, title: `every part ${spelling.title}` }, ...changesOf(spelling, () => true)),
  )
}

function changesOf({ spell, otherwise = [] }: Spelling, isMeant: (part: SignedPart) => boolean): [Change, ...Change[]] {
  const changed =
    (write: Spelling['spell']): Change =>
    (way) => ({
      ...way,
      value: (part, input) => {
        const value = way.value(part, input)
        return value === undefined || !isMeant(part) ? value : write(value)
      },
    })
  return [changed(spell), ...otherwise.map(changed)]
}
