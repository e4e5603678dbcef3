/** What is found where something is missing: `expected integer, found nothing`. No value is shown so: a text has quotation marks. */
export const absent = 'nothing'

/** What is found where a name stands under another spelling, or deeper than it should. */
export const otherSpelling = remark(', spelt in another way')
export const otherPlace = remark(', in another place')

function remark(words: string) {
  return { on: (name: string) => `${shortened(name)}${words}`, isIn: (found: string) => found.endsWith(words) }
}

/** A value as a finding shows it: as JSON where it is short, else its kind and size. Never deep, never long. */
export function excerpt(value: unknown): string {
  if (value === undefined) return absent
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `array of ${value.length}`
  if (typeof value === 'object' && value !== null) return objectExcerpt(Object.keys(value))
  return shortened(typeof value === 'string' ? JSON.stringify(value.slice(0, 2 * longest)) : String(value))
}

/** A text cut to what one line of a report can show. */
export function shortened(text: string, most: number = longest): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

const longest = 100

function objectExcerpt(names: readonly string[]): string {
  if (names.length === 0) return '{}'
  const shown = names.slice(0, 5).map((name) => shortened(name, 30))
  return `object with ${shown.join(', ')}${names.length > shown.length ? ` and ${names.length - shown.length} more` : ''}`
}
