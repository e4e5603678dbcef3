import type { Construction, SignedPart } from '../../construction.ts'
import { isTimestamp, kebab, type Mistake, maker, onlyExplaining } from '../mistake.ts'
import type { Change } from '../way.ts'
import { decimals, sentDecimals } from './decimals.ts'
import { letterCases } from './letter-cases.ts'
import { spellings } from './spellings.ts'
import { sentTimes, times } from './times.ts'
import type { Spell, Spelling } from './writing.ts'

/** Changed parts: first those that requests of a run are signed with, then those that only explain. */
export function changedValues(construction: Construction): Mistake[] {
  const { parts } = construction
  return [
    ...parts.flatMap((part) => (isTimestamp(part) ? ofTime(construction, part, sentTimes(part)) : [])),
    ...parts.flatMap((part) => ofPart(construction, part, sentNormalisations(part))),
    ...onlyExplaining([
      ...parts.flatMap((part) => (isTimestamp(part) ? ofTime(construction, part, times(part)) : [])),
      ...parts.flatMap((part) => ofPart(construction, part, [...(part.kind === 'decimal' ? decimals : []), ...spellingsOf(part)])),
      ...allParts(construction),
    ]),
  ]
}

/** The spellings of a part, without the normalisations, which are listed separately. */
function spellingsOf(part: SignedPart): Spelling[] {
  const sent = new Set(sentNormalisations(part).map(([id]) => id))
  return spellings(part).filter(([id]) => !sent.has(id))
}

/** What a request is signed with: the ways in which services normalise a part. */
function sentNormalisations({ kind }: SignedPart): readonly Spelling[] {
  switch (kind) {
    case 'decimal':
      return sentDecimals
    case 'symbol':
      return letterCases
    case 'address':
      return [...letterCases, ['without-prefix', 'without its 0x', (value) => value.replace(/^0x/i, '')]]
    case undefined:
      return []
    default:
      return kind satisfies never
  }
}

function ofPart(construction: Construction, { name }: SignedPart, all: readonly Spelling[]): Mistake[] {
  const make = maker(construction, 'value', 'verbatim')
  return all.map(([id, title, ...spells]) =>
    make({ id: `signs-${kebab(name)}-${id}`, title: `${name} ${title}` }, ...changesOf(spells, (part) => part.name === name)),
  )
}

/** A construction has one timestamp, so that its name stands in no id. */
function ofTime(construction: Construction, { name }: SignedPart, all: readonly Spelling[]): Mistake[] {
  const make = maker(construction, 'value', `covers.${name}`)
  return all.map(([id, title, ...spells]) => make({ id: `signs-${id}`, title }, ...changesOf(spells, (part) => part.name === name)))
}

/** Every part with the same other spelling. */
function allParts(construction: Construction): Mistake[] {
  const make = maker(construction, 'value', 'verbatim')
  return spellings(undefined).map(([id, title, ...spells]) =>
    make({ id: `signs-all-${id}`, title: `every part ${title}` }, ...changesOf(spells, () => true)),
  )
}

/** Spells a value once where it is asked for again and again, as pairs of mistakes do. */
function once(spell: Spell): Spell {
  let known: { readonly value: string; readonly spelt: string } | undefined
  return (value) => {
    known = known?.value === value ? known : { value, spelt: spell(value) }
    return known.spelt
  }
}

function changesOf([spell, ...otherwise]: readonly [Spell, ...Spell[]], isMeant: (part: SignedPart) => boolean): [Change, ...Change[]] {
  const changed =
    (write: Spell): Change =>
    (way) => ({
      ...way,
      value: (part, input) => {
        const value = way.value(part, input)
        return value === undefined || !isMeant(part) ? value : write(value)
      },
    })
  return [changed(once(spell)), ...otherwise.map((other) => changed(once(other)))]
}
