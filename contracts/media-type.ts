/** A media type without its parameters. */
export function essence(mediaType: string): string {
  return mediaType.replace(/;.*$/s, '').trim()
}
