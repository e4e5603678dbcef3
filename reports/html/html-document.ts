import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { inPieces } from '../text/pieces.ts'
import { htmlPieces, type Markup, rawMarkup } from './markup.ts'

interface Page {
  readonly title: string
  readonly body: Markup | Iterable<Markup>
  readonly script?: boolean
}

/** A whole HTML document: its style and script inside, nothing else allowed to run or to load. */
export async function documentOf(page: Page): Promise<string> {
  return [...(await documentPieces(page))].join('')
}

/** The same in pieces, made as they are read. */
export async function documentPieces(page: Page): Promise<Iterable<string>> {
  const style = await asset('page.css')
  const script = page.script ? await asset('page.js') : ''
  const policy = [
    "default-src 'none'",
    `style-src '${hash(style)}'`,
    ...(script ? [`script-src '${hash(script)}'`] : []),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  const pieces = htmlPieces`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${rawMarkup(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${page.title}</title>
<style>${rawMarkup(style)}</style>
</head>
<body>
${page.body}
${script ? rawMarkup(`<script>${script}</script>`) : ''}
</body>
</html>
`
  return inPieces(pieces.map(({ markup }) => markup))
}

function asset(name: string): Promise<string> {
  return readFile(new URL(name, import.meta.url), 'utf8')
}

function hash(content: string): string {
  return `sha256-${createHash('sha256').update(content).digest('base64')}`
}
