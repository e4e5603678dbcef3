import { attempted } from '../language/attempted.ts'

/** A text with its percent-encoding undone; one that is not validly encoded stays as it is. */
export function percentDecoded(text: string): string {
  return attempted(() => decodeURIComponent(text)) ?? text
}

/** True for a text in which every percent sign begins an encoded character. */
export function isDecodable(text: string): boolean {
  return !text.includes('%') || percentDecoded(text) !== text
}
