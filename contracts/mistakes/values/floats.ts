/** The digits of a number, and the power of ten of the first. */
interface Shortest {
  readonly digits: string
  readonly power: number
}

/** Those of a double that are as few as tell it from all others, or so many behind the first. */
function shortest(number: number, decimals?: number): Shortest {
  const [mantissa = '0', power = '0'] = number.toExponential(decimals).split('e')
  return { digits: mantissa.replace('.', ''), power: Number(power) }
}

function plainly({ digits, power }: Shortest): string {
  if (power < 0) return `0.${'0'.repeat(-power - 1)}${digits}`
  const long = digits.padEnd(power + 1, '0')
  return long.length > power + 1 ? `${long.slice(0, power + 1)}.${long.slice(power + 1)}` : long
}

function scientific({ digits, power }: Shortest, least: number, letter = 'e', plus = '+'): string {
  const rest = digits.slice(1)
  return `${digits.charAt(0)}${rest ? `.${rest}` : ''}${letter}${power < 0 ? '-' : plus}${String(Math.abs(power)).padStart(least, '0')}`
}

/** How a language prints a double: between which powers of ten without an exponent, and how it writes one. */
interface Printing {
  readonly plain: readonly [least: number, above: number]
  /** How many digits an exponent has at the least. */
  readonly width?: number
  readonly letter?: string
  readonly plus?: string
  /** True if a digit stands behind the point of a number with an exponent, if only a zero. */
  readonly isPadded?: true
  /** True for the same of a number without one. */
  readonly isPointed?: true
}

function printer({ plain: [least, above], width = 2, letter, plus, isPadded, isPointed }: Printing): (number: number) => string {
  return (number) => {
    const { digits, power } = shortest(number)
    if (power < least || power >= above) return scientific({ digits: digits.padEnd(isPadded ? 2 : 1, '0'), power }, width, letter, plus)
    const text = plainly({ digits, power })
    return isPointed && !text.includes('.') ? `${text}.0` : text
  }
}

export const pythonFloat = printer({ plain: [-4, 16], isPointed: true })
export const rubyFloat = printer({ plain: [-4, 16], isPadded: true, isPointed: true })
export const javaDouble = printer({ plain: [-3, 7], width: 1, letter: 'E', plus: '', isPadded: true, isPointed: true })
/** As Go prints a float64 with %v: a million has an exponent. */
export const goFloat = printer({ plain: [-4, 6] })
export const phpFloat = printer({ plain: [-4, 15], width: 1, letter: 'E', isPadded: true })
export const dotnetDouble = printer({ plain: [-4, 15], letter: 'E' })

/** As %g prints a number with so many digits. */
export function general(number: number, count: number): string {
  const { digits: all, power } = shortest(number, count - 1)
  const digits = all.replace(/0+$/, '') || '0'
  return power < -4 || power >= count ? scientific({ digits, power }, 2) : plainly({ digits, power })
}

/** As PHP prints a number with so many digits, its `precision`. */
export function phpGeneral(number: number, count: number): string {
  return general(number, count).replace(/^(\d)(\.\d+)?e([+-])0*/, (_, one: string, rest = '.0', sign: string) => `${one}${rest}E${sign}`)
}

/** As %e prints a number with so many decimals, or with the shortest digits, as that of Go can: `1e+03`. */
export function exponent(number: number, count?: number): string {
  return scientific(shortest(number, count), 2)
}

/** The shortest digits of a number, however many zeros that takes: as Rust prints a float, and Go with %f and no precision. */
export function plainFloat(number: number): string {
  return plainly(shortest(number))
}

/** The double with the fewest digits that single precision takes for the same number: those are printed. */
export function shortestSingle(number: number): number {
  const digits = [1, 2, 3, 4, 5, 6, 7, 8].find((count) => Math.fround(Number(number.toPrecision(count))) === Math.fround(number)) ?? 9
  return Number(Math.fround(number).toPrecision(digits))
}

/** Other forms of numbers with an exponent: `1.5E3`, `1.5e+03`, `1.500000E+003`. */
export const scientificForms: readonly ((number: number) => string)[] = [
  (number) => number.toExponential().toUpperCase(),
  (number) => number.toExponential().toUpperCase().replace('+', ''),
  (number) => number.toExponential().replace('+', ''),
  (number) => javaScientific(number),
  (number) => exponent(number),
  (number) => exponent(number).toUpperCase(),
  (number) => exponent(number, 6).toUpperCase(),
  (number) =>
    exponent(number, 6)
      .toUpperCase()
      .replace(/\d+$/, (power) => power.padStart(3, '0')),
  ...[1, 2, 6, 8].map((count) => (number: number) => number.toExponential(count)),
]

/** `1.0E3`, however small the number is. */
function javaScientific(number: number): string {
  const { digits, power } = shortest(number)
  return scientific({ digits: digits.padEnd(2, '0'), power }, 1, 'E', '')
}

/** A decimal as a fraction in its lowest terms, `3/2`, as rationals print themselves. */
export function fraction(value: string): string {
  const [whole = '', digits = ''] = value.split('.')
  if (!/^\d+$/.test(whole + digits)) return value
  const [above, below] = [BigInt(whole + digits), 10n ** BigInt(digits.length)]
  const common = greatestCommon(above, below)
  return below === common ? String(above / common) : `${above / common}/${below / common}`
}

function greatestCommon(one: bigint, other: bigint): bigint {
  return other === 0n ? one : greatestCommon(other, one % other)
}
