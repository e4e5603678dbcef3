import type { Spelling } from './writing.ts'

/** The cases of a value; in a Turkish locale, an I becomes another letter. */
export const cases: readonly Spelling[] = [
  {
    id: 'in-lower-case',
    title: 'in lower case',
    spell: (value) => value.toLowerCase(),
    otherwise: [(value) => value.toLocaleLowerCase('tr')],
  },
  {
    id: 'in-upper-case',
    title: 'in upper case',
    spell: (value) => value.toUpperCase(),
    otherwise: [(value) => value.toLocaleUpperCase('tr')],
  },
]
