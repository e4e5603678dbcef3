import { date } from './date.ts'
import { decimal } from './decimal.ts'
import { digits } from './digits.ts'
import type { Format, FormatCheck, OwnFormat } from './format.ts'
import { hex } from './hex.ts'
import { notBlank } from './not-blank.ts'
import { standardFormats } from './standard.ts'
import { upperSnake } from './upper-snake.ts'
import { url } from './url.ts'

export type { FormatCheck } from './format.ts'

/** The formats that the document's schemas name, and no standard does. */
export const ownFormats: readonly OwnFormat[] = [url, date, digits, hex, upperSnake, decimal, notBlank]

/** The document's own formats by name, each as a predicate. */
export const formats: Readonly<Record<string, FormatCheck>> = Object.fromEntries(ownFormats.map(({ name, isValid }) => [name, isValid]))

const known = new Map([...ownFormats, ...standardFormats].map((format) => [format.name, format]))

/** The names of the formats that are judged. */
export const knownFormats: readonly string[] = [...known.keys()]

export function formatCalled(name: string | undefined): Format | undefined {
  return name === undefined ? undefined : known.get(name)
}

/** A format's pattern as JSON Schema asks for it, where one is sought anywhere in a text unless it says otherwise. */
export function wholePattern(pattern: string): string {
  return `^(?:${pattern})$`
}
