import { withArticle } from '../../article.ts'
import type { Construction } from '../../construction.ts'
import { hashed } from '../../hashing.ts'
import type { SigningInput } from '../../signing.ts'
import { hashedIn, type Mistake, type MistakeRow, maker, onlyExplaining, raised } from '../mistake.ts'
import { type Change, type SignedValue, withText } from '../signing-procedure.ts'
import {
  asciiJson,
  dotnetJson,
  formQuoted,
  goJson,
  phpJson,
  phpQuoted,
  pythonBytes,
  pythonText,
  strictlyEncoded,
  urlEncoded,
} from '../values/spellings.ts'
import { type Join, jsonWithNumbers } from './json-numbers.ts'
import { sentSeparators, separators } from './separators.ts'

const places =
  (place: (name: string) => string): Join =>
  (values) =>
    values.map(([name]) => place(name)).join('')

/** A template whose placeholders were never filled in, as each language writes them. */
const unfilled: readonly [Join, ...Join[]] = [
  places((name) => `\${${name}}`),
  places((name) => `$${name}`),
  places((name) => `{${name}}`),
  places((name) => `#{${name}}`),
  places((name) => `{$${name}}`),
  places((name) => `:${name}`),
  places((name) => `%(${name})s`),
  places(() => '%s'),
  places(() => '{}'),
  places((name) => name),
]

/** How languages print a list without its elements. */
const printedTypes: readonly [Join, ...Join[]] = [
  () => 'System.String[]',
  () => 'System.Collections.Generic.List`1[System.String]',
  () => 'System.Linq.Enumerable+SelectArrayIterator`2[System.String,System.String]',
  () => 'Array',
  () => 'Object',
  ...['Map', 'Set', 'Array', 'Arguments', 'ArrayBuffer', 'Promise'].map((type) => () => `[object ${type}]`),
]

/** The right parts joined in another way: requests of a run are signed with these. */
export function joinedOtherwise(construction: Construction): Mistake[] {
  const make = maker(construction, 'text', 'plain')
  const unseparated: Form[] =
    construction.separator === '' ? [] : [['joins-without-separator', 'with nothing between the parts', plain('')]]
  return [...make([...unseparated, ...separated(sentSeparators), ...sentForms], withText), ...make(sentSurroundings, around)]
}

export function joinedRarely(construction: Construction): Mistake[] {
  const make = maker(construction, 'text', 'plain')
  const endings = ended({ ...sentSeparators, ...separators })
  const forms = [...separated(separators), ...endings, ...rareForms, ...jsonWithNumbers(construction.parts)]
  return onlyExplaining([...make(forms, withText), ...make(surroundings, around)])
}

type Form = MistakeRow<Join>

function plain(separator: string): Join {
  return (values) => values.map(([, value]) => value).join(separator)
}

function separated(all: Readonly<Record<string, string>>): Form[] {
  return Object.entries(all).map(([name, separator]) => [
    `separates-with-${name}`,
    `with ${withArticle(name.replaceAll('-', ' '))} between the parts`,
    plain(separator),
    ...(/^\n +$/.test(separator) ? inTemplate(separator) : []),
  ])
}

/** A text of lines that stands in a program, indented as that is: it begins and ends with the line of its quotation marks. */
function inTemplate(line: string): Join[] {
  return ['\n', line.slice(0, -2), line.slice(0, -4)].map((end) => (values) => values.map(([, value]) => line + value).join('') + end)
}

/** A separator after every part, the last one too, or before every part. */
function ended(all: Readonly<Record<string, string>>): Form[] {
  return Object.entries(all).flatMap(([name, separator]): Form[] => {
    const called = withArticle(name.replaceAll('-', ' '))
    return [
      [`ends-parts-with-${name}`, `with ${called} behind every part`, (values) => values.map(([, value]) => value + separator).join('')],
      [`begins-parts-with-${name}`, `with ${called} before every part`, (values) => values.map(([, value]) => separator + value).join('')],
    ]
  })
}

const sentForms: readonly Form[] = [
  ['signs-query-string', 'a query string of the parts', (values) => new URLSearchParams(values.map(([...pair]) => pair)).toString()],
  ['signs-json-of-parts', 'a JSON object of the parts', ...compactly((write) => (values) => jsonObject(values, write))],
]

