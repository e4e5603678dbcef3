import { isNoValue, isPlaceholder } from '../../spec/no-value.ts'

/** The owner of a value that stands where another one is expected, in words, and what was made of the value. */
export function likeness(given: string, settings: Readonly<Record<string, string>>): string {
  if (isNoValue(given)) return `the word ${given}`
  for (const [words, isLike] of likenesses) {
    const name = Object.keys(settings).find((each) => isLike(given, settings[each] ?? ''))
    if (name !== undefined) return `that of ${name}${words}`
  }
  return isPlaceholder(given) || variable.test(given) ? 'a placeholder that nothing filled in' : 'another value'
}

/** A name that a shell or a template would have filled in: a right value may look like it, a wrong one is it. */
const variable = /^(?:\$\w+|%\w+%?|\{.*\})$/

/** A shorter value stands in another by chance. */
const leastWithin = 8

/** What may have been made of a value, the plainest first. */
const likenesses: readonly (readonly [words: string, isLike: (given: string, value: string) => boolean])[] = [
  ['', (given, value) => given === value],
  [' in another case', (given, value) => given.toLowerCase() === value.toLowerCase()],
  [' with something around it', (given, value) => value.length >= leastWithin && given.includes(value)],
  [', cut short', (given, value) => given.length >= leastWithin && value.includes(given)],
  [' in base64', (given, value) => value.length >= leastWithin && Buffer.from(given, 'base64').toString() === value],
]
