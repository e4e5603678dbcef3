import { emptyText, type OwnFormat } from './format.ts'

const plain = /^https?:\/\/(?!xn--)[a-z][a-z0-9-]*(?:\.(?!xn--)[a-z][a-z0-9-]*)*(?:\/[\w\-./~%?=&+,:;@!$'()*#]*)?$/
/** No host has a brace, a quotation mark or a backtick in it, though browsers parse it: it is what a template left. */
const start = /^https?:\/\/[^/?#\\{}"`]+(?:[/?#\\]|$)/i
const whiteOrControl = /[\s\p{Cc}]/u

export const url: OwnFormat = {
  name: 'url',
  words: 'absolute http or https URL',
  isValid: isUrl,
  pattern: '[hH][tT][tT][pP][sS]?://[^/?#\\\\{}"`\\s\\x00-\\x1f\\x7f-\\x9f]+(?:[/?#\\\\][^\\s\\x00-\\x1f\\x7f-\\x9f]*)?',
  sample: 'https://reference.example/',
  faults: [
    ['relative-url', (value) => value.replace(/^https?:\/\/[^/]*\/?/, '/')],
    ['url-without-scheme', (value) => value.replace(/^https?:\/\//, 'www.')],
    ['protocol-relative-url', (value) => value.replace(/^https?:/, '')],
    ['url-of-a-template', () => 'https://{host}/'],
    ['url-without-host', () => 'https://'],
    ['url-with-space', (value) => `${value}a b`],
    ['plain-words', () => 'not available'],
    emptyText,
  ],
  extremes: { least: 'http://a.example', most: 'https://www.reference-shop.test:8443/path/to_it?query=1&more=%20#fragment' },
}

/** As browsers read it (WHATWG); the first pattern spares the parser for the plain ones that most are. A host in Punycode is for the parser. */
function isUrl(value: string): boolean {
  if (plain.test(value)) return true
  return start.test(value) && !whiteOrControl.test(value) && URL.canParse(value)
}