const rareForms: readonly Form[] = [
  [
    'signs-form-query-string',
    'a query string of the parts, as Python, Go, PHP or old JavaScript writes it',
    encodedPairs(formQuoted),
    encodedPairs(phpQuoted),
    encodedPairs((value) => urlEncoded(value).replaceAll('%20', '+')),
  ],
  ['signs-plain-query-string', 'name=value of the parts with & between them, not encoded', (values) => pairs(values, '=', '&')],
  ['signs-sorted-query-string', 'a query string of the parts, sorted by name', (values) => pairs(sorted(values), '=', '&')],
  ['signs-unfilled-template', 'the places of the parts in a text, which nothing filled in', ...unfilled],
  ['signs-lines-of-pairs', 'name=value of the parts, one a line', (values) => pairs(values, '=', '\n')],
  ['signs-lines-of-headers', 'name:value of the parts, one a line', (values) => pairs(values, ':', '\n')],
  ['signs-pairs', 'names and values of the parts with nothing between them', (values) => pairs(values, '', '')],
  ['signs-equated-pairs', 'name=value of the parts with nothing between them', (values) => pairs(values, '=', '')],
  [
    'signs-sorted-json-of-parts',
    'a JSON object of the parts, sorted by name',
    ...compactly((write) => (values) => jsonObject(sorted(values), write)),
  ],
  [
    'signs-spaced-json-of-parts',
    'a JSON object of the parts with spaces',
    (values) => `{${values.map(([name, value]) => `"${name}": ${asciiJson(value)}`).join(', ')}}`,
    (values) => `{${values.map(([name, value]) => `"${name}": ${JSON.stringify(value)}`).join(', ')}}`,
  ],
  [
    'signs-json-array',
    'a JSON array of the parts',
    ...compactly((write) => (values) => `[${values.map(([, value]) => write(value)).join(',')}]`),
  ],
  [
    'signs-spaced-json-array',
    'a JSON array of the parts with spaces',
    (values) => `[${listed(values, asciiJson)}]`,
    (values) => `[${listed(values, JSON.stringify)}]`,
  ],
  ['signs-python-list', 'a list of the parts as Python prints it', (values) => `[${listed(values, pythonText)}]`],
  ['signs-python-tuple', 'a tuple of the parts as Python prints it', (values) => `(${listed(values, pythonText)})`],
  ['signs-rust-tuple', 'a tuple of the parts as Rust prints it', (values) => `(${listed(values, JSON.stringify)})`],
  ['signs-go-slice', 'a slice of the parts as Go prints it', (values) => `[${values.map(([, value]) => value).join(' ')}]`],
  ['signs-java-list', 'a list of the parts as Java prints it', (values) => `[${values.map(([, value]) => value).join(', ')}]`],
  ['signs-java-map', 'a map of the parts as Java prints it', (values) => `{${pairs(values, '=', ', ')}}`],
  ['signs-object-as-text', 'the words [object Object]', () => '[object Object]'],
  ['signs-type-as-text', 'the name of a type in the place of the parts', ...printedTypes],
  ['signs-values-once', 'the parts, each value once', (values) => [...new Set(values.map(([, value]) => value))].join('')],
  ['signs-quoted-parts', 'the parts, each in quotation marks', (values) => values.map(([, value]) => `"${value}"`).join('')],
  [
    'signs-lengths-and-parts',
    'the length of each part before it',
    (values) => values.map(([, value]) => `${value.length}${value}`).join(''),
  ],
  ['signs-nothing', 'an empty text', () => ''],
]

/** The same in the JSON of each language that writes no spaces. */
function compactly(join: (write: (value: string) => string) => Join): [Join, ...Join[]] {
  return [join(JSON.stringify), join(asciiJson), join(phpJson), join(goJson), join(dotnetJson)]
}

function jsonObject(values: readonly SignedValue[], write: (value: string) => string): string {
  return `{${values.map(([name, value]) => `"${name}":${write(value)}`).join(',')}}`
}

function pairs(values: readonly SignedValue[], equals: string, between: string): string {
  return values.map(([name, value]) => `${name}${equals}${value}`).join(between)
}

function encodedPairs(write: (value: string) => string): Join {
  return (values) => values.map(([name, value]) => `${name}=${write(value)}`).join('&')
}

