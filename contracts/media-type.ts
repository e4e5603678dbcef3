export function essence(mediaType: string): string {
  return mediaType.replace(/;.*$/s, '').trim()
}

/** The media type alone, or with UTF-8 as its charset. */
export function isMedia(contentType: string | undefined, mediaType: string): boolean {
  const [name, ...parameters] = (contentType ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim())
  return name === mediaType && parameters.every((parameter) => !parameter.startsWith('charset=') || /^charset="?utf-8"?$/.test(parameter))
}
