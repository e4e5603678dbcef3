import type { Spelling } from '../mistake.ts'

/** The cases of a value; in a Turkish locale, an I becomes another letter. */
export const letterCases: readonly Spelling[] = [
  ['in-lower-case', 'in lower case', (value) => value.toLowerCase(), (value) => value.toLocaleLowerCase('tr')],
  ['in-upper-case', 'in upper case', (value) => value.toUpperCase(), (value) => value.toLocaleUpperCase('tr')],
]
