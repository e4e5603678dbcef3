/** A text with its percent-encoding undone; one that is not validly encoded stays as it is. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
