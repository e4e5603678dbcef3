/** A noun with its indefinite article. */
export function withArticle(noun: string): string {
  return `${/^(?!uni)[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`
}
