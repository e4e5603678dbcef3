/** Pictures and East Asian letters take two columns of a terminal, marks and joiners none. */
const wide = /[\p{Emoji_Presentation}\p{scx=Han}\p{scx=Hang}\p{scx=Hira}\p{scx=Kana}\uff01-\uff60]/u
const none = /[\p{M}\u200c\u200d]/u

export function columnsOf(text: string): number {
  return /[^\0-\u02ff\u2010-\u2027]/.test(text) ? [...text].reduce((sum, character) => sum + columnsOfOne(character), 0) : text.length
}

export function cutToColumns(text: string, columns: number): string {
  if (columnsOf(text) <= columns) return text
  return `${inColumns(text, columns - 1)[0]}…`
}

/** A text in parts of at most so many columns; there is always one. */
export function inColumns(text: string, columns: number): [string, ...string[]] {
  const parts: [string, ...string[]] = ['']
  let taken = 0
  for (const character of text) {
    const more = columnsOfOne(character)
    if (taken > 0 && taken + more > columns) {
      parts.push('')
      taken = 0
    }
    parts[parts.length - 1] += character
    taken += more
  }
  return parts
}

function columnsOfOne(character: string): number {
  if (character < '\u0300') return 1
  return wide.test(character) ? 2 : none.test(character) ? 0 : 1
}
