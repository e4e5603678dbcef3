import type { Spell, Spelling } from '../mistake.ts'
import {
  commas,
  exponentWhereSmall,
  fixed,
  inUnits,
  normalisedDecimal,
  padded,
  rounded,
  roundedToEven,
  split,
  stripped,
  toPythonDigits,
} from './decimal-digits.ts'
import {
  dotnetDouble,
  exponent,
  fraction,
  general,
  goFloat,
  javaDouble,
  phpFloat,
  phpGeneral,
  plainFloat,
  pythonFloat,
  rubyFloat,
  scientificForms,
  shortestSingle,
} from './floats.ts'
import { localForms } from './locales.ts'

/** How services normalise an amount: requests of a run are signed with these. */
export const sentDecimals: readonly Spelling[] = [
  ['as-number', 'as a number, without its trailing zeros', (value) => String(Number(value))],
  ['with-two-decimals', 'with two decimals', (value) => Number(value).toFixed(2)],
  ['with-eight-decimals', 'with eight decimals', (value) => Number(value).toFixed(8)],
  [
    'as-integer',
    'cut to an integer',
    (value) => String(Math.trunc(Number(value))),
    (value) => (/^\d+(\.|$)/.test(value) ? inLong(BigInt(split(value)[0])) : value),
  ],
  [
    'in-smallest-unit',
    'in a smallest unit of 18 decimals',
    (value) => inUnits(value, 18),
    (value) => wholeNumber(Math.trunc(Number(value) * 10 ** 18)),
    (value) => inUnits(toPythonDigits(value), 18),
  ],
  ['quoted', 'in quotation marks', (value) => JSON.stringify(value)],
]

export const decimalsCut = [2, 4, 6, 8, 9, 10, 18] as const

