/** A decimal number as it is written, without a sign or an exponent. */
const form = /^\d{1,60}(\.\d{1,60})?$/

/** True for digits with at most one point between them, which is how every service reads an amount alike. */
export function isDecimal(text: string): boolean {
  return form.test(text)
}

/** Less than zero where the first is the smaller one, zero where they are equal. Exact, as money wants it. */
export function compareDecimals(one: string, other: string): number {
  const places = Math.max(decimalPlaces(one), decimalPlaces(other))
  const [left, right] = [unitsOf(one, places), unitsOf(other, places)]
  return left < right ? -1 : left > right ? 1 : 0
}

export function decimalPlaces(decimal: string): number {
  return (decimal.split('.')[1] ?? '').length
}

/** A number as a count of its smallest unit at so many decimals. */
export function unitsOf(decimal: string, places: number): bigint {
  const [whole = '0', fraction = ''] = decimal.split('.')
  return BigInt(whole + fraction.padEnd(places, '0'))
}

/** A count of the smallest unit, written as a number with so many decimals. */
export function decimalOf(units: bigint, places: number): string {
  const digits = String(units).padStart(places + 1, '0')
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`
}
