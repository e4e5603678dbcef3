import { randomInt } from 'node:crypto'

/** Letters and digits by kind: a value that is hexadecimal stays hexadecimal, so that the suite sends the same for it. */
const classes: readonly string[] = ['0123456789', 'abcdef', 'ABCDEF', 'ghijklmnopqrstuvwxyz', 'GHIJKLMNOPQRSTUVWXYZ']

/** A value of the same form that stands for a secret which was taken out. */
export function standInFor(secret: string): string {
  const other = [...secret].map((character) => {
    const kind = classes.find((letters) => letters.includes(character))
    return kind === undefined ? character : kind.charAt(randomInt(kind.length))
  })
  return other.join('') === secret ? `${secret.length > 1 ? '' : 'x'}${rotated(secret)}` : other.join('')
}

/** Each letter and digit is the next of its kind. */
function rotated(text: string): string {
  return [...text]
    .map((character) => {
      const kind = classes.find((letters) => letters.includes(character))
      return kind === undefined ? 'x' : kind.charAt((kind.indexOf(character) + 1) % kind.length)
    })
    .join('')
}