function listed(values: readonly SignedValue[], write: (value: string) => string): string {
  return values.map(([, value]) => write(value)).join(', ')
}

function sorted(values: readonly SignedValue[]): SignedValue[] {
  return values.toSorted(([one], [other]) => (one < other ? -1 : 1))
}

type Surround = (text: string, input: SigningInput) => string
type Surrounding = MistakeRow<Surround>

function around(surround: Surround): Change {
  return (procedure) => ({
    ...procedure,
    text: (values, input) => {
      const text = procedure.text(values, input)
      return text === undefined ? undefined : surround(text, input)
    },
  })
}

const sentSurroundings: readonly Surrounding[] = [
  ['appends-newline', 'with a newline at the end', (text) => `${text}\n`],
  ['appends-secret', 'with the secret appended to the text', (text, { secret }) => text + secret],
]

const words = ['undefined', 'null', 'None', 'NaN', 'nil', 'false'].flatMap((word): Surrounding[] => [
  [`appends-${word.toLowerCase()}`, `with the word ${word} behind the text`, (text) => text + word],
  [`appends-${word.toLowerCase()}-twice`, `with the word ${word} twice behind the text`, (text) => text + word + word],
  [`prepends-${word.toLowerCase()}`, `with the word ${word} before the text`, (text) => word + text],
])

const surroundings: readonly Surrounding[] = [
  ...words,
  ['appends-carriage-return', 'with CR and LF at the end', (text) => `${text}\r\n`],
  ['prints-option-of-echo', 'with -n before it and a newline at the end, as echo of sh may print', (text) => `-n ${text}\n`],
  ['appends-two-newlines', 'with two newlines at the end', (text) => `${text}\n\n`],
  ['prepends-newline', 'with a newline before the text', (text) => `\n${text}`],
  ['appends-nul', 'with a NUL at the end', (text) => `${text}\0`],
  ['appends-space', 'with a space at the end', (text) => `${text} `],
  ['prepends-space', 'with a space before the text', (text) => ` ${text}`],
  ['prepends-secret', 'with the secret before the text', (text, { secret }) => secret + text],
  ['surrounds-with-secret', 'with the secret before and behind the text', (text, { secret }) => secret + text + secret],
  ['appends-named-secret', 'with &key= and the secret behind the text', (text, { secret }) => `${text}&key=${secret}`],
  ['prepends-method', 'with the method before the text', (text) => `POST${text}`],
  ['prepends-method-line', 'with the method in a line before the text', (text) => `POST\n${text}`],
  ['quotes-text', 'the text in quotation marks', (text) => `"${text}"`],
  ['escapes-text', 'the text as JSON writes it', (text) => JSON.stringify(text), asciiJson, goJson, phpJson],
  ['url-encodes-text', 'the text encoded for a URL', urlEncoded, strictlyEncoded, formQuoted, phpQuoted],
  ['trims-text', 'the text without the white space at its ends', (text) => text.trim()],
  [
    'joins-words-of-text',
    'the text with one space for each run of white space, and none at its ends',
    (text) => text.trim().replace(/\s+/g, ' '),
  ],
  ['signs-python-bytes', "the text as its bytes are printed by Python, b'…'", (text) => pythonBytes(Buffer.from(text))],
  ['reverses-text', 'the text from its end to its start', (text) => [...text].reverse().join('')],
  ['doubles-text', 'the text twice', (text) => text + text],
  ['signs-base64-of-text', 'the text in base64', (text) => Buffer.from(text).toString('base64')],
  ['signs-hexadecimal-of-text', 'the text in hexadecimal', (text) => Buffer.from(text).toString('hex')],
  ['signs-upper-hexadecimal-hash', 'the hash of the text in upper-case hexadecimal', raised(hashedIn('sha256'))],
  ['signs-base64-of-hash', 'the hash of the text in base64', (text) => hashed('sha256', text).toString('base64')],
  ['signs-md5-of-text', 'the MD5 of the text', hashedIn('md5')],
  ['signs-upper-md5-of-text', 'the MD5 of the text in upper case', raised(hashedIn('md5'))],
  ['signs-sha1-of-text', 'the SHA-1 of the text', hashedIn('sha1')],
  ['signs-sha512-of-text', 'the SHA-512 of the text', hashedIn('sha512')],
]
