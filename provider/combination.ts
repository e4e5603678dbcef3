import { isObject } from '../text/json/pointer.ts'
import type { Variant } from './variants.ts'

/** Two variants that do not go together; the message says where they differ. */
export class CombinationError extends Error {}

/**
 * One variant that differs in all the ways in which these do. @throws {CombinationError} where two of them say different things of one
 * point.
 */
export function combined(variants: readonly Variant[]): Variant {
  return {
    title: variants.map(({ title }) => title).join('; '),
    options: variants.reduce<Variant['options']>((options, variant) => joined(options, variant.options, '') as Variant['options'], {}),
  }
}

function joined(one: unknown, other: unknown, at: string): unknown {
  if (one === undefined || one === other) return other
  if (!isObject(one) || !isObject(other)) {
    if (other === undefined || JSON.stringify(one) === JSON.stringify(other)) return one
    throw new CombinationError(`They differ in ${at}: ${JSON.stringify(one)} and ${JSON.stringify(other)}.`)
  }
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])]
  return Object.fromEntries(names.map((name) => [name, joined(one[name], other[name], at === '' ? name : `${at}.${name}`)]))
}
