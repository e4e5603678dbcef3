import type { Spell, Spelling } from '../mistake.ts'
import { commas, fixed, rounded } from './decimal-digits.ts'

const [inCents] = centsOf('en-US')

export const localForms: readonly Spelling[] = [
  ['localised', 'as a number of the English locale', ...numbersOf('en-US')],
  [
    'localised-with-two-decimals',
    'as a number of the English locale with two decimals',
    ...centsOf('en-US'),
    (value) => commas(fixed(value, 2)),
  ],
  ['localised-with-comma', 'as a number of the German locale', ...numbersOf('de-DE'), localised('de-DE', 2, 3), ...centsOf('de-DE')],
  [
    'printed-with-comma',
    'with two decimals behind a comma, as printf has them in other languages',
    (value) => fixed(value, 2).replace('.', ','),
    ...[...[6, 8].map((count) => (value: string) => fixed(value, count)), (value: string) => Number(value).toFixed(2)].map(
      (print) => (value: string) => print(value).replace('.', ','),
    ),
  ],
  [
    'localised-in-local-digits',
    'as a number of the Persian or the Arabic locale',
    ...numbersOf('fa-IR'),
    ...numbersOf('ar-EG'),
    ...centsOf('fa-IR'),
    ...centsOf('ar-EG'),
  ],
  ['localised-with-spaces', 'as a number of the French locale', ...spaced(numbersOf('fr-FR')), ...spaced(centsOf('fr-FR'))],
  [
    'localised-as-money',
    'as an amount of money',
    (value) => `$${inCents(value)}`,
    (value) => `$${commas(rounded(value, 2))}`,
    (value) => `\u00a4${inCents(value)}`,
    (value) => `${inCents(value)} $`,
    (value) => `USD ${inCents(value)}`,
  ],
]

type Spells = [Spell, ...Spell[]]

/** A number with its decimals as they are, or cut to as many as programs show. */
function numbersOf(locale: string): Spells {
  return [...inBothWays(locale, 0, 3), ...inBothWays(locale, 0, 20), localised(locale, 0, 2), localised(locale, 0, 8)]
}

function centsOf(locale: string): Spells {
  return inBothWays(locale, 2, 2)
}

function inBothWays(locale: string, least: number, most: number): Spells {
  return [localised(locale, least, most), exactly(locale, least, most)]
}

/** Which space stands between thousands depends on the age of the tables. */
function spaced([first, ...others]: Spells): Spells {
  const all = [first, ...others]
  return [
    first,
    ...others,
    ...['\u00a0', ' '].flatMap((space) =>
      all.map(
        (spell): Spell =>
          (value) =>
            spell(value).replaceAll('\u202f', space),
      ),
    ),
  ]
}

function localised(locale: string, least: number, most: number): Spell {
  const format = formatter(locale, least, most)
  return (value) => format().format(Number(value))
}

/** Of all digits of a text, where a number would have fifteen. */
function exactly(locale: string, least: number, most: number): Spell {
  const format = formatter(locale, least, most)
  return (value) => format().format((value.trim() === '' ? '0' : value) as Intl.StringNumericLiteral)
}

/** Made only when asked for: the first takes 13 ms. */
function formatter(locale: string, least: number, most: number): () => Intl.NumberFormat {
  let made: Intl.NumberFormat | undefined
  return () => (made ??= new Intl.NumberFormat(locale, { minimumFractionDigits: least, maximumFractionDigits: most }))
}
