/** True if a name is like a pattern, in which `*` stands for anything; the whole name has to match. Linear, whatever the pattern. */
export function isLike(pattern: string, name: string): boolean {
  const [first = '', ...others] = pattern.split('*')
  const last = others.pop()
  if (last === undefined) return pattern === name
  if (!name.startsWith(first) || name.length < first.length + last.length || !name.endsWith(last)) return false
  let at = first.length
  for (const part of others) {
    const found = name.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return at <= name.length - last.length
}

/** A text for a regular expression that matches it and nothing else. */
export function regExpEscaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
