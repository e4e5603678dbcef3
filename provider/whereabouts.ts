import type { Received } from './received.ts'

/** Where in a request a value stands, whatever stands around it, in words; undefined if nowhere, or if there is no value. */
export function placeOf({ headers, query, path, body }: Received, value: string): string | undefined {
  if (value === '') return undefined
  const header = Object.keys(headers).find((name) => headers[name]?.includes(value))
  if (header !== undefined) return `the header ${header}`
  if (path.includes(value) || [...query].some((pair) => pair.some((text) => text.includes(value)))) return 'the address'
  return body.includes(value) ? 'the body' : undefined
}

export function timesWritten({ written }: Received, header: string): number {
  return written.filter((name) => name.toLowerCase() === header.toLowerCase()).length
}
