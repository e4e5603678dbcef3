export const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** A text for the content of an element of HTML or XML, where quotation marks may stand as they are: bodies are full of them. */
export function contentEscaped(text: string): string {
  return text.replace(/[&<>]/g, (character) => entities[character] ?? character)
}

/** A text for an element as for a quoted attribute. */
export function attributeEscaped(text: string): string {
  return /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (character) => entities[character] ?? character) : text
}
