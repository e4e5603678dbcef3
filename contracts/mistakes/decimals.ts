import {
  exponentWhereSmall,
  fixed,
  grouped,
  inUnits,
  normalisedDecimal,
  padded,
  rounded,
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
import type { Spelling } from './writing.ts'

/** How services normalise an amount: requests of a run are signed with these. */
export const sentDecimals: readonly Spelling[] = [
  { id: 'as-number', title: 'as a number, without its trailing zeros', spell: (value) => String(Number(value)) },
  { id: 'with-two-decimals', title: 'with two decimals', spell: (value) => Number(value).toFixed(2) },
  { id: 'with-eight-decimals', title: 'with eight decimals', spell: (value) => Number(value).toFixed(8) },
  { id: 'as-integer', title: 'cut to an integer', spell: (value) => String(Math.trunc(Number(value))) },
  {
    id: 'in-smallest-unit',
    title: 'in a smallest unit of 18 decimals',
    spell: (value) => inUnits(value, 18),
    otherwise: [(value) => wholeNumber(Math.trunc(Number(value) * 10 ** 18)), (value) => inUnits(toPythonDigits(value), 18)],
  },
  { id: 'quoted', title: 'in quotation marks', spell: (value) => JSON.stringify(value) },
]

/** How many decimals services keep. */
export const decimalsCut = [2, 4, 6, 8, 9, 10, 18] as const

/** Other things that languages make of an amount. */
export const decimals: readonly Spelling[] = [
  ...[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16, 18].map((count) => ({
    id: `with-${count}-decimals`,
    title: count === 6 ? 'with six decimals, as %f prints it' : `with ${count} ${count === 1 ? 'decimal' : 'decimals'}`,
    spell: (value: string) => fixed(value, count),
    otherwise: [(value: string) => Number(value).toFixed(count)],
  })),
  ...[2, 6, 8, 18].flatMap((count) => [
    {
      id: `padded-to-${count}-decimals`,
      title: `padded or cut to ${count} decimals, digit by digit`,
      spell: (value: string) => padded(value, count),
      otherwise: [(value: string) => exponentWhereSmall(padded(value, count))],
    },
    {
      id: `rounded-to-${count}-decimals`,
      title: `rounded half up to ${count} decimals, digit by digit`,
      spell: (value: string) => rounded(value, count),
      otherwise: [(value: string) => exponentWhereSmall(rounded(value, count))],
    },
  ]),
  ...[2, 6, 8, 9, 18].flatMap((count): Spelling[] => [
    {
      id: `rounded-evenly-to-${count}-decimals`,
      title: `rounded half to even to ${count} decimals, digit by digit`,
      spell: (value) => rounded(value, count, true),
      otherwise: [(value) => exponentWhereSmall(rounded(value, count, true))],
    },
    {
      id: `cut-in-units-of-${count}`,
      title: count === 2 ? 'in cents, cut to an integer' : `in a smallest unit of ${count} decimals, cut to an integer`,
      spell: (value) => inUnits(padded(value, count), count),
    },
  ]),
  ...decimalsCut.map((count) => ({
    id: `cut-to-${count}-decimals`,
    title: `cut to ${count} decimals where it has more`,
    spell: (value: string) => value.replace(new RegExp(`^(\\d*\\.\\d{${count}})\\d+$`), '$1'),
    otherwise: [(value: string) => String(Math.trunc(Number(value) * 10 ** count) / 10 ** count)],
  })),
  ...[2, 4, 6, 8].map((count) => ({
    id: `rounded-up-to-${count}-decimals`,
    title: `rounded up to ${count} decimals`,
    spell: (value: string) => String(Math.ceil(Number(value) * 10 ** count) / 10 ** count),
    otherwise: [(value: string) => (Math.ceil(Number(value) * 10 ** count) / 10 ** count).toFixed(count)],
  })),
  { id: 'times-100-cut', title: 'in cents, as a number cut to an integer', spell: (value) => wholeNumber(Math.trunc(Number(value) * 100)) },
  ...[2, 6, 8, 9].map((count) => ({
    id: `in-units-of-${count}`,
    title: count === 2 ? 'in cents' : `in a smallest unit of ${count} decimals`,
    spell: (value: string) => inUnits(value, count),
    // Cents as a number are a mistake of their own.
    otherwise:
      count === 2
        ? []
        : [Math.round, Math.trunc].flatMap((whole) => [
            (value: string) => String(whole(Number(value) * 10 ** count)),
            (value: string) => wholeNumber(whole(Number(value) * 10 ** count)),
          ]),
  })),
  {
    id: 'times-100-as-number',
    title: 'in cents, as a number',
    spell: (value) => String(Math.round(Number(value) * 100)),
    otherwise: [(value) => String(Number(value) * 100)],
  },
  { id: 'as-python-float', title: 'as a float of Python', spell: (value) => pythonFloat(Number(value)) },
  { id: 'as-java-double', title: 'as a double of Java', spell: (value) => javaDouble(Number(value)) },
  { id: 'as-go-float', title: 'as a float64 of Go', spell: (value) => goFloat(Number(value)) },
  { id: 'as-php-float', title: 'as a float of PHP', spell: (value) => phpFloat(Number(value)) },
  { id: 'as-ruby-float', title: 'as a float of Ruby', spell: (value) => rubyFloat(Number(value)) },
  { id: 'as-dotnet-double', title: 'as a double of .NET', spell: (value) => dotnetDouble(Number(value)) },
  { id: 'as-plain-float', title: 'as a float without an exponent', spell: (value) => plainFloat(Number(value)) },
  { id: 'as-ruby-big-decimal', title: 'as a BigDecimal of Ruby', spell: rubyBigDecimal },
  {
    id: 'as-single-float',
    title: 'as a float of single precision',
    spell: (value) => String(Math.fround(Number(value))),
    otherwise: [plainFloat, javaDouble, goFloat, String].map((print) => (value) => print(shortestSingle(Number(value)))),
  },
  {
    id: 'with-six-digits',
    title: 'with six significant digits, as %g prints it',
    spell: (value) => general(Number(value), 6),
    otherwise: [(value) => Number(value).toPrecision(6)],
  },
  {
    id: 'with-fourteen-digits',
    title: 'with fourteen significant digits',
    spell: (value) => general(Number(value), 14),
    otherwise: [(value) => phpGeneral(Number(value), 14), (value) => Number(value).toPrecision(14)],
  },
  {
    id: 'with-fifteen-digits',
    title: 'with fifteen significant digits',
    spell: (value) => general(Number(value), 15),
    otherwise: [(value) => Number(value).toPrecision(15)],
  },
  ...[2, 3, 4, 5, 7, 8, 9, 10, 12, 16, 17].map((count) => ({
    id: `with-${count}-digits`,
    title: `with ${count} significant digits`,
    spell: (value: string) => general(Number(value), count),
    otherwise: [(value: string) => Number(value).toPrecision(count)],
  })),
  {
    id: 'with-exponent',
    title: 'with an exponent, as %e prints it',
    spell: (value) => exponent(Number(value), 6),
    otherwise: [2, 8, 1, 3, 4, 10, 16].map((count) => (value) => exponent(Number(value), count)),
  },
  {
    id: 'in-scientific-notation',
    title: 'in scientific notation',
    spell: (value) => Number(value).toExponential(),
    otherwise: scientificForms.map((form) => (value) => form(Number(value))),
  },
  { id: 'rounded-to-integer', title: 'rounded to an integer', spell: (value) => String(Math.round(Number(value))) },
  { id: 'cut-at-point', title: 'cut at its point', spell: (value) => value.replace(/\..*$/, '') },
  { id: 'rounded-up', title: 'rounded up to an integer', spell: (value) => String(Math.ceil(Number(value))) },
  {
    id: 'as-fraction',
    title: 'as a fraction',
    spell: fraction,
    otherwise: [(value) => (fraction(value).includes('/') ? fraction(value) : `${fraction(value)}/1`)],
  },
  { id: 'without-zeros-around', title: 'without any zero at its ends', spell: (value) => value.replace(/^0+|0+$/g, '') },
  {
    id: 'without-trailing-zeros',
    title: 'without its trailing zeros, digit by digit',
    spell: stripped,
    otherwise: [/\.?0+$/, /0+$/, /(?<=\.\d*)0+$/].map((zeros) => (value) => value.replace(zeros, '')),
  },
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 18].map((count) => ({
    id: `with-up-to-${count}-decimals`,
    title: `rounded to ${count} decimals, without trailing zeros`,
    spell: (value: string) => stripped(fixed(value, count)),
    otherwise: [
      (value: string) => stripped(rounded(value, count)),
      (value: string) => stripped(rounded(value, count, true)),
      (value: string) => stripped(padded(value, count)),
      (value: string) => String(Number(Number(value).toFixed(count))),
      (value: string) => String(Math.round(Number(value) * 10 ** count) / 10 ** count),
      // With the point, which is no zero.
      (value: string) => fixed(value, count).replace(/0+$/, ''),
      (value: string) => Number(value).toFixed(count).replace(/0+$/, ''),
    ],
  })),
  { id: 'without-zero-before-point', title: 'without the zero before its point', spell: (value) => value.replace(/^0+\./, '.') },
  { id: 'without-leading-zeros', title: 'without its leading zeros', spell: (value) => value.replace(/^0+(?=\d)/, '') },
  {
    id: 'normalised',
    title: 'without leading and trailing zeros, digit by digit',
    spell: (value) => stripped(value).replace(/^0+(?=\d)/, ''),
    otherwise: [(value) => stripped(toPythonDigits(value)).replace(/^0+(?=\d)/, '')],
  },
  { id: 'as-normalised-decimal', title: 'as a normalised Decimal of Python', spell: (value) => normalisedDecimal(toPythonDigits(value)) },
  { id: 'as-stripped-big-decimal', title: 'as a stripped BigDecimal of Java', spell: (value) => normalisedDecimal(value) },
  {
    id: 'with-point',
    title: 'with a point and zeros where it is an integer',
    spell: (value) => (value.includes('.') ? value : `${value}.0`),
    otherwise: [2, 6, 8].map((count) => (value) => (value.includes('.') ? value : `${value}.${'0'.repeat(count)}`)),
  },
  { id: 'with-one-zero-more', title: 'with a zero more behind it', spell: (value) => (value.includes('.') ? `${value}0` : `${value}.0`) },
  { id: 'with-comma', title: 'with a comma for its point', spell: (value) => value.replace('.', ',') },
  { id: 'without-point', title: 'without its point', spell: (value) => value.replace('.', '') },
  {
    id: 'with-thousands',
    title: 'with separators between thousands',
    spell: grouped,
  },
  ...localForms,
  { id: 'as-json-number', title: 'as a number of JSON with its zeros', spell: (value) => value.replace(/^0+(?=\d)/, '') },
  { id: 'signed', title: 'with a plus sign before it', spell: (value) => `+${value}` },
]

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
