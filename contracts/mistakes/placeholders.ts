import type { SignedValue } from './way.ts'

type Unfilled = (values: readonly SignedValue[]) => string

const places =
  (place: (name: string) => string): Unfilled =>
  (values) =>
    values.map(([name]) => place(name)).join('')

/** The places of the parts in a text that nothing filled in, as languages write them: the mark before the text was forgotten. */
export const unfilled: readonly [Unfilled, ...Unfilled[]] = [
  places((name) => `\${${name}}`),
  places((name) => `$${name}`),
  places((name) => `{${name}}`),
  places((name) => `#{${name}}`),
  places((name) => `{$${name}}`),
  places((name) => `:${name}`),
  places((name) => `%(${name})s`),
  places(() => '%s'),
  places(() => '{}'),
  places((name) => name),
]

/** What languages print of a list of which they print no elements. */
export const printedTypes: readonly [Unfilled, ...Unfilled[]] = [
  () => 'System.String[]',
  () => 'System.Collections.Generic.List`1[System.String]',
  () => 'System.Linq.Enumerable+SelectArrayIterator`2[System.String,System.String]',
  () => 'Array',
  () => 'Object',
]
