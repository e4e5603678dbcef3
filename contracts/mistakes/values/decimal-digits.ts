export function split(value: string): [whole: string, fraction: string] {
  const [whole = '', fraction = ''] = value.split('.')
  return [whole, fraction]
}

/** A decimal as a whole number of units, `count` of which make one. */
export function inUnits(value: string, count: number): string {
  const [whole, fraction] = split(value)
  return `${whole}${fraction.padEnd(count, '0')}`.replace(/^0+(?=\d)/, '')
}

/** A decimal with `count` digits after its point, cut or padded. */
export function padded(value: string, count: number): string {
  const [whole, fraction] = split(value)
  return `${whole}.${fraction.slice(0, count).padEnd(count, '0')}`
}

/** A number with so many digits behind its point, and every digit before it. */
export function fixed(value: string, count: number): string {
  const number = Number(value)
  if (!(number >= 1e21 && Number.isFinite(number))) return number.toFixed(count)
  return BigInt(number) + (count > 0 ? `.${'0'.repeat(count)}` : '')
}

export function commas(value: string): string {
  return value.replace(/^\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ','))
}

/** A decimal rounded half up, exactly. */
export function rounded(value: string, count: number): string {
  return roundedBy(value, count, () => true)
}

/** A decimal rounded half to even, exactly. */
export function roundedToEven(value: string, count: number): string {
  return roundedBy(value, count, (cut) => cut % 2n === 1n)
}

function roundedBy(value: string, count: number, isHalfUp: (cut: bigint) => boolean): string {
  const [whole, fraction] = split(value)
  if (!/^\d+$/.test(whole + fraction)) return value
  const cut = BigInt(whole + fraction.slice(0, count).padEnd(count, '0'))
  const rest = fraction.slice(count)
  const isUp = /^50*$/.test(rest) ? isHalfUp(cut) : rest >= '5'
  const digits = String(isUp ? cut + 1n : cut).padStart(count + 1, '0')
  if (count === 0) return digits
  return `${digits.slice(0, -count)}.${digits.slice(-count)}`
}

/** A decimal without the zeros at the end of its fraction. */
export function stripped(value: string): string {
  return value.includes('.') ? value.replace(/\.?0+$/, '') : value
}

/** `1E+2` for 100, as decimal libraries write what has no digits to lose. */
export function normalisedDecimal(value: string): string {
  const [whole, digits] = split(value)
  const plain = (whole + digits).replace(/^0+(?=\d)/, '')
  if (/^0+$/.test(plain)) return '0'
  const significant = plain.replace(/0+$/, '')
  const scale = plain.length - significant.length - digits.length
  if (scale > 0)
    return `${significant.length > 1 ? `${significant.charAt(0)}.${significant.slice(1)}` : significant}E+${scale + significant.length - 1}`
  return placed(significant, -scale)
}

const pythonDigits = 28

/** A decimal rounded half to even, as Python's decimals are. */
export function toPythonDigits(value: string): string {
  const [whole, digits] = split(value)
  const all = (whole + digits).replace(/^0+(?=\d)/, '')
  const more = all.length - pythonDigits
  if (more <= 0 || !/^\d+$/.test(all)) return value
  const kept = roundedToEven(`${all.slice(0, pythonDigits)}.${all.slice(pythonDigits)}`, 0)
  const long = kept + '0'.repeat(more)
  return digits === '' ? long : `${long.slice(0, -digits.length)}.${long.slice(-digits.length)}`
}

/** `0E-8` for 0.00000000, as decimal libraries of Python and Java write it. */
export function exponentWhereSmall(value: string): string {
  const [whole, digits] = split(value)
  return /^\d+$/.test(whole + digits) ? placed((whole + digits).replace(/^0+(?=\d)/, ''), digits.length) : value
}

function placed(digits: string, decimals: number): string {
  if (decimals === 0) return digits
  const long = digits.padStart(decimals + 1, '0')
  const adjusted = digits.length - decimals - 1
  if (adjusted < -6) return `${digits.charAt(0)}${digits.length > 1 ? `.${digits.slice(1)}` : ''}E-${-adjusted}`
  return `${long.slice(0, -decimals)}.${long.slice(-decimals)}`
}
