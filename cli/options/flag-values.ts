import { InvalidArgumentError } from 'commander'
import type { Shard } from '../../consumers/gate/coping/coping.ts'
import { readNamed } from '../../targets/configuration/named-file.ts'
import { readText } from '../../text/files/text-file.ts'

export function repeatable(value: string, before: readonly string[] = []): string[] {
  return [...before, value]
}

/** The same for a flag whose values are lists with commas. */
export function repeatableList(text: string, before: readonly string[] = []): string[] {
  return [...before, ...text.split(',').map((part) => part.trim())]
}

/** Reads NAME=TEMPLATE, and adds it to those before it. */
export function mapping(text: string, before: Readonly<Record<string, string>> = {}): Record<string, string> {
  const [, name, template] = /^([A-Za-z_]\w*)=(.*)$/s.exec(text) ?? []
  if (name === undefined || template === undefined) throw new InvalidArgumentError('Expected NAME=TEMPLATE, such as API_URL={chainUrl}.')
  return { ...before, [name]: template }
}

export function listOf<Name extends string>(names: readonly Name[]): (list: string) => Name[] {
  return (list) =>
    list.split(',').map((part) => {
      const found = names.find((name) => name === part.trim())
      if (found) return found
      throw new InvalidArgumentError(`Choose from: ${names.join(', ')}.`)
    })
}

export function isHttpAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

export function httpAddress(text: string): string {
  if (isHttpAddress(text)) return text
  throw new InvalidArgumentError('Expected an address such as http://127.0.0.1:8080/hook.')
}

/** Reads a number for which something holds; without a `form`, as JavaScript writes numbers. */
function numberThat(fits: (value: number) => boolean, expected: string, form = /./): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (form.test(text) && fits(value)) return value
    throw new InvalidArgumentError(`Expected ${expected}.`)
  }
}

export function digitsUpTo(most: number, expected: string): (text: string) => number {
  return numberThat((value) => value <= most, expected, /^\d+$/)
}

export const positiveNumber = numberThat((value) => Number.isFinite(value) && value > 0, 'a number greater than 0')

export const positiveInteger = numberThat((value) => Number.isSafeInteger(value) && value > 0, 'a whole number greater than 0')

/** Reads for how many days something is valid: what has no last day, or none at all, is told before it is made. */
export const days = numberThat((value) => value >= 0.01 && value <= 36_500, 'a number of days from 0.01 to 36500')

/** Reads a time such as 90s, 5m or 1h; a bare number is seconds. Milliseconds. */
export function duration(text: string): number {
  const [, number = '', unit = 's'] = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text) ?? []
  const value = Number(number) * { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }[unit as 'ms' | 's' | 'm' | 'h']
  if (number !== '' && value > 0) return value
  throw new InvalidArgumentError('Expected a time such as 30s, 5m or 1h.')
}

export function shard(text: string): Shard {
  const [, part = 0, of = 0] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).map(Number)
  if (part >= 1 && part <= of) return { part, of }
  throw new InvalidArgumentError('Expected I/N, such as 2/8: the second of eight parts.')
}

/** The text of a file that a flag names. @throws {UsageError} */
export function givenText(flag: string, file: string): string {
  return readNamed(`${flag}: ${file}`, () => readText(file))
}
