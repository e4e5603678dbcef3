import { rotated } from '../../engine/wrong-values/alteration.ts'

// Control characters but for the ends of lines and tabs, and marks that turn the direction of text.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const control = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u

/** The first raw control character of a text with what stands before it, if there is one. */
export function controlIn(text: string): string | undefined {
  const at = text.search(control)
  return at === -1 ? undefined : JSON.stringify(text.slice(Math.max(0, at - 40), at + 1))
}

/** The first secret that can be read out of a text: as it is, in either case, altered by a probe, escaped, or encoded. */
export function secretIn(text: string, secrets: readonly string[]): string | undefined {
  const sought = secrets.flatMap((secret) => [secret, rotated(secret)]).map((secret) => secret.slice(2, -2))
  const any = new RegExp(sought.map((secret) => secret.replace(/\W/g, '\\$&')).join('|'), 'i')
  const views = new Set([text, percentDecoded(text), unescaped(text), encodedRuns(text).join('\n')])
  for (const view of views) {
    const found = any.exec(view)
    if (found) return found[0]
  }
  return undefined
}

function percentDecoded(text: string): string {
  return text.replace(/(%[0-9a-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString('latin1'))
}

function unescaped(text: string): string {
  return text
    .replace(/\\+u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/&#(\d{1,5});/g, (_, point: string) => String.fromCharCode(Number(point)))
    .replace(/\\+\//g, '/')
}

/** What long runs of base64 or hexadecimal hold, wherever in the run it begins. */
function encodedRuns(text: string): string[] {
  const runs = text.match(/(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{20,}/g) ?? []
  return [...new Set(runs)].flatMap((run) => [
    ...[0, 1, 2, 3].map((start) => Buffer.from(run.slice(start), 'base64').toString('latin1')),
    ...[0, 1].map((start) => Buffer.from(run.slice(start), 'hex').toString('latin1')),
  ])
}
