const pattern = /^(\d+)(?:\.(\d*))?$/

/** An integer of about that amount. */
export function whole(amount: string): string {
  return String(Math.max(1, Math.round(Number(amount))) || 1)
}

/** A thousand and the last digits of an amount, as an integer. */
export function thousandOf(amount: string): string {
  return `1${whole(amount).padStart(3, '0').slice(-3)}`
}

/** An amount cut to five decimals, where that leaves any of it: with a zero behind it, it is written with six. */
export function fiveDecimals(amount: string): string {
  const [, integer = '', fraction = ''] = pattern.exec(amount) ?? []
  const cut = `${integer}.${fraction.padEnd(5, '0').slice(0, 5)}`
  return Number(cut) > 0 ? cut : amount
}

/**
 * An amount of two decimals, the second of them not zero, and a zero after it: a number, two decimals and what drops zeros come to the
 * same. It is no greater than the given one; undefined if that leaves nothing.
 */
export function hundredthsAndZero(amount: string): string | undefined {
  const [, integer = '0', fraction = ''] = pattern.exec(amount) ?? []
  const cut = BigInt(integer + fraction.padEnd(2, '0').slice(0, 2))
  const hundredths = cut % 10n === 0n ? cut - 1n : cut
  if (hundredths <= 0n) return undefined
  const digits = String(hundredths).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}0`
}
