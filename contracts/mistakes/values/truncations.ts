import type { Spelling } from '../mistake.ts'

/** Separators between a value and an addition: a network after a token, a note after a wallet. */
const marks = Object.entries({ hyphen: '-', underscore: '_', dot: '.', slash: '/', colon: ':' })

/** Values that are cut: to the width of a column, or to one side of a separator. */
export const truncations: readonly Spelling[] = [
  ...[255, 128, 100, 64, 32, 20, 10].map(
    (count): Spelling => [`cut-to-${count}`, `cut to ${count} characters`, (value) => value.slice(0, count)],
  ),
  ...marks.flatMap(([name, mark]): Spelling[] => [
    [`before-${name}`, `before its first ${name}`, (value) => value.split(mark)[0] ?? value],
    [`behind-${name}`, `behind its last ${name}`, (value) => value.split(mark).at(-1) ?? value],
  ]),
]
