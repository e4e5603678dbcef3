import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { html, type Markup, rawMarkup } from './markup.ts'

/** A whole HTML document: its style and script inside, nothing else allowed to run or to load. */
export async function documentOf(page: { readonly title: string; readonly body: Markup; readonly script?: boolean }): Promise<string> {
  const style = await asset('page.css')
  const script = page.script ? await asset('page.js') : ''
  const policy = [
    "default-src 'none'",
    `style-src '${hash(style)}'`,
    ...(script ? [`script-src '${hash(script)}'`] : []),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  const { markup } = html`<!doctype html>
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
  return markup
}

function asset(name: string): Promise<string> {
  return readFile(new URL(name, import.meta.url), 'utf8')
}

function hash(content: string): string {
  return `sha256-${createHash('sha256').update(content).digest('base64')}`
}
