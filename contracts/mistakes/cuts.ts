/** Separators between a value and an addition: a network after a token, a note after a wallet. */
const marks = Object.entries({ hyphen: '-', underscore: '_', dot: '.', slash: '/', colon: ':' })

/** Values that are cut: to the width of a column, or to one side of a separator. */
export const cuts = [
  ...[255, 128, 100, 64, 32, 20, 10].map((count) => ({
    id: `cut-to-${count}`,
    title: `cut to ${count} characters`,
    spell: (value: string) => value.slice(0, count),
  })),
  ...marks.flatMap(([name, mark]) => [
    { id: `before-${name}`, title: `before its first ${name}`, spell: (value: string) => value.split(mark)[0] ?? value },
    { id: `behind-${name}`, title: `behind its last ${name}`, spell: (value: string) => value.split(mark).at(-1) ?? value },
  ]),
]
