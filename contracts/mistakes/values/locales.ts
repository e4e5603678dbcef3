import { commas, fixed, rounded } from './decimal-digits.ts'
import type { Spelling } from './writing.ts'

const inCents = localised('en-US', 2, 2)

/** An amount as programs show it in various languages. */
export const localForms: readonly Spelling[] = [
  ['localised', 'as a number of the English locale', localised('en-US')],
  [
    'localised-with-two-decimals',
    'as a number of the English locale with two decimals',
    localised('en-US', 2, 2),
    (value) => commas(fixed(value, 2)),
  ],
  ['localised-with-comma', 'as a number of the German locale', localised('de-DE'), localised('de-DE', 2), localised('de-DE', 2, 2)],
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
    localised('fa-IR'),
    localised('ar-EG'),
    localised('fa-IR', 2, 2),
  ],
  ['localised-with-spaces', 'as a number of the French locale', localised('fr-FR'), localised('fr-FR', 2, 2)],
  [
    'localised-otherwise',
    'as a number of the Indian or the Swiss locale',
    localised('en-IN'),
    localised('en-IN', 2, 2),
    localised('de-CH'),
    localised('de-CH', 2, 2),
  ],
  [
    'localised-as-money',
    'as an amount of money',
    (value) => `$${inCents(value)}`,
    (value) => `$${exactCents(value)}`,
    (value) => `\u00a4${inCents(value)}`,
    (value) => `${inCents(value)} $`,
    (value) => `USD ${inCents(value)}`,
  ],
]

function exactCents(value: string): string {
  return commas(rounded(value, 2))
}

function localised(locale: string, least = 0, most = 3): (value: string) => string {
  let made: Intl.NumberFormat | undefined // only when asked for: the first takes 13 ms
  const format = () => (made ??= new Intl.NumberFormat(locale, { minimumFractionDigits: least, maximumFractionDigits: most }))
  return (value) => format().format(Number(value))
}
