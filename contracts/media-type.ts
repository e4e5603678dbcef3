export function essence(mediaType: string): string {
  return mediaType.replace(/;.*$/s, '').trim()
}

/** True for several media types where one has to be: a comma outside of quotes. */
export function isListOfTypes(mediaType: string): boolean {
  return mediaType.replace(/"(?:\\.|[^"\\])*"?/gs, '').includes(',')
}

/** A media type or a range of them, and its parameters, in lower case. */
export function mediaTypeParts(text: string): string[] {
  return text
    .toLowerCase()
    .split(';')
    .map((part) => part.trim())
}

/** The media type alone, or with UTF-8 as its charset. */
export function isMedia(contentType: string | undefined, mediaType: string): boolean {
  const [name, ...parameters] = mediaTypeParts(contentType ?? '')
  return name === mediaType && parameters.every((parameter) => !parameter.startsWith('charset=') || /^charset="?utf-8"?$/.test(parameter))
}
