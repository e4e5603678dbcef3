import type { SignedValue } from '../way.ts'

type Unfilled = (values: readonly SignedValue[]) => string

const places =
  (place: (name: string) => string): Unfilled =>
  (values) =>
    values.map(([name]) => place(name)).join('')

/** A template whose placeholders were never filled in, as each language writes them. */
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

/** How languages print a list without its elements. */
export const printedTypes: readonly [Unfilled, ...Unfilled[]] = [
  () => 'System.String[]',
  () => 'System.Collections.Generic.List`1[System.String]',
  () => 'System.Linq.Enumerable+SelectArrayIterator`2[System.String,System.String]',
  () => 'Array',
  () => 'Object',
  ...['Map', 'Set', 'Array', 'Arguments', 'ArrayBuffer', 'Promise'].map((type) => () => `[object ${type}]`),
]
