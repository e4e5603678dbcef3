/** A noun with its indefinite article; what is definite already stays as it is. */
export function withArticle(noun: string): string {
  if (/^(the|one of|any)\b/.test(noun)) return noun
  return `${/^(?!uni)[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`
}
