import { fixed, grouped, rounded } from './decimal-digits.ts'
import type { Spelling } from './writing.ts'

const inCents = localised('en-US', 2, 2)

/** An amount as programs show it in various languages. */
export const localForms: readonly Spelling[] = [
  { id: 'localised', title: 'as a number of the English locale', spell: localised('en-US') },
  {
    id: 'localised-with-two-decimals',
    title: 'as a number of the English locale with two decimals',
    spell: localised('en-US', 2, 2),
    otherwise: [(value) => grouped(fixed(value, 2))],
  },
  {
    id: 'localised-with-comma',
    title: 'as a number of the German locale',
    spell: localised('de-DE'),
    otherwise: [localised('de-DE', 2), localised('de-DE', 2, 2)],
  },
  {
    id: 'printed-with-comma',
    title: 'with two decimals behind a comma, as printf has them in other languages',
    spell: (value) => fixed(value, 2).replace('.', ','),
    otherwise: [...[6, 8].map((count) => (value: string) => fixed(value, count)), (value: string) => Number(value).toFixed(2)].map(
      (print) => (value) => print(value).replace('.', ','),
    ),
  },
  {
    id: 'localised-in-local-digits',
    title: 'as a number of the Persian or the Arabic locale',
    spell: localised('fa-IR'),
    otherwise: [localised('ar-EG'), localised('fa-IR', 2, 2)],
  },
  {
    id: 'localised-with-spaces',
    title: 'as a number of the French locale',
    spell: localised('fr-FR'),
    otherwise: [localised('fr-FR', 2, 2)],
  },
  {
    id: 'localised-otherwise',
    title: 'as a number of the Indian or the Swiss locale',
    spell: localised('en-IN'),
    otherwise: [localised('en-IN', 2, 2), localised('de-CH'), localised('de-CH', 2, 2)],
  },
  {
    id: 'localised-as-money',
    title: 'as an amount of money',
    spell: (value) => `$${inCents(value)}`,
    otherwise: [
      (value) => `$${exactCents(value)}`,
      (value) => `\u00a4${inCents(value)}`,
      (value) => `${inCents(value)} $`,
      (value) => `USD ${inCents(value)}`,
    ],
  },
]

function exactCents(value: string): string {
  return grouped(rounded(value, 2))
}

function localised(locale: string, least = 0, most = 3): (value: string) => string {
  let made: Intl.NumberFormat | undefined // only when asked for: the first takes 13 ms
  const format = () => (made ??= new Intl.NumberFormat(locale, { minimumFractionDigits: least, maximumFractionDigits: most }))
  return (value) => format().format(Number(value))
}