export const decimals: readonly Spelling[] = [
  ...[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16, 18].map(
    (count): Spelling => [
      `with-${count}-decimals`,
      count === 6 ? 'with six decimals, as %f prints it' : `with ${count} ${count === 1 ? 'decimal' : 'decimals'}`,
      (value) => fixed(value, count),
      (value) => Number(value).toFixed(count),
    ],
  ),
  ...[2, 6, 8, 18].flatMap((count): Spelling[] => [
    [`padded-to-${count}-decimals`, `padded or cut to ${count} decimals, digit by digit`, ...asDecimals(padded, count)],
    [`rounded-to-${count}-decimals`, `rounded half up to ${count} decimals, digit by digit`, ...asDecimals(rounded, count)],
  ]),
  ...[2, 6, 8, 9, 18].flatMap((count): Spelling[] => [
    [
      `rounded-evenly-to-${count}-decimals`,
      `rounded half to even to ${count} decimals, digit by digit`,
      ...asDecimals(roundedToEven, count),
    ],
    [
      `cut-in-units-of-${count}`,
      count === 2 ? 'in cents, cut to an integer' : `in a smallest unit of ${count} decimals, cut to an integer`,
      (value) => inUnits(padded(value, count), count),
    ],
  ]),
  ...decimalsCut.map(
    (count): Spelling => [
      `cut-to-${count}-decimals`,
      `cut to ${count} decimals where it has more`,
      (value) => value.replace(new RegExp(`^(\\d*\\.\\d{${count}})\\d+$`), '$1'),
      (value) => String(Math.trunc(Number(value) * 10 ** count) / 10 ** count),
    ],
  ),
  ...[2, 4, 6, 8].map(
    (count): Spelling => [
      `rounded-up-to-${count}-decimals`,
      `rounded up to ${count} decimals`,
      (value) => String(Math.ceil(Number(value) * 10 ** count) / 10 ** count),
      (value) => (Math.ceil(Number(value) * 10 ** count) / 10 ** count).toFixed(count),
    ],
  ),
  ['times-100-cut', 'in cents, as a number cut to an integer', (value) => wholeNumber(Math.trunc(Number(value) * 100))],
  ...[2, 6, 8, 9].map(
    (count): Spelling => [
      `in-units-of-${count}`,
      count === 2 ? 'in cents' : `in a smallest unit of ${count} decimals`,
      (value) => inUnits(value, count),
      // Cents as a number are a mistake of their own.
      ...(count === 2
        ? []
        : [Math.round, Math.trunc].flatMap((whole) => [
            (value: string) => String(whole(Number(value) * 10 ** count)),
            (value: string) => wholeNumber(whole(Number(value) * 10 ** count)),
          ])),
    ],
  ),
  [
    'times-100-as-number',
    'in cents, as a number',
    (value) => String(Math.round(Number(value) * 100)),
    (value) => String(Number(value) * 100),
  ],
  ['as-python-float', 'as a float of Python', (value) => pythonFloat(Number(value))],
  ['as-java-double', 'as a double of Java', (value) => javaDouble(Number(value))],
  ['as-go-float', 'as a float64 of Go', (value) => goFloat(Number(value))],
  ['as-php-float', 'as a float of PHP', (value) => phpFloat(Number(value))],
  ['as-ruby-float', 'as a float of Ruby', (value) => rubyFloat(Number(value))],
  ['as-dotnet-double', 'as a double of .NET', (value) => dotnetDouble(Number(value))],
  ['as-plain-float', 'as a float without an exponent', (value) => plainFloat(Number(value))],
  ['as-ruby-big-decimal', 'as a BigDecimal of Ruby', rubyBigDecimal],
  [
    'as-single-float',
    'as a float of single precision',
    (value) => String(Math.fround(Number(value))),
    ...[plainFloat, javaDouble, goFloat, String].map((print) => (value: string) => print(shortestSingle(Number(value)))),
  ],
  ['with-six-digits', 'with six significant digits, as %g prints it', ...inDigits(6)],
  [
    'with-fourteen-digits',
    'with fourteen significant digits',
    (value) => general(Number(value), 14),
    (value) => phpGeneral(Number(value), 14),
    (value) => Number(value).toPrecision(14),
  ],
  ['with-fifteen-digits', 'with fifteen significant digits', ...inDigits(15)],
  ...[2, 3, 4, 5, 7, 8, 9, 10, 12, 16, 17].map(
    (count): Spelling => [`with-${count}-digits`, `with ${count} significant digits`, ...inDigits(count)],
  ),
  [
    'with-exponent',
    'with an exponent, as %e prints it',
    (value) => exponent(Number(value), 6),
    ...[2, 8, 1, 3, 4, 10, 16].map((count) => (value: string) => exponent(Number(value), count)),
  ],
  [
    'in-scientific-notation',
    'in scientific notation',
    (value) => Number(value).toExponential(),
    ...scientificForms.map((form) => (value: string) => form(Number(value))),
  ],
  ['rounded-to-integer', 'rounded to an integer', (value) => String(Math.round(Number(value)))],
  ['cut-at-point', 'cut at its point', (value) => value.replace(/\..*$/, '')],
  ['rounded-up', 'rounded up to an integer', (value) => String(Math.ceil(Number(value)))],
  ['as-fraction', 'as a fraction', fraction, (value) => (fraction(value).includes('/') ? fraction(value) : `${fraction(value)}/1`)],
  ['without-zeros-around', 'without any zero at its ends', (value) => value.replace(/^0+|0+$/g, '')],
  [
    'without-trailing-zeros',
    'without its trailing zeros, digit by digit',
    stripped,
    ...[/\.?0+$/, /0+$/, /(?<=\.\d*)0+$/].map((zeros) => (value: string) => value.replace(zeros, '')),
  ],
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 18].map(
    (count): Spelling => [
      `with-up-to-${count}-decimals`,
      `rounded to ${count} decimals, without trailing zeros`,
      (value) => stripped(fixed(value, count)),
      (value) => stripped(rounded(value, count)),
      (value) => stripped(roundedToEven(value, count)),
      (value) => stripped(padded(value, count)),
      (value) => String(Number(Number(value).toFixed(count))),
      (value) => String(Math.round(Number(value) * 10 ** count) / 10 ** count),
      // With the point, which is no zero.
      (value) => fixed(value, count).replace(/0+$/, ''),
      (value) => Number(value).toFixed(count).replace(/0+$/, ''),
    ],
  ),
  ['without-zero-before-point', 'without the zero before its point', (value) => value.replace(/^0+\./, '.')],
  ['without-leading-zeros', 'without its leading zeros', (value) => value.replace(/^0+(?=\d)/, '')],
  [
    'normalised',
    'without leading and trailing zeros, digit by digit',
    (value) => stripped(value).replace(/^0+(?=\d)/, ''),
    (value) => stripped(toPythonDigits(value)).replace(/^0+(?=\d)/, ''),
  ],
  ['as-normalised-decimal', 'as a normalised Decimal of Python', (value) => normalisedDecimal(toPythonDigits(value))],
  ['as-stripped-big-decimal', 'as a stripped BigDecimal of Java', (value) => normalisedDecimal(value)],
  [
    'with-point',
    'with a point and zeros where it is an integer',
    (value) => (value.includes('.') ? value : `${value}.0`),
    ...[2, 6, 8].map((count) => (value: string) => (value.includes('.') ? value : `${value}.${'0'.repeat(count)}`)),
  ],
  ['with-one-zero-more', 'with a zero more behind it', (value) => (value.includes('.') ? `${value}0` : `${value}.0`)],
  ['with-comma', 'with a comma for its point', (value) => value.replace('.', ',')],
  ['without-point', 'without its point', (value) => value.replace('.', '')],
  ['with-thousands', 'with separators between thousands', commas, (value) => commas(exponentWhereSmall(value.replace(/^0+(?=\d)/, '')))],
  ...localForms,
  ['as-json-number', 'as a number of JSON with its zeros', (value) => value.replace(/^0+(?=\d)/, '')],
  ['signed', 'with a plus sign before it', (value) => `+${value}`],
]

/** As PHP reads an integer: the largest one for what is larger. */
function inLong(number: bigint): string {
  const largest = 2n ** 63n - 1n
  return String(number > largest ? largest : number)
}

function inDigits(count: number): [Spell, Spell] {
  return [(value) => general(Number(value), count), (value) => Number(value).toPrecision(count)]
}

/** A number without a fraction, with all its digits. */
function wholeNumber(number: number): string {
  return Number.isFinite(number) ? String(BigInt(number)) : String(number)
}

function rubyBigDecimal(value: string): string {
  const [whole, digits] = split(value)
  const all = (whole + digits).replace(/^0+/, '').replace(/0+$/, '')
  if (!/^\d+$/.test(whole + digits)) return value
  const power = whole.replace(/^0+/, '') === '' ? -(/^0*/.exec(digits)?.[0].length ?? 0) : whole.replace(/^0+/, '').length
  return all === '' ? '0.0' : `0.${all}e${power}`
}

/** As libraries for decimals write a value, and as those do that write a small one with an exponent. */
function asDecimals(write: (value: string, count: number) => string, count: number): [Spell, Spell] {
  return [(value) => write(value, count), (value) => exponentWhereSmall(write(value, count))]
}
