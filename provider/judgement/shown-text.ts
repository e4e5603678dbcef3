import { shortened } from '../../text/excerpt.ts'

export const longestShown = 60

/** A client's own text, cut to length and on one line. */
export function shownText(text: string | undefined): string {
  return text === undefined ? 'none' : JSON.stringify(shortened(text, longestShown))
}
