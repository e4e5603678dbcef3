import { withArticle } from '../../article.ts'
import type { Construction } from '../../construction.ts'
import { hashed } from '../../hashing.ts'
import type { SigningInput } from '../../signing.ts'
import { hashedIn, type Mistake, type MistakeRow, maker, onlyExplaining, raised } from '../mistake.ts'
import { type Change, withText } from '../signing-procedure.ts'
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

/** A template whose placeholders were never filled in, as each language writes them. */
const unfilled: readonly [Join, ...Join[]] = [
  each((_, name) => `\${${name}}`),
  each((_, name) => `$${name}`),
  each((_, name) => `{${name}}`),
  each((_, name) => `#{${name}}`),
  each((_, name) => `{$${name}}`),
  each((_, name) => `:${name}`),
  each((_, name) => `%(${name})s`),
  each(() => '%s'),
  each(() => '{}'),
  each((_, name) => name),
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

/** Every part written in the same way, with something between two of them and perhaps brackets around all. */
function each(write: (value: string, name: string) => string, between = '', [open = '', close = ''] = ''): Join {
  return (values) => open + values.map(([name, value]) => write(value, name)).join(between) + close
}

function plain(separator: string): Join {
  return each((value) => value, separator)
}

function pairs(equals: string, between: string): Join {
  return each((value, name) => `${name}${equals}${value}`, between)
}

function sorted(join: Join): Join {
  return (values) => join(values.toSorted(([one], [other]) => (one < other ? -1 : 1)))
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
  return ['\n', line.slice(0, -2), line.slice(0, -4)].map((end) => (values) => each((value) => line + value)(values) + end)
}

/** A separator after every part, the last one too, or before every part. */
function ended(all: Readonly<Record<string, string>>): Form[] {
  return Object.entries(all).flatMap(([name, separator]): Form[] => {
    const called = withArticle(name.replaceAll('-', ' '))
    return [
      [`ends-parts-with-${name}`, `with ${called} behind every part`, each((value) => value + separator)],
      [`begins-parts-with-${name}`, `with ${called} before every part`, each((value) => separator + value)],
    ]
  })
}

const sentForms: readonly Form[] = [
  ['signs-query-string', 'a query string of the parts', (values) => new URLSearchParams(values.map(([...pair]) => pair)).toString()],
  ['signs-json-of-parts', 'a JSON object of the parts', ...compactly(jsonObject)],
]

const rareForms: readonly Form[] = [
  [
    'signs-form-query-string',
    'a query string of the parts, as Python, Go, PHP or old JavaScript writes it',
    each((value, name) => `${name}=${formQuoted(value)}`, '&'),
    each((value, name) => `${name}=${phpQuoted(value)}`, '&'),
    each((value, name) => `${name}=${urlEncoded(value).replaceAll('%20', '+')}`, '&'),
  ],
  ['signs-plain-query-string', 'name=value of the parts with & between them, not encoded', pairs('=', '&')],
  ['signs-sorted-query-string', 'a query string of the parts, sorted by name', sorted(pairs('=', '&'))],
  ['signs-unfilled-template', 'the places of the parts in a text, which nothing filled in', ...unfilled],
  ['signs-lines-of-pairs', 'name=value of the parts, one a line', pairs('=', '\n')],
  ['signs-lines-of-headers', 'name:value of the parts, one a line', pairs(':', '\n')],
  ['signs-pairs', 'names and values of the parts with nothing between them', pairs('', '')],
  ['signs-equated-pairs', 'name=value of the parts with nothing between them', pairs('=', '')],
  ['signs-sorted-json-of-parts', 'a JSON object of the parts, sorted by name', ...compactly((write) => sorted(jsonObject(write)))],
  [
    'signs-spaced-json-of-parts',
    'a JSON object of the parts with spaces',
    each((value, name) => `"${name}": ${asciiJson(value)}`, ', ', '{}'),
    each((value, name) => `"${name}": ${JSON.stringify(value)}`, ', ', '{}'),
  ],
  ['signs-json-array', 'a JSON array of the parts', ...compactly((write) => listed(write, '[]', ','))],
  ['signs-spaced-json-array', 'a JSON array of the parts with spaces', listed(asciiJson, '[]'), listed(JSON.stringify, '[]')],
  ['signs-python-list', 'a list of the parts as Python prints it', listed(pythonText, '[]')],
  ['signs-python-tuple', 'a tuple of the parts as Python prints it', listed(pythonText, '()')],
  ['signs-rust-tuple', 'a tuple of the parts as Rust prints it', listed(JSON.stringify, '()')],
  ['signs-go-slice', 'a slice of the parts as Go prints it', each((value) => value, ' ', '[]')],
  ['signs-java-list', 'a list of the parts as Java prints it', each((value) => value, ', ', '[]')],
  ['signs-java-map', 'a map of the parts as Java prints it', each((value, name) => `${name}=${value}`, ', ', '{}')],
  ['signs-object-as-text', 'the words [object Object]', () => '[object Object]'],
  ['signs-type-as-text', 'the name of a type in the place of the parts', ...printedTypes],
  ['signs-values-once', 'the parts, each value once', (values) => [...new Set(values.map(([, value]) => value))].join('')],
  ['signs-quoted-parts', 'the parts, each in quotation marks', each((value) => `"${value}"`)],
  ['signs-lengths-and-parts', 'the length of each part before it', each((value) => `${value.length}${value}`)],
  ['signs-nothing', 'an empty text', () => ''],
]

/** The same in the JSON of each language that writes no spaces. */
function compactly(join: (write: (value: string) => string) => Join): [Join, ...Join[]] {
  return [join(JSON.stringify), join(asciiJson), join(phpJson), join(goJson), join(dotnetJson)]
}

function listed(write: (value: string) => string, brackets: string, comma = ', '): Join {
  return each((value) => write(value), comma, brackets)
}

function jsonObject(write: (value: string) => string): Join {
  return each((value, name) => `"${name}":${write(value)}`, ',', '{}')
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
