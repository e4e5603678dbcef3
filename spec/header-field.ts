/** True for a text that can be the name of a header field (RFC 9110, 5.6.2). */
export function isHeaderName(text: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(text)
}

/** True for a text that a header field can carry. */
export function isHeaderValue(text: string): boolean {
  return !/[^\t\x20-\x7e\x80-\xff]/.test(text)
}
