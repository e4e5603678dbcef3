import { InvalidArgumentError } from 'commander'
import type { Shard } from '../../consumers/gate/coping.ts'

/** Reads NAME=TEMPLATE, and adds it to those before it. */
export function mapping(text: string, others: Readonly<Record<string, string>> = {}): Record<string, string> {
  const [, name, template] = /^([A-Za-z_]\w*)=(.*)$/s.exec(text) ?? []
  if (name === undefined || template === undefined) throw new InvalidArgumentError('Expected NAME=TEMPLATE, such as API_URL={chainUrl}.')
  return { ...others, [name]: template }
}

/** Reads a list, and adds it to those before it. */
export function listed(text: string, others: readonly string[] = []): string[] {
  return [...others, ...text.split(',').map((part) => part.trim())]
}

/** Reads a time such as 90s, 5m or 1h; a bare number is seconds. Milliseconds. */
export function duration(text: string): number {
  const [, number = '', unit = 's'] = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text) ?? []
  const value = Number(number) * { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }[unit as 'ms' | 's' | 'm' | 'h']
  if (number !== '' && value > 0) return value
  throw new InvalidArgumentError('Expected a time such as 30s, 5m or 1h.')
}

/** Reads I/N: one of N parts. */
export function shard(text: string): Shard {
  const [, part = 0, of = 0] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).map(Number)
  if (part >= 1 && part <= of) return { part, of }
  throw new InvalidArgumentError('Expected I/N, such as 2/8: the second of eight parts.')
}
