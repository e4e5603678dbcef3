/** True for a text of printable ASCII, which is read alike whether as bytes or as characters. */
export function isAscii(text: string): boolean {
  return /^[ -~]*$/.test(text)
}
