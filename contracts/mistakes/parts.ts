import type { Construction, SignedPart } from '../contract.ts'
import { sign } from '../signing.ts'
import { isTimestamp, kebab, type Mistake, signChanged, withParts } from './mistake.ts'

/** Each part left out. */
export function partsLeftOut(construction: Construction): Mistake[] {
  return construction.parts.map((part) => ({
    id: `omits-${kebab(part.name)}`,
    breaks: `covers.${part.name}`,
    title: `without ${part.name}`,
    sign: (input) =>
      sign(
        withParts(
          construction,
          construction.parts.filter((other) => other !== part),
        ),
        input,
      ),
  }))
}

/** The right parts in another order. */
export function wrongOrder(construction: Construction): Mistake[] {
  const { parts } = construction
  const reordered = (id: string, title: string, order: readonly SignedPart[]): Mistake => ({
    id,
    breaks: 'order',
    title,
    sign: (input) => sign(withParts(construction, order), input),
  })
  const swaps = parts.slice(1).map((part, index) => {
    const before = parts[index] as SignedPart
    const order = [...parts.slice(0, index), part, before, ...parts.slice(index + 2)]
    return reordered(`swaps-${kebab(before.name)}-${kebab(part.name)}`, `with ${before.name} and ${part.name} swapped`, order)
  })
  const byName = [...parts].sort((a, b) => (a.name < b.name ? -1 : 1))
  const time = parts.filter((part) => isTimestamp(part))
  const others = parts.filter((part) => !isTimestamp(part))
  return [
    ...swaps,
    reordered('reverses-order', 'with the parts in reverse order', [...parts].reverse()),
    reordered('sorts-parts', 'with the parts sorted by name', byName),
    reordered('puts-timestamp-first', 'with the timestamp first', [...time, ...others]),
    reordered('puts-timestamp-last', 'with the timestamp last', [...others, ...time]),
  ]
}

/** A timestamp other than the one sent. */
export function wrongTimestamp(construction: Construction): Mistake[] {
  const part = construction.parts.find(isTimestamp)
  if (!part) return []
  const changed = (id: string, title: string, change: (value: string) => string): Mistake => ({
    id,
    breaks: `covers.${part.name}`,
    title,
    sign: (input) => signChanged(construction, input, part.name, change),
  })
  const inSeconds = part.unit === 'seconds'
  return [
    ...(inSeconds
      ? [changed('signs-milliseconds', 'milliseconds instead of seconds', (value) => `${value}000`)]
      : [changed('signs-seconds', 'seconds instead of milliseconds', (value) => value.slice(0, -3))]),
    changed('signs-microseconds', `microseconds instead of ${part.unit}`, (value) => `${value}${inSeconds ? '000000' : '000'}`),
    changed('signs-iso-time', 'the time in ISO 8601', (value) =>
      /^\d{1,15}$/.test(value) ? new Date(Number(value) * (inSeconds ? 1000 : 1)).toISOString() : `${value}Z`,
    ),
    changed('signs-other-time', 'a time other than the one sent', (value) => shift(value)),
  ]
}

/** Parts that were normalised on their way into the signature. */
export function notVerbatim(construction: Construction): Mistake[] {
  return construction.parts.flatMap((part) =>
    (part.kind ? normalisations[part.kind] : []).map(([id, title, change]) => ({
      id: `signs-${kebab(part.name)}-${id}`,
      breaks: 'verbatim',
      title: `${part.name} ${title}`,
      sign: (input) => signChanged(construction, input, part.name, change),
    })),
  )
}

const normalisations: Readonly<
  Record<NonNullable<SignedPart['kind']>, readonly [id: string, title: string, change: (value: string) => string][]>
> = {
  decimal: [
    ['as-number', 'as a number, without its trailing zeros', (value) => String(Number(value))],
    ['with-two-decimals', 'with two decimals', (value) => Number(value).toFixed(2)],
    ['with-eight-decimals', 'with eight decimals', (value) => Number(value).toFixed(8)],
    ['as-integer', 'cut to an integer', (value) => String(Math.trunc(Number(value)))],
    ['in-smallest-unit', 'in a smallest unit of 18 decimals', smallestUnit],
    ['quoted', 'in quotation marks', (value) => JSON.stringify(value)],
  ],
  symbol: [
    ['in-lower-case', 'in lower case', (value) => value.toLowerCase()],
    ['in-upper-case', 'in upper case', (value) => value.toUpperCase()],
  ],
  address: [
    ['in-lower-case', 'in lower case', (value) => value.toLowerCase()],
    ['in-upper-case', 'in upper case', (value) => value.toUpperCase()],
    ['without-prefix', 'without its 0x', (value) => value.replace(/^0x/i, '')],
  ],
}

function shift(timestamp: string): string {
  return /^\d{1,15}$/.test(timestamp) ? String(Number(timestamp) + 1) : `${timestamp}1`
}

function smallestUnit(value: string): string {
  const [whole = '', fraction = ''] = value.split('.')
  return `${whole}${fraction.padEnd(18, '0')}`.replace(/^0+(?=\d)/, '')
}
