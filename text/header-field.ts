/** True for a text that can be the name of a header field (RFC 9110, 5.6.2). */
export function isHeaderName(text: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(text)
}

/** True for a header that says what HTTP itself has to know: a second one beside it would spoil every request. */
export function isOfHttp(name: string): boolean {
  return [...ofConnection, ...ofContent].includes(name.toLowerCase())
}

/** True for a header of the connection, which belongs to whoever opens it. */
export function isOfConnection(name: string): boolean {
  return ofConnection.includes(name.toLowerCase())
}

const ofConnection = ['connection', 'expect', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade']
const ofContent = ['accept', 'content-type', 'cookie', 'host', 'content-length']

export function isHeaderValue(text: string): boolean {
  return !/[^\t\x20-\x7e\x80-\xff]/.test(text)
}
