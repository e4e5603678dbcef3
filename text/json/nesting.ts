/** True if brackets outside of strings nest deeper than a limit; asked before parsing, and before anything goes down what was parsed. */
export function nestsDeeper(text: string, limit: number): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at)
    else if (code === openList || code === openObject) depth += 1
    else if (code === closeList || code === closeObject) depth -= 1
    if (depth > limit) return true
  }
  return false
}

/** The most values that a stranger's file may hold; none that Assay writes holds as many. */
export const mostFileValues = 1_200_000

/** True if outside of strings more stands that begins a value than a limit; asked before parsing, where each takes many times its text. */
export function holdsMoreValues(text: string, limit: number): boolean {
  let count = 0
  for (let at = 0; at < text.length && count <= limit; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at)
    else if (code === comma || code === openList || code === openObject) count += 1
  }
  return count > limit
}

/** A text in valid JSON with no more than the first elements of each list, everything that is left as it was written. */
export function firstOfLists(text: string, most: number): string {
  const kept: string[] = []
  /** How many elements each open list has so far; an object has as many as it likes. */
  const open: number[] = []
  let from = 0
  /** How deep the list lies whose further elements are left out; 0 outside of these. */
  let leftOut = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at)
    else if (code === openList || code === openObject) open.push(code === openList ? 1 : Number.NEGATIVE_INFINITY)
    else if (code === closeList || code === closeObject) {
      if (open.length === leftOut) [from, leftOut] = [at, 0]
      open.pop()
    } else if (code === comma && leftOut === 0) {
      if (open.at(-1) === most) {
        kept.push(text.slice(from, at))
        leftOut = open.length
      } else open.push((open.pop() ?? 0) + 1)
    }
  }
  return `${kept.join('')}${text.slice(from)}`
}

const comma = 0x2c
const [quote, backslash, openList, closeList, openObject, closeObject] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d]

/** Where the string ends that begins at `start`. No pattern: on a long string with many escapes it would run out of stack. */
export function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) return at
    if (code === backslash) at += 1
  }
  return text.length
}
