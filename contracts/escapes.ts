/** A text as JSON, its first letter as a `\u` escape: it means the same. */
export function escapedText(text: string): string {
  return `"${unitEscapes(text.slice(0, 1))}${JSON.stringify(text.slice(1)).slice(1)}`
}

/** Each unit of a text, of which some characters have two, as a `\u` escape. */
export function unitEscapes(text: string): string {
  return text.replace(/./gs, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Compact JSON of an object whose texts all begin with a `\u` escape. */
export function escapedObject(members: Readonly<Record<string, unknown>>): string {
  return `{${escapedMembers(members, ':').join(',')}}`
}

/** JSON of an object with white space, its members in another order, and each text beginning with an escape: it means the same. */
export function unusualObject(members: Readonly<Record<string, unknown>>): string {
  return `\n{\r\n\t${escapedMembers(members, ' : ').reverse().join(' ,\r\n\t')}\r\n} \r\n`
}

function escapedMembers(members: Readonly<Record<string, unknown>>, colon: string): string[] {
  const written = (value: unknown) => (typeof value === 'string' ? escapedText(value) : JSON.stringify(value))
  return Object.entries(members).map(([name, value]) => `${JSON.stringify(name)}${colon}${written(value)}`)
}
