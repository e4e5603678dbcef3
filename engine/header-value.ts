/** True for a text that a header field can carry. */
export function isHeaderValue(text: string): boolean {
  return !/[^\t\x20-\x7e\x80-\xff]/.test(text)
}
