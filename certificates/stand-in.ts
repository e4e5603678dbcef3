import { randomInt } from 'node:crypto'

/** Letters and digits by kind: a value that is hexadecimal stays hexadecimal, so that the suite sends the same for it. */
const classes: readonly string[] = ['0123456789', 'abcdef', 'ABCDEF', 'ghijklmnopqrstuvwxyz', 'GHIJKLMNOPQRSTUVWXYZ']

/** Letters that stand for all that is not ASCII: of those that a header field carries, and of the others. */
const beyond = { oneByte: 'àáâãäåæçèéêëìíîïðñòóôõö', longer: 'абвгдежзийклмнопрстуфхцчшщъыьэюя' } as const

/** A value of the same form that stands for a secret which was taken out. */
export function standInFor(secret: string): string {
  const other = [...secret].map((character) => {
    const kind = kindOf(character)
    return kind === undefined ? character : kind.charAt(randomInt(kind.length))
  })
  return other.join('') === secret ? `${secret.length > 1 ? '' : 'x'}${rotated(secret)}` : other.join('')
}

/** Each letter and digit is the next of its kind. */
function rotated(text: string): string {
  return [...text]
    .map((character) => {
      const kind = kindOf(character)
      return kind === undefined ? 'x' : kind.charAt((kind.indexOf(character) + 1) % kind.length)
    })
    .join('')
}

function kindOf(character: string): string | undefined {
  if (character > '\u00ff') return beyond.longer
  return character > '\u007e' ? beyond.oneByte : classes.find((letters) => letters.includes(character))
}
