/** A text as one word of a shell: in single quotes, in which nothing is expanded. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
