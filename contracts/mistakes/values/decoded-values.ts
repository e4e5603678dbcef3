import { entities } from '../../../text/entities.ts'

export function htmlDecoded(value: string): string {
  const named = Object.entries(entities).reduceRight((text, [letter, entity]) => text.replaceAll(entity, letter), value)
  return named.replace(/&#(?:x([\da-f]{1,5})|(\d{1,6}));/gi, (_, hexadecimal: string | undefined, decimal: string) =>
    String.fromCodePoint(hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16)),
  )
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\\': '\\' }

/** With its backslash escapes interpreted, as `echo` does. */
export function echoed(value: string): string {
  return value.replace(/\\([ntr\\])/g, (_, letter: string) => escapes[letter] ?? letter)
}

/** What a backslash stands before remains. */
export function withoutBackslashes(value: string): string {
  return value.replace(/\\(.?)/gs, '$1')
}

/** Used as a format string, as `printf` does. */
export function formatted(value: string): string {
  return echoed(value.replace(/%(.)/g, (_, letter: string) => directives[letter] ?? ''))
}

const directives: Readonly<Record<string, string>> = { '%': '%', d: '0', i: '0', s: '' }
