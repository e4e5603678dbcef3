/** A text as JSON, its first letter as a `\u` escape: it means the same. */
export function escapedText(text: string): string {
  if (text === '') return '""'
  return `"\\u${text.charCodeAt(0).toString(16).padStart(4, '0')}${JSON.stringify(text.slice(1)).slice(1)}`
}

/** Compact JSON of an object whose texts all begin with a `\u` escape. */
export function escapedObject(members: Readonly<Record<string, unknown>>): string {
  const written = Object.entries(members).map(
    ([name, value]) => `${JSON.stringify(name)}:${typeof value === 'string' ? escapedText(value) : JSON.stringify(value)}`,
  )
  return `{${written.join(',')}}`
}

/** JSON of an object with white space, its members in another order, and each text beginning with an escape: it means the same. */
export function unusualObject(members: Readonly<Record<string, unknown>>): string {
  const written = Object.entries(members)
    .reverse()
    .map(([name, value]) => `\t${JSON.stringify(name)} : ${typeof value === 'string' ? escapedText(value) : JSON.stringify(value)}`)
  return `\n{\r\n${written.join(' ,\r\n')}\r\n} \r\n`
}
