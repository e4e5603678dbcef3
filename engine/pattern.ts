/** True where a name is like a pattern, in which `*` stands for anything; the whole name has to match. */
export function isLike(pattern: string, name: string): boolean {
  return new RegExp(`^${pattern.split('*').map(escaped).join('.*')}$`).test(name)
}

/** A text for a regular expression that matches it and nothing else. */
export function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
