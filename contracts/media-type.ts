export function essence(mediaType: string): string {
  return mediaType.replace(/;.*$/s, '').trim()
}

/** True for several media types where one has to be: a comma outside of quotes. */
export function isListOfTypes(mediaType: string): boolean {
  return mediaType.replace(/"(?:\\.|[^"\\])*"?/gs, '').includes(',')
}

/** The media type alone, or with UTF-8 as its charset. */
export function isMedia(contentType: string | undefined, mediaType: string): boolean {
  const [name, ...parameters] = (contentType ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim())
  return name === mediaType && parameters.every((parameter) => !parameter.startsWith('charset=') || /^charset="?utf-8"?$/.test(parameter))
}
