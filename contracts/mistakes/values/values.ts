import type { Construction, SignedPart } from '../../construction.ts'
import { isTimestamp, kebab, type Mistake, maker, onlyExplaining, type Spell, type Spelling } from '../mistake.ts'
import type { Change } from '../signing-procedure.ts'
import { decimals, sentDecimals } from './decimals.ts'
import { letterCases, spellings } from './spellings.ts'
import { sentTimes, times } from './times.ts'

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
const normalisations: Readonly<Record<NonNullable<SignedPart['kind']>, readonly Spelling[]>> = {
  decimal: sentDecimals,
  symbol: letterCases,
  address: [...letterCases, ['without-prefix', 'without its 0x', (value) => value.replace(/^0x/i, '')]],
}

function sentNormalisations({ kind }: SignedPart): readonly Spelling[] {
  return kind ? normalisations[kind] : []
}

function ofPart(construction: Construction, { name }: SignedPart, all: readonly Spelling[]): Mistake[] {
  const rows = all.map(([id, title, ...spells]): Spelling => [`signs-${kebab(name)}-${id}`, `${name} ${title}`, ...spells])
  return maker(construction, 'value', 'verbatim')(rows, spelt(name))
}

/** A construction has one timestamp, so that its name stands in no id. */
function ofTime(construction: Construction, { name }: SignedPart, all: readonly Spelling[]): Mistake[] {
  const rows = all.map(([id, ...rest]): Spelling => [`signs-${id}`, ...rest])
  return maker(construction, 'value', `covers.${name}`)(rows, spelt(name))
}

function allParts(construction: Construction): Mistake[] {
  const rows = spellings(undefined).map(([id, title, ...spells]): Spelling => [`signs-all-${id}`, `every part ${title}`, ...spells])
  return maker(construction, 'value', 'verbatim')(rows, spelt())
}

/** Spells the values of one part, or of all, each once where it is asked for again and again, as pairs of mistakes do. */
function spelt(name?: string): (spell: Spell) => Change {
  return (spell) => {
    let known: { readonly value: string; readonly spelt: string } | undefined
    return (procedure) => ({
      ...procedure,
      value: (part, input) => {
        const value = procedure.value(part, input)
        if (value === undefined || (name !== undefined && part.name !== name)) return value
        known = known?.value === value ? known : { value, spelt: spell(value) }
        return known.spelt
      },
    })
  }
}
