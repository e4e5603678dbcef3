import { gzipSync } from 'node:zlib'
import type { Operation } from '../../contracts/contract.ts'
import type { Mutant } from '../../provider/mutant.ts'
import { onSuccess } from '../hooks.ts'
import { mutant } from '../mutant.ts'

/** A fault of a body, or of its text where a body is made of that. */
interface Spoilt<Part> {
  readonly title: string
  readonly spoil: (part: Part) => Part
}

const textFaults: Readonly<Record<string, Spoilt<string>>> = {
  truncated: { title: 'cut short', spoil: (text) => text.slice(0, -2) },
  'cut-in-half': { title: 'cut in half', spoil: (text) => text.slice(0, Math.ceil(text.length / 2)) },
  'trailing-comma': { title: 'with a comma before its end', spoil: (text) => text.replace(/[}\]]$/, ',$&') },
  'single-quotes': { title: 'with single quotes', spoil: (text) => text.replaceAll('"', "'") },
  'unquoted-keys': { title: 'with bare keys', spoil: (text) => text.replace(/"(\w+)":/g, '$1:') },
  comment: { title: 'with a comment', spoil: (text) => text.replace(/[}\]]$/, '/* end */$&') },
  callback: { title: 'wrapped in a function call', spoil: (text) => `callback(${text})` },
  guard: { title: 'behind a guard against inclusion', spoil: (text) => `)]}',\n${text}` },
  twice: { title: 'twice in one body', spoil: (text) => `${text}\n${text}` },
  'debug-tail': { title: 'with words behind it', spoil: (text) => `${text}\n<!-- served by node 3 -->` },
  'raw-newline': { title: 'with a raw newline in a text', spoil: (text) => withNote(text, '"a\nb"') },
  undefined: { title: 'with undefined in it', spoil: (text) => withNote(text, 'undefined') },
  'not-a-number': { title: 'with NaN in it', spoil: (text) => withNote(text, 'NaN') },
  infinity: { title: 'with Infinity in it', spoil: (text) => withNote(text, 'Infinity') },
  'leading-zero': { title: 'with a leading zero in a number', spoil: (text) => withNote(text, '007') },
  'bare-point': { title: 'with a number that begins with its point', spoil: (text) => withNote(text, '.5') },
  empty: { title: 'that is empty', spoil: () => '' },
}

/** A text of JSON with a member more in its first object. */
function withNote(text: string, value: string): string {
  return text.replace('{', () => `{"note":${value},`)
}

const otherBytes: Readonly<Record<string, Spoilt<Buffer>>> = {
  'invalid-utf-8': {
    title: 'with bytes that are not UTF-8',
    spoil: (body) => Buffer.from(withNote(body.toString('latin1'), '"\xc3("'), 'latin1'),
  },
  'utf-16': { title: 'in UTF-16', spoil: (body) => Buffer.from(`\ufeff${body.toString('utf8')}`, 'utf16le') },
}

const falseCodings: Readonly<Record<string, Spoilt<Buffer> & { readonly coding: string }>> = {
  untrue: { title: 'that is called gzip and is none', coding: 'gzip', spoil: (body) => body },
  other: { title: 'that is called Brotli and is gzip', coding: 'br', spoil: (body) => gzipSync(body) },
  unknown: { title: 'in a coding that nobody knows', coding: 'packed', spoil: (body) => body },
  nested: { title: 'that is compressed twice', coding: 'gzip, gzip', spoil: (body) => gzipSync(gzipSync(body)) },
  hidden: { title: 'that is compressed twice and says so once', coding: 'gzip', spoil: (body) => gzipSync(gzipSync(body)) },
}

const doubtfulTexts: Readonly<Record<string, Spoilt<string> & { readonly check: string }>> = {
  'duplicate-key': {
    title: 'a key twice in its outermost object',
    check: 'json.keys',
    spoil: (text) => text.replace(/\{"(\w+)":/, '{"$1":null,"$1":'),
  },
  'byte-order-mark': { title: 'a byte order mark', check: 'json.text', spoil: (text) => `\uFEFF${text}` },
  'precise-number': {
    title: 'a number that double precision cannot hold',
    check: 'json.numbers',
    spoil: (text) => withNote(text, '12345678901234567890123'),
  },
}

/** Successes whose bodies are no JSON, or JSON that not every reader understands alike. */
export function textMutants(operation: Operation): Mutant[] {
  const spoilt = (name: string, title: string, spoil: (body: Buffer) => Buffer) => ({
    id: `json-${name}`,
    title: `a body ${title}`,
    hooks: () => onSuccess((reply) => ({ ...reply, body: spoil(reply.body) })),
  })
  const ofText = (spoil: Spoilt<string>['spoil']) => (body: Buffer) => Buffer.from(spoil(body.toString('utf8')))
  return [
    ...Object.entries(textFaults).map(([name, { title, spoil }]) =>
      mutant(operation, { ...spoilt(name, title, ofText(spoil)), caughtBy: ['json'] }),
    ),
    ...Object.entries(otherBytes).map(([name, { title, spoil }]) =>
      mutant(operation, { ...spoilt(name, title, spoil), caughtBy: ['json'] }),
    ),
    ...Object.entries(falseCodings).map(([name, { title, coding, spoil }]) =>
      mutant(operation, {
        id: `coding-${name}`,
        title: `a body ${title}`,
        caughtBy: ['json'],
        hooks: () =>
          onSuccess((reply) => ({ ...reply, headers: { ...reply.headers, 'content-encoding': coding }, body: spoil(reply.body) })),
      }),
    ),
    ...Object.entries(doubtfulTexts).map(([name, { title, check, spoil }]) =>
      mutant(operation, { ...spoilt(name, `with ${title}`, ofText(spoil)), level: 'SHOULD', caughtBy: [check] }),
    ),
  ]
}
