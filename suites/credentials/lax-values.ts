import { lastCaseTurned } from '../../engine/wrong-values/alteration.ts'
import { valueAlterations } from '../../engine/wrong-values/value-alterations.ts'
import type { Laxity } from './laxity.ts'

export function aboutValue(): Laxity[] {
  const comparing = (id: string, title: string, accepts: (value: string, right: string) => boolean): Laxity => [
    id,
    title,
    ({ value, credential }) => value !== undefined && value.length > 0 && accepts(value, credential),
  ]
  return [
    comparing('any-value', 'any credential under the right scheme', () => true),
    comparing('any-value-of-length', 'any credential of the right length', (value, right) => value.length === right.length),
    comparing('any-case', 'a credential in any case', (value, right) => value.toLowerCase() === right.toLowerCase()),
    comparing('any-case-at-end', 'a credential whose last letter is in any case', (value, right) => value === lastCaseTurned(right)),
    comparing('cut-short', 'a credential that is cut short', (value, right) => value.length > 7 && right.startsWith(value)),
    comparing('extended', 'a credential with more behind it', (value, right) => value.startsWith(right)),
    comparing('first-eight', 'a credential whose first 8 characters are right', (value, right) => value.slice(0, 8) === right.slice(0, 8)),
    comparing('last-eight', 'a credential whose last 8 characters are right', (value, right) => value.slice(-8) === right.slice(-8)),
    comparing('any-long-value', 'any credential of more than 1000 characters', ({ length }) => length > 1000),
    comparing('any-order', 'the characters of the credential in any order', (value, right) => sorted(value) === sorted(right)),
    comparing('pattern', 'a pattern that the credential matches', isPatternOf),
    comparing(
      'like-pattern',
      'a pattern of SQL that the credential matches, percent signs aside, which it escapes',
      (value, right) => /^[\w-]+$/.test(value) && isPatternOf(value.replace(/_/g, '.'), right),
    ),
    comparing('behind-a-bar', 'a credential behind a bar', (value, right) => value.includes('|') && value.split('|').at(-1) === right),
    comparing('by-name', 'a credential by its name in a list', (value, right) => /\btoken="?([^",]*)"?, /.exec(value)?.[1] === right),
    comparing('both-ends', 'a credential whose first and last 4 characters are right', bothEnds),
    ...valueAlterations.map(({ id, title, lax: accepts }) => comparing(`value-${id}`, `a credential with ${title}`, accepts)),
  ]
}

/** Takes what was given for a regular expression. */
function isPatternOf(value: string, right: string): boolean {
  try {
    return new RegExp(`^(${value})$`).test(right)
  } catch {
    return false
  }
}

function sorted(text: string): string {
  return [...text].sort().join('')
}

function bothEnds(value: string, right: string): boolean {
  return value.slice(0, 4) === right.slice(0, 4) && value.slice(-4) === right.slice(-4)
}
